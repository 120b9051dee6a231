"""Leading and following in the Shengji games: each play gets a number, and the highest is played.

The number is in points: what the play is likely to win for the bot's side, less the points it risks and the cards
it spends. The weights are estimates and no rules: they only change how well a bot plays.
"""

from collections.abc import Iterable, Iterator, Sized
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from games.engine.core.cards import Cards, cards_of, deck, each_card
from games.engine.levels.actions import Play
from games.engine.levels.combinations import Alike, Combinations
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
"""If there are more ways to follow than this, only some are looked at: a throw can leave thousands."""
LEAD_WORTH: Final = 3.0
"""What the next lead is worth, in points."""
PARTNERS_LEAD: Final = 2.0
FED: Final = 4.0
"""The points that a partner may be expected to add to a card that wins."""
# The power of an ace where none is the level: the highest in a side suit.
TOP_SIDE: Final = 11


@dataclass(frozen=True, slots=True)
class Scene:
    """What the bot looks at before playing."""

    public: Public
    seat: int
    hand: Cards
    trumps: Trumps
    rules: Rules

    def strength(self, cards: Cards, suit: int) -> int:
        """The strength of a play where ``suit`` in play was led (``LeadFormats.strength``)."""
        return self.rules.lead_formats.strength(cards, suit, self.trumps)

    def spent(self, cards: Cards) -> float:
        """What cards would be worth if they were kept, in points."""
        total = 0.0
        for number in each_card(cards):
            power = self.trumps.powers[number]
            total += power / 6 if power < FIRST_TRUMP else 1.5 + (power - FIRST_TRUMP) / 3
        return total


def holds(power: int, size: int, enemies: int) -> float:
    """The chance that a play of that power stays the highest, with ``enemies`` still to follow."""
    if power < 0 or not enemies:
        return float(power >= 0)
    if power < FIRST_TRUMP:
        each = 0.9 * (power / TOP_SIDE) ** 3
    else:
        each = ((power - FIRST_TRUMP + 1) / (TOP_TRUMP - FIRST_TRUMP + 1)) ** 0.7
    # Several cards at once are harder to beat than one: others need as many (shengji §4, huolong §4).
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
    # Seats alternate between the sides, so the next seat is an enemy: half of those still to follow, rounded up.
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
    """The ways to follow, or a selection of them if there are more than MANY."""
    fixed, pool, free = owed(scene.hand, scene.trumps.masks[suit], size)
    ways = Combinations(Play, pool, free, fixed)
    if len(ways) <= MANY:
        yield from (ways.pick(index) for index in range(len(ways)))
        return
    trumps = scene.trumps
    # The cheapest cards without points, for a trick that is lost …
    plain = pool & ~POINT_CARDS
    yield fixed | smallest(plain if plain.bit_count() >= free else pool, free, trumps)
    # … the most points, for one that the partner wins …
    points = sorted(each_card(pool), key=lambda number: -points_in(1 << number))[:free]
    yield fixed | sum(1 << number for number in points)
    # … ruffs, each as cheap as its highest trump allows …
    own = pool & trumps.masks[TRUMP]
    if not fixed and own.bit_count() >= free:
        low = smallest(own, free, trumps)
        yield low
        for number in each_card(own & ~low):
            yield smallest(own, free - 1, trumps) | 1 << number
    # … and identical cards, which alone can ruff a pair or a meteor (huolong §4).
    if not fixed:
        groups = Alike(Play, pool)
        yield from (c for c in map(groups.pick, range(len(groups))) if c.bit_count() == free)


def lead(scene: Scene, legal: Sized) -> Cards:
    """The cards that lead best: high ones that win, with what partners may add, else something cheap."""

    def value(cards: Cards) -> float:
        suit, size = scene.trumps.suits[cards.bit_length() - 1], cards.bit_count()
        sure = holds(scene.strength(cards, suit), size, 2)
        given = points_in(cards)
        won = sure * (given + FED * size + LEAD_WORTH) - (1 - sure) * 1.5 * given
        return won - scene.spent(cards)

    return max(_leads(scene, legal), key=value)


def _leads(scene: Scene, legal: Sized) -> Iterable[Cards]:
    """Single and identical cards, and throws that surely stand."""
    groups = Alike(Play, scene.hand)
    yield from map(groups.pick, range(len(groups)))
    # Nothing else is legal: the game has no throws.
    if len(legal) == len(groups):
        return
    for suit, mask in enumerate(scene.trumps.masks):
        yield from _tops(scene, suit, mask)


def _tops(scene: Scene, suit: int, mask: Cards) -> Iterator[Cards]:
    """The highest cards of a suit, two or more, down to the first that a card elsewhere may beat."""
    own, thrown = scene.hand & mask, 0
    pack = mask & _pack(scene.rules.copies)
    for number in sorted(each_card(own), key=lambda n: -scene.trumps.powers[n]):
        # Cards already played count as if still held: the bot keeps no memory, and so errs on the safe side.
        if scene.trumps.above[suit][scene.trumps.powers[number]] & pack & ~own:
            return
        thrown |= 1 << number
        if thrown & (thrown - 1):
            yield thrown


@lru_cache
def _pack(copies: int) -> Cards:
    """All cards of ``copies`` decks."""
    return cards_of(deck(copies))
