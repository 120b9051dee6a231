"""Showing and countering in Huolong as the rules' page says it (huolong §2), one drawn card after the other: the
reference for the engine, which keeps no such state. Cards are written in full, ``3Sb`` or ``Bc``.
"""

from dataclasses import dataclass, field

from tests.engine.levels.naive_play import face, is_joker

JOKERS = [("s", 1, 2), ("B", 1, 3), ("B", 2, 4), ("B", 3, 5)]
"""Face, number, and strength; a level card has 1."""


@dataclass
class Show:
    """``since`` is when it came to its present strength, ``waits`` for the joker drawn next to be shown in turn,
    ``over`` are the shows that held when it came to the top.
    """

    seat: int
    cards: list[str]
    strength: int
    since: int
    suit: str = ""
    waits: str = ""
    lost: bool = False
    over: list["Show"] = field(default_factory=list)

    @property
    def state(self):
        if self.lost:
            return "lost"
        return "stands" if self.suit else "awaiting" if self.waits else "pending"


class NaiveShows:
    """One drawing: ``order`` are the cards in the order drawn, ``first`` draws the first."""

    def __init__(self, order, first, level, *, last_stands, joker_over_level):
        self.order, self.first, self.level = order, first, level
        self.last_stands, self.joker_over_level = last_stands, joker_over_level
        self.shows = []
        self.drawn = 0
        self.made = 0

    def hand(self, seat):
        return [c for at, c in enumerate(self.order[: self.drawn]) if self._owner(at) == seat]

    def _owner(self, at):
        return (self.first + at) % 4

    def _has_more(self, seat):
        return any(self._owner(at) == seat for at in range(self.drawn, len(self.order)))

    def draw_to(self, tick):
        """Draw card by card: each fixes the suit of its owner's jokers, or they are lost."""
        while self.drawn < tick:
            seat, card = self._owner(self.drawn), self.order[self.drawn]
            self.drawn += 1
            for show in self.shows:
                if show.seat == seat and show.state in ("pending", "awaiting"):
                    self._meet(show, card)

    def _meet(self, show, card):
        if show.waits:
            show.lost = True
        elif not is_joker(card):
            show.suit = card[1]
        elif self._has_more(show.seat):
            show.waits = card
        else:
            show.lost = True

    def top(self):
        """The strongest of those not lost; of level cards the last."""
        best = None
        for show in sorted(self.shows, key=lambda show: show.since):
            stronger = best is None or show.strength > best.strength or show.strength == 1
            if stronger and not show.lost:
                best = show
        return best

    def may_show(self, seat):
        """Faces and how many of them a seat may show now."""
        own = [s for s in self.shows if s.seat == seat and s.state in ("pending", "awaiting")]
        if own:
            return {(face(own[0].waits), 1)} if own[0].waits else set()
        hand, top = self.hand(seat), self.top()
        found = set()
        if top is None or (top.strength == 1 and self.last_stands):
            suits = {card[1] for card in hand if card[0] == self.level}
            found = {(self.level + s, 1) for s in suits if top is None or s != top.suit}
        lost = [card for show in self.shows if show.lost for card in show.cards]
        for rank, count, strength in JOKERS if self._has_more(seat) else ():
            held = sum(card[0] == rank and card not in lost for card in hand)
            if held >= count and self._beats(strength, top):
                found.add((rank, count))
        return found

    def _beats(self, strength, top):
        if top is None:
            return True
        return strength > top.strength and (top.strength > 1 or self.joker_over_level)

    def show(self, seat, cards):
        """Show these cards; the joker that an own show awaits carries it on."""
        self.made += 1
        awaiting = [s for s in self.shows if s.seat == seat and s.state == "awaiting"]
        if awaiting:
            shown = awaiting[0]
            shown.cards, shown.waits = [*shown.cards, *cards], ""
            big = sum(card[0] == "B" for card in shown.cards)
            if big and 2 + big > shown.strength:
                shown.strength, shown.since = 2 + big, self.made
        else:
            suit = "" if is_joker(cards[0]) else cards[0][1]
            big = sum(card[0] == "B" for card in cards)
            shown = Show(seat, list(cards), 1 if suit else 2 + big, self.made, suit)
            self.shows.append(shown)
        if self.top() is shown:
            shown.over += [show for show in self.shows if not show.lost and show is not shown]

    def dealer(self, known, option):
        """Who deals as it stands; ``known`` is None in deal 1."""
        top, held = self.top(), [show for show in self.shows if not show.lost]
        if top is None:
            return known
        seat = top.seat
        if known is None:
            levels = [show for show in held if show.strength == 1]
            first = levels[-1] if held[0].strength == 1 else held[0]
            return first.seat if option == "never" else seat
        counters = top.strength > 1 and any(
            show.seat != seat and not show.lost for show in top.over
        )
        return seat if option == "always" and counters else known
