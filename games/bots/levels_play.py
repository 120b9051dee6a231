"""Leading and following in the Shengji games: every play gets a number, and the best is played.

The number is what the play is likely to win, points for the own side, less what it gives and spends.
"""

from collections.abc import Iterable, Iterator, Sized
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from games.engine.core.cards import Cards, cards_of, deck, each_card
from games.engine.levels.actions import Play
from games.engine.levels.counted import Alike, Combinations
from games.engine.levels.public import Public
from games.engine.levels.rules import Rules
from games.engine.levels.seats import side_of
from games.engine.levels.trick import owed
from games.engine.levels.trumps import (
    FIRST_TRUMP,
    POINT_CARDS,
    TOP_TRUMP,
    TRUMP,
    Trumps,
    points_in,
    smallest,
)

MANY: Final = 400
"""More ways to follow than this are not all looked at."""
LEAD_WORTH: Final = 3.0
"""What having the next lead is worth, in points."""
PARTNERS_LEAD: Final = 2.0
FED: Final = 4.0
"""Points that a partner may add to a card that wins."""
TOP_SIDE: Final = 11


@dataclass(frozen=True, slots=True)
class Scene:
    """What a player looks at before playing."""

    public: Public
    seat: int
    hand: Cards
    trumps: Trumps
    rules: Rules

    def strength(self, cards: Cards, suit: int) -> int:
        """As the rules count it."""
        return self.rules.formats.strength(cards, suit, self.trumps)

    def spent(self, cards: Cards) -> float:
        """What cards are worth if kept."""
        total = 0.0
        for number in each_card(cards):
            power = self.trumps.powers[number]
            total += power / 6 if power < FIRST_TRUMP else 1.5 + (power - FIRST_TRUMP) / 3
        return total


def holds(power: int, size: int, enemies: int) -> float:
    """How likely a play of that power stays the highest with so many enemies to come."""
    if power < 0 or not enemies:
        return float(power >= 0)
    if power < FIRST_TRUMP:
        each = 0.9 * (power / TOP_SIDE) ** 3
    else:
        each = ((power - FIRST_TRUMP + 1) / (TOP_TRUMP - FIRST_TRUMP + 1)) ** 0.7
    return float(each ** (enemies / size))


def follow(scene: Scene) -> Cards:
    """The cards that follow best."""
    trick, trumps = scene.public.trick, scene.trumps
    first = trick[0].cards
    suit, size = trumps.suits[first.bit_length() - 1], first.bit_count()
    top = next(laid for laid in trick if laid.seat == scene.public.top)
    ours = side_of(top.seat) == side_of(scene.seat)
    power = scene.strength(top.cards, suit)
    table = sum(points_in(laid.cards) for laid in trick)
    enemies = (3 - len(trick) + 1) // 2

    def value(cards: Cards) -> float:
        given, strength = points_in(cards), scene.strength(cards, suit)
        if strength > power:
            sure = holds(strength, size, enemies)
            won = sure * (table + given + LEAD_WORTH) - (1 - sure) * given
        elif ours:
            sure = holds(power, size, enemies)
            won = sure * (table + given + PARTNERS_LEAD) - (1 - sure) * given
        else:
            won = -1.2 * given
        return won - scene.spent(cards)

    return max(_answers(scene, suit, size), key=value)


def _answers(scene: Scene, suit: int, size: int) -> Iterator[Cards]:
    """The ways to follow; where they are too many, the ones worth a thought."""
    fixed, pool, free = owed(scene.hand, scene.trumps.masks[suit], size)
    ways = Combinations(Play, pool, free, fixed)
    if len(ways) <= MANY:
        yield from (ways.pick(index) for index in range(len(ways)))
        return
    trumps = scene.trumps
    plain = pool & ~POINT_CARDS
    yield fixed | smallest(plain if plain.bit_count() >= free else pool, free, trumps)
    points = sorted(each_card(pool), key=lambda number: -points_in(1 << number))[:free]
    yield fixed | sum(1 << number for number in points)
    own = pool & trumps.masks[TRUMP]
    if not fixed and own.bit_count() >= free:
        low = smallest(own, free, trumps)
        yield low
        for number in each_card(own & ~low):
            yield smallest(own, free - 1, trumps) | 1 << number
    if not fixed:
        groups = Alike(Play, pool)
        yield from (c for c in map(groups.pick, range(len(groups))) if c.bit_count() == free)


def lead(scene: Scene, legal: Sized) -> Cards:
    """The cards that lead best: tops and what comes with them, else something cheap."""

    def value(cards: Cards) -> float:
        suit, size = scene.trumps.suits[cards.bit_length() - 1], cards.bit_count()
        sure = holds(scene.strength(cards, suit), size, 2)
        given = points_in(cards)
        won = sure * (given + FED * size + LEAD_WORTH) - (1 - sure) * 1.5 * given
        return won - scene.spent(cards)

    return max(_leads(scene, legal), key=value)


def _leads(scene: Scene, legal: Sized) -> Iterable[Cards]:
    """Single cards and identical ones; and throws that nobody can beat, as far as the pack tells."""
    groups = Alike(Play, scene.hand)
    yield from map(groups.pick, range(len(groups)))
    if len(legal) == len(groups):
        return
    for suit, mask in enumerate(scene.trumps.masks):
        yield from _tops(scene, suit, mask)


def _tops(scene: Scene, suit: int, mask: Cards) -> Iterator[Cards]:
    """The highest cards of a suit down to the first that another hand may hold."""
    own, thrown = scene.hand & mask, 0
    pack = mask & _pack(scene.rules.copies)
    for number in sorted(each_card(own), key=lambda n: -scene.trumps.powers[n]):
        if scene.trumps.above[suit][scene.trumps.powers[number]] & pack & ~own:
            return
        thrown |= 1 << number
        if thrown & (thrown - 1):
            yield thrown


@lru_cache
def _pack(copies: int) -> Cards:
    """All cards of so many decks."""
    return cards_of(deck(copies))
