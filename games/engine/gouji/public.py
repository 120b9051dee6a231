"""What everybody at the table may see of a match (``View.public``)."""

import msgspec

from games.engine.core.actions import Seat
from games.engine.core.cards import Cards

from .match import DealResult, Match, Phase
from .opening import Opening
from .playing import Playing
from .rules import Rules
from .scoring import places
from .seats import ALL, BIT, SEATS, flags
from .trick import Laid
from .waiting import Over, Waiting

_NO_SEAT = (False,) * SEATS


class Public(msgspec.Struct, frozen=True):
    """The public side of a match.

    ``phase`` is ``waiting``, ``opening``, ``play``, ``between`` or ``over``. ``to_act`` names in a sealed window all
    seats that are asked, answered or not. ``top`` is the play to beat, ``gouji`` whether it is a gouji play in
    force, ``dead`` whether nobody may answer it. Places are 0 while unsettled.
    """

    deal: int
    games: int
    phase: str
    scores: tuple[int, int]
    results: tuple[DealResult, ...]
    last: DealResult | None
    counts: tuple[int, ...] = (0,) * SEATS
    to_act: tuple[Seat, ...] = ()
    leader: Seat | None = None
    trick: tuple[Laid, ...] = ()
    last_trick: tuple[Laid, ...] = ()
    top: Laid | None = None
    gouji: bool = False
    dead: bool = False
    passed: tuple[bool, ...] = _NO_SEAT
    yielder: Seat | None = None
    active: tuple[bool, ...] = _NO_SEAT
    places: tuple[int, ...] = (0,) * SEATS
    finished: tuple[Seat, ...] = ()
    opened: tuple[bool, ...] = _NO_SEAT
    declared: tuple[bool, ...] = _NO_SEAT
    headless: tuple[bool, ...] = _NO_SEAT
    shown: tuple[Cards, ...] = (0,) * SEATS
    melee: bool = False


def public_of(rules: Rules, match: Match, phase: Phase) -> Public:
    """The public side of a match in a phase."""
    base = Public(
        deal=match.deal,
        games=rules.games,
        phase="over" if isinstance(phase, Over) else "between",
        scores=match.scores,
        results=match.results,
        last=match.last,
    )
    if isinstance(phase, Playing):
        return _of_playing(base, phase)
    if isinstance(phase, Opening):
        return msgspec.structs.replace(
            base,
            phase="opening",
            counts=tuple(hand.bit_count() for hand in phase.hands),
            to_act=phase.asked(),
            active=flags(ALL),
        )
    if isinstance(phase, Waiting):
        return msgspec.structs.replace(base, phase="waiting")
    return base


def _of_playing(base: Public, phase: Playing) -> Public:
    top = phase.top
    return msgspec.structs.replace(
        base,
        phase="play",
        counts=tuple(hand.bit_count() for hand in phase.hands),
        to_act=phase.asked(),
        leader=phase.trick[0].seat if phase.trick else phase.turn,
        trick=phase.trick,
        last_trick=phase.last_trick,
        top=top,
        gouji=phase.gouji,
        dead=phase.dead,
        passed=flags(phase.passed),
        yielder=phase.yielder if phase.yielder >= 0 else None,
        active=flags(phase.active),
        places=_settled_places(phase),
        finished=phase.finished,
        opened=flags(phase.opened),
        declared=flags(phase.declared),
        headless=flags(phase.headless),
        shown=tuple(cards & hand for cards, hand in zip(phase.shown, phase.hands, strict=True)),
        melee=phase.melee,
    )


def _settled_places(phase: Playing) -> tuple[int, ...]:
    counts = tuple(hand.bit_count() for hand in phase.hands)
    found = places(phase.finished, counts, 0)
    return tuple(0 if phase.active & BIT[seat] else found[seat] for seat in range(SEATS))
