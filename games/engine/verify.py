"""Checking the deals of a finished match: each is drawn again from the secret and compared."""

from collections.abc import Iterator
from typing import Final

import msgspec

from .core.actions import CHANCE
from .core.errors import Refusal
from .core.fair import SCHEMES, Proof
from .core.records import Broken, Record, read_entry
from .registry import game_of

NO_PROOF: Final = "no_proof"
NOT_OPENED: Final = "not_opened"
OTHER_SCHEME: Final = "other_scheme"
NO_DEAL: Final = "no_deal"
OTHER_DEAL: Final = "other_deal"
BROKEN: Final = "broken"


class Checked(msgspec.Struct, frozen=True):
    """One deal that was drawn again. ``deal`` and ``move``, the move that dealt it, count from 1."""

    deal: int
    move: int
    holds: bool


class Verdict(msgspec.Struct, frozen=True):
    """The result of checking a record. ``why`` is empty where everything holds, else one of:

    - ``no_proof``: the record does not say from which secret it was dealt;
    - ``not_opened``: the secret is not the one that was committed to;
    - ``other_scheme``: the scheme is not known here;
    - ``other_deal``: the last of ``deals`` does not follow from the secret; ``move`` made it;
    - ``no_deal``: the record has no deal;
    - ``broken``: the rules refuse move ``move``.
    """

    deals: tuple[Checked, ...] = ()
    why: str = ""
    move: int = 0
    scheme: int = 0
    """The scheme by which the deals were drawn again; 0 where they do not hold."""

    @property
    def holds(self) -> bool:
        """Whether the whole record was checked and holds."""
        return not self.why


def check(record: Record) -> Verdict:
    """Check a record's commitment and draw each of its deals again, up to the first that differs.

    Raises Unreadable for a ruleset that does not exist.
    """
    why = _why_not_opened(record.proof)
    if record.proof is None or why:
        return Verdict(why=why)
    deals: list[Checked] = []
    try:
        for checked in check_deals(record, record.proof):
            deals.append(checked)
            if not checked.holds:
                return Verdict(tuple(deals), OTHER_DEAL, checked.move)
    except Broken as broken:
        return Verdict(tuple(deals), BROKEN, broken.number)
    if not deals:
        return Verdict(why=NO_DEAL)
    return Verdict(tuple(deals), scheme=record.proof.scheme)


def _why_not_opened(proof: Proof | None) -> str:
    if proof is None:
        return NO_PROOF
    if proof.scheme not in SCHEMES:
        return OTHER_SCHEME
    return "" if proof.opens else NOT_OPENED


def check_deals(record: Record, proof: Proof) -> Iterator[Checked]:
    """Play a record back and compare each of its deals with the one that follows from ``proof``.

    Raises Broken with the first move that the rules refuse.
    """
    game = game_of(record.ruleset)
    state = game.start()
    deal = 0
    for number, entry in enumerate(record.entries, 1):
        try:
            action = read_entry(game, state, entry)
            # None for what chance does without drawing: paying tribute, closing a window.
            chance = game.chance(state) if entry.seat == CHANCE else None
            if chance is not None:
                deal += 1
                again = proof.source.deal(chance, deal=deal, move=number)
                # Before the rules apply it: a forged deal is told as such even where they would refuse it.
                yield Checked(deal, number, game.write(action) == game.write(again))
            state, _ = game.apply(state, entry.seat, action, entry.tick)
        except Refusal as refusal:
            raise Broken(number, refusal) from refusal
