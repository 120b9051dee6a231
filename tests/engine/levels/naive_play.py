"""Playing and scoring in the Shengji games as the rules' pages say it, card by card and slowly: the reference for the
fast one. Cards are written in full, ``9Sb`` or ``Bc``.
"""

from dataclasses import dataclass, field
from itertools import combinations

PRINTED, NATURAL = "345678T9JQKA", "3456789TJQKA"
TIES = "SHCD"
TRUMP = "trump"


def points_of(cards):
    """5, 10 and K are worth 5, 10 and 10."""
    return sum({"5": 5, "T": 10, "K": 10}.get(card[0], 0) for card in cards)


def face(card):
    return card[:-1]


def is_joker(card):
    return card[0] in "sB"


@dataclass(frozen=True)
class Order:
    """shengji §2, huolong §1: which cards are trumps, and what beats what."""

    level: str
    suit: str
    ranks: str = NATURAL

    def suit_of(self, card):
        special = is_joker(card) or card[0] in ("2", self.level) or card[1] == self.suit
        return TRUMP if special else card[1]

    def strength(self, card):
        if is_joker(card):
            return 60 if card[0] == "B" else 59
        if card[0] in (self.level, "2"):
            return (57 if card[0] == self.level else 55) + (card[1] == self.suit)
        return self.ranks.index(card[0])

    def place(self, card):
        """Smallest first: side suits before trumps, by rank, ties by suit."""
        tie = 0 if is_joker(card) else TIES.index(card[1])
        return self.suit_of(card) == TRUMP, self.strength(card), tie, card

    def smallest(self, cards, count=1):
        return sorted(cards, key=self.place)[:count]


@dataclass
class Naive:
    """A deal in play; ``throws`` in shengji, else identical cards (shengji §4, huolong §4)."""

    order: Order
    hands: list[list[str]]
    dealer: int
    turn: int
    bottom: list[str]
    throws: bool
    points: int = 0
    trick: list[tuple[int, list[str]]] = field(default_factory=list)
    last: int = -1

    def legal(self):
        """Every set of cards that the seat on turn may lay."""
        hand = self.hands[self.turn]
        sizes = [len(self.trick[0][1])] if self.trick else range(1, len(hand) + 1)
        every = (frozenset(cards) for size in sizes for cards in combinations(hand, size))
        return {cards for cards in every if self._may(cards, hand)}

    def _may(self, cards, hand):
        suit_of = self.order.suit_of
        if self.trick:
            led = suit_of(self.trick[0][1][0])
            held = sum(suit_of(card) == led for card in hand)
            return sum(suit_of(card) == led for card in cards) == min(held, len(cards))
        if self.throws:
            return len({suit_of(card) for card in cards}) == 1
        return len({face(card) for card in cards}) == 1

    def default(self):
        """Time-out: the lowest legal cards."""
        hand, suit_of = self.hands[self.turn], self.order.suit_of
        if not self.trick:
            return frozenset(self.order.smallest(hand))
        led, size = suit_of(self.trick[0][1][0]), len(self.trick[0][1])
        own = self.order.smallest([card for card in hand if suit_of(card) == led], size)
        others = [card for card in hand if suit_of(card) != led]
        return frozenset(own + self.order.smallest(others, size - len(own)))

    def lay(self, cards):
        """Play, and say what is really laid: of a throw that another hand beats, the smallest card."""
        cards = self._led(cards) if not self.trick and self.throws else list(cards)
        self.hands[self.turn] = [card for card in self.hands[self.turn] if card not in cards]
        self.trick.append((self.turn, cards))
        self.turn = (self.turn + 1) % 4
        if len(self.trick) == 4:
            self._win()
        return frozenset(cards)

    def _led(self, cards):
        order, suit = self.order, self.order.suit_of(next(iter(cards)))
        others = [c for seat in range(4) if seat != self.turn for c in self.hands[seat]]
        beaten = any(
            order.suit_of(other) == suit and order.strength(other) > order.strength(card)
            for other in others
            for card in cards
        )
        return order.smallest(cards) if beaten and len(cards) > 1 else list(cards)

    def _win(self):
        won = [card for _, cards in self.trick for card in cards]
        self.last = self.turn = self.top()
        if self.last % 2 != self.dealer % 2:
            self.points += points_of(won)
        self.trick = []

    def top(self):
        """The seat that wins the trick so far: of equal plays the first."""
        best, worth = None, (-1, -1)
        for seat, cards in self.trick:
            found = self._worth(cards)
            if found > worth:
                best, worth = seat, found
        return best

    def _worth(self, cards):
        lead = self.trick[0][1]
        suits = {self.order.suit_of(card) for card in cards}
        led = self.order.suit_of(lead[0])
        strength = max(self.order.strength(card) for card in cards)
        if cards is lead:
            # A throw that stands is beaten by ruffs alone.
            return 0, strength if len(cards) == 1 or not self.throws else 99
        if not self.throws and len({face(card) for card in cards}) > 1:
            return -1, -1
        if suits == {led}:
            return 0, strength
        return (1, strength) if suits == {TRUMP} else (-1, -1)


def shengji_result(points, kitty_points, *, took_bottom, bottom_takes_deal):
    """shengji §5: its points, whether the deal changes, and the rises of the dealers and of the others."""
    points += 2 * kitty_points if took_bottom else 0
    if bottom_takes_deal and took_bottom and points < 40:
        return points, True, 0, 0
    rows = [
        (0, False, 3, 0),
        (15, False, 2, 0),
        (35, False, 1, 0),
        (55, True, 0, 0),
        (75, True, 0, 1),
    ]
    rows += [(95, True, 0, 2), (999, True, 0, 3)]
    return next((points, *row[1:]) for row in rows if points <= row[0])


def huolong_result(points, kitty_points, stars, *, took_bottom, three_each):
    """huolong §5, the same; ``stars`` are the big jokers that count for the dealers and for the others."""
    points += kitty_points if took_bottom else 0
    rises = [(3 * n if three_each else 2 + 3 * (n - 1)) if n else 0 for n in stars]
    if took_bottom:
        return points, points >= 120, 0, rises[1] + (points >= 120)
    if points >= 120:
        return points, True, 0, 0
    return points, False, rises[0] + (2 if points == 0 else 0), 0


def risen(level, steps):
    """A rise that would pass A stops at A."""
    return NATURAL[min(NATURAL.index(level) + steps, len(NATURAL) - 1)]
