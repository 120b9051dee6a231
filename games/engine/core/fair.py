"""Deals that can be checked 公平发牌: what is drawn follows from a secret that was committed to beforehand.

Before the players salt a match its host shows SHA-256 of a secret of 32 bytes. Every shuffle of the match
follows from that secret, the salts of all seats and the ordinal of the deal in the match, and from nothing
else. After the match the secret is shown: with it anybody can deal again and compare.

The scheme, to be written again in any language:

1. ``key = HMAC-SHA256(secret, message)``; the message is the JSON array ``[salt of seat 0, …, ordinal]`` in
   UTF-8 without blanks, everything but ASCII as it is. The ordinal is 1 for the first deal of the match, and one more for
   each that follows; a deal that is dealt again because it was void counts too.
2. Block ``i`` is ``SHA-256(key + i)``, ``i`` as 8 bytes, big-endian, from 0. The blocks one after another
   are cut into words of 8 bytes, big-endian.
3. A number below ``n`` is the next word that is less than the greatest multiple of ``n`` not over 2**64,
   modulo ``n``; words that are not less are skipped.
4. The deck is shuffled in place, for ``i`` from its last index down to 1: swap ``i`` with a number below
   ``i + 1``. After that the further draws of the deal are made, one number below each bound.

That is scheme 2. Scheme 1 used the number of the dealing move in place of the ordinal: a person who knew secret and
salts could choose among the next deals by making one move more or less. Matches begun under it go on with it.
"""

import hashlib
import hmac
import json
from collections.abc import Iterator, Sequence
from typing import Annotated, Final

import msgspec

from .actions import Chance, Deal

# ``\Z`` and not ``$``, which would let a newline follow.
Hex = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]
SCHEME: Final = 2
"""The scheme of new matches."""
SCHEME_BY_MOVE: Final = 1
"""The older scheme. Proofs that name no scheme were dealt by it."""
SCHEMES: Final = frozenset({SCHEME_BY_MOVE, SCHEME})
WORD: Final = 8
WORDS: Final = 1 << (8 * WORD)


class DealSource(msgspec.Struct, frozen=True):
    """The input from which all deals of a match are computed.

    For a normal match that is the secret of its table and the salts of its seats. A board 复式牌, which several
    tables play alike, has a secret without salts, and ``first``: the seat that leads (gouji §4) or deals
    (shengji §3) wherever the rules leave that to chance or to the first show.
    """

    secret: Hex
    salts: tuple[str, ...] = ()
    scheme: Annotated[int, msgspec.Meta(ge=1)] = SCHEME
    first: int | None = None

    def deal(self, chance: Chance, *, deal: int, move: int) -> Deal:
        """The deal with that ordinal, made by that move. Both count from 1."""
        number = number_in_key(self.scheme, deal=deal, move=move)
        found = drawn(self.secret, self.salts, number, chance)
        if self.first is None or not chance.takes_first:
            return found
        # Gouji draws this seat and the board replaces it; Shengji draws nothing and the board adds it.
        return Deal(found.order, (self.first, *found.draws[1:]))


class Proof(msgspec.Struct, frozen=True):
    """What is published after a match so that anybody can check its deals.

    It holds the commitment shown beforehand, the secret behind it, the salts of all seats in order, the
    scheme, and the seat that a board made first.
    """

    commitment: Hex
    secret: Hex
    salts: tuple[str, ...]
    # No upper bound: a record from a newer site is read, and ``verify`` says that its scheme is not known.
    scheme: Annotated[int, msgspec.Meta(ge=1)] = SCHEME_BY_MOVE
    first: Annotated[int, msgspec.Meta(ge=0, le=5)] | None = None

    @property
    def source(self) -> DealSource:
        """The source from which its deals are computed again."""
        return DealSource(self.secret, self.salts, self.scheme, self.first)

    @property
    def opens(self) -> bool:
        """Whether the secret is the one behind the commitment."""
        return commitment_to(self.secret) == self.commitment


def commitment_to(secret: str) -> str:
    """The SHA-256 of a secret, both as 64 hex digits: it is shown before the match."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def number_in_key(scheme: int, *, deal: int, move: int) -> int:
    """The number in the key of a deal: ``deal`` is its ordinal among the deals of the match, ``move`` its number among
    the moves. Raises ValueError for a scheme that is not one of SCHEMES.

    >>> number_in_key(SCHEME, deal=2, move=118), number_in_key(SCHEME_BY_MOVE, deal=2, move=118)
    (2, 118)
    """
    if scheme not in SCHEMES:
        raise ValueError(f"scheme {scheme} is not known")
    return move if scheme == SCHEME_BY_MOVE else deal


def drawn(secret: str, salts: Sequence[str], number: int, chance: Chance) -> Deal:
    """The deal that follows from the secret of a match, its seats' salts and ``number_in_key``."""
    words = _words(_key(secret, salts, number))
    order = list(chance.deck)
    # Written out and not random.shuffle: that may change between Python versions, old proofs may not.
    for last in range(len(order) - 1, 0, -1):
        other = _below(last + 1, words)
        order[last], order[other] = order[other], order[last]
    return Deal(order=tuple(order), draws=tuple(_below(bound, words) for bound in chance.draws))


def _key(secret: str, salts: Sequence[str], number: int) -> bytes:
    # As JSON, not joined: salts "ab", "c" and "a", "bc" must not give the same key.
    message = json.dumps([*salts, number], ensure_ascii=False, separators=(",", ":"))
    return hmac.new(bytes.fromhex(secret), message.encode(), hashlib.sha256).digest()


def _words(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        data = hashlib.sha256(key + block.to_bytes(WORD, "big")).digest()
        for at in range(0, len(data), WORD):
            yield int.from_bytes(data[at : at + WORD], "big")
        block += 1


def _below(bound: int, words: Iterator[int]) -> int:
    # Words above the last full multiple are skipped: taken modulo, they would favour low numbers.
    limit = WORDS - WORDS % bound
    return next(word for word in words if word < limit) % bound
