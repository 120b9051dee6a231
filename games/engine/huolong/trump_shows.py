"""Showing 亮主 and countering 反主 with level cards and jokers (huolong §2)."""

from dataclasses import dataclass
from typing import Final

from games.engine.core.actions import Seat
from games.engine.core.cards import BIG, SMALL, Cards, lowest, of_rank, of_suit
from games.engine.core.events import Event
from games.engine.levels.actions import Show
from games.engine.levels.draws import Draws
from games.engine.levels.events import ShowLost, SuitFixed
from games.engine.levels.match import ShowStatus
from games.engine.levels.rules import Survey
from games.engine.levels.seats import NOBODY, SEATS
from games.engine.levels.trumps import NO_SUIT

LEVEL, SMALL_JOKER, BIG_JOKER = 1, 2, 3
"""Strengths of shows; each further big joker is one more."""
MOST_BIG: Final = 3
STRONGEST: Final = BIG_JOKER + MOST_BIG - 1
FIXED, PENDING, AWAITING, LOST = "stands", "pending", "awaiting", "lost"


@dataclass(frozen=True, slots=True)
class Chain:
    """A show with the jokers that carried it on.

    ``root`` is the index of its first show, ``since`` that of the show that gave it its present strength. ``card`` is
    the card drawn after its last joker (-1: not yet drawn).
    """

    root: int
    seat: Seat
    cards: Cards
    strength: int
    since: int
    state: str
    suit: int = NO_SUIT
    card: int = -1

    @property
    def holds(self) -> bool:
        """Whether it counts: it is not lost. A pending show holds its rank (§2)."""
        return self.state != LOST


def strength_of(cards: Cards) -> int:
    """How strong shown cards are. Jokers count by the big ones among them; without one they count as one small.

    >>> from games.engine.core.cards import take_all
    >>> [strength_of(take_all(cards)) for cards in ("3S", "s", "ss", "B", "Bs", "BB", "BBB")]
    [1, 2, 2, 3, 3, 4, 5]
    """
    big = of_rank(cards, BIG).bit_count()
    if big:
        return BIG_JOKER + big - 1
    return SMALL_JOKER if of_rank(cards, SMALL) else LEVEL


@dataclass(frozen=True, slots=True)
class Countering:
    """A stronger show replaces a weaker, and jokers take their suit from the next card their owner draws (§2).

    It is a ``games.engine.levels.rules.Showing``. The fields are the options with those names.
    """

    last_stands: bool
    joker_over_level: bool
    counter_takes_deal: str

    # -- what the shows amount to ----------------------------------------------------------------------

    def chains(self, draws: Draws, tick: int) -> tuple[Chain, ...]:
        """All shows, each with the jokers that carried it on, in the order begun."""
        roots = (root for root, shown in enumerate(draws.shows) if shown.joins < 0)
        return tuple(_chain(draws, root, tick) for root in roots)

    def standing(self, chains: tuple[Chain, ...]) -> Chain | None:
        """The strongest show that is not lost. What a lost show had replaced stands again.

        Of equal ones it is the first to reach that strength; of level cards the last.
        """
        best: Chain | None = None
        # By ``since`` and not by ``root``: a chain that grows takes its new strength only from then on.
        for chain in sorted((each for each in chains if each.holds), key=lambda each: each.since):
            # Two level cards are here only with the option level_show ``last_stands``: the later one counts.
            if best is None or chain.strength > best.strength or chain.strength == LEVEL:
                best = chain
        return best

    def survey(self, draws: Draws, tick: int) -> Survey:
        """What the shows amount to when ``tick`` cards are drawn."""
        if not draws.shows:
            return Survey((), dealer=draws.dealer)
        chains = self.chains(draws, tick)
        top = self.standing(chains)
        unsettled = any(chain.state in (PENDING, AWAITING) for chain in chains)
        level_next = top is None or (top.strength == LEVEL and self.last_stands)
        # As far as all may know: whether anybody holds such jokers must not show (``Survey.open``).
        jokers_next = tick < len(draws.order) and (
            top is None or self._may_counter(top, top.strength + 1)
        )
        return Survey(
            seen=tuple(_seen(chain, top) for chain in chains),
            suit=top.suit if top else NO_SUIT,
            dealer=self._dealer(draws, chains, top),
            holds=top is not None,
            open=unsettled or level_next or jokers_next,
            open_after=level_next,
        )

    def _may_counter(self, top: Chain, strength: int) -> bool:
        if not top.strength < strength <= STRONGEST:
            return False
        return top.strength != LEVEL or self.joker_over_level

    def _dealer(self, draws: Draws, chains: tuple[Chain, ...], top: Chain | None) -> Seat:
        """The seat that deals if nothing else is shown (option counter_takes_deal).

        In deal 1 the first to show deals, or with ``first_deal`` and ``always`` the last to counter. Later only
        ``always`` lets a counter take the deal. A level card that replaces another is not stronger and so is no
        counter, but in deal 1 its seat deals.
        """
        if top is None:
            return draws.dealer
        # By ``root``: a show that was countered stays so, even if it grows as strong afterwards.
        earlier = [chain for chain in chains if chain.holds and chain.root < top.since]
        if draws.dealer == NOBODY:
            return _first_shown(chains).seat if self.counter_takes_deal == "never" else top.seat
        countered = top.strength > LEVEL and any(chain.seat != top.seat for chain in earlier)
        return top.seat if countered and self.counter_takes_deal == "always" else draws.dealer

    # -- what may be shown -----------------------------------------------------------------------------

    def shows(self, draws: Draws, seat: Seat, tick: int) -> tuple[Show, ...]:
        """What a seat may show: the joker that its own show awaits, or anything stronger than the show on top."""
        chains = self.chains(draws, tick)
        own = _unsettled(chains, seat)
        if own is not None:
            # Its own show must find a suit first; only a joker just drawn carries it on.
            return (Show(own.card >> 4, 0),) if own.state == AWAITING else ()
        top = self.standing(chains)
        drawn = draws.hand_at(seat, tick)
        found: list[Show] = []
        if top is None or (top.strength == LEVEL and self.last_stands):
            found += [
                Show(draws.level, suit)
                for suit in range(4)
                if of_suit(drawn, draws.level, suit) and (top is None or suit != top.suit)
            ]
        # Without a card left to draw jokers could never find a suit: such a show is refused (§2).
        if draws.may_draw(seat, tick):
            found += self._jokers(top, _unspent(chains, seat, drawn))
        return tuple(found)

    def _jokers(self, top: Chain | None, cards: Cards) -> list[Show]:
        small, big = (of_rank(cards, rank).bit_count() for rank in (SMALL, BIG))
        held = [(SMALL_JOKER, Show(SMALL, 0))] if small else []
        held += [(BIG_JOKER + more, Show(BIG, 0, more + 1)) for more in range(big)]
        return [show for strength, show in held if top is None or self._may_counter(top, strength)]

    def why_not(self, draws: Draws, seat: Seat, show: Show, tick: int) -> str:
        """``show_level_only``, ``show_pending``, ``show_not_held``, ``show_no_card_left``, ``show_lost`` or
        ``show_too_weak``.
        """
        if show.rank not in (draws.level, SMALL, BIG):
            return "show_level_only"
        chains = self.chains(draws, tick)
        if _unsettled(chains, seat) is not None:
            return "show_pending"
        drawn = draws.hand_at(seat, tick)
        # From the cards visible at the tick: the code must not tell what the seat will draw.
        if of_suit(drawn, show.rank, show.suit).bit_count() < show.count:
            return "show_not_held"
        if show.rank >= SMALL:
            if not draws.may_draw(seat, tick):
                return "show_no_card_left"
            if of_rank(_unspent(chains, seat, drawn), show.rank).bit_count() < show.count:
                return "show_lost"
        return "show_too_weak"

    def cards(self, draws: Draws, seat: Seat, show: Show, tick: int) -> tuple[Cards, int]:
        """The lowest copies that may be shown, or the joker just drawn if the seat's show awaits it."""
        chains = self.chains(draws, tick)
        own = _unsettled(chains, seat)
        if own is not None:
            return 1 << own.card, own.root
        cards = _unspent(chains, seat, draws.hand_at(seat, tick))
        return lowest(of_suit(cards, show.rank, show.suit), show.count), -1

    def news(self, before: Survey, after: Survey) -> tuple[Event, ...]:
        """Events for suits that the clock has fixed, and for shows that are lost."""
        told: list[Event] = []
        # The same shows in both surveys: between them only the clock has gone on.
        for was, now in zip(before.seen, after.seen, strict=True):
            if was.suit == NO_SUIT != now.suit:
                told.append(SuitFixed(now.seat, now.fixed_by))
            elif now.state == LOST != was.state:
                told.append(ShowLost(now.seat))
        return tuple(told)


def _first_shown(chains: tuple[Chain, ...]) -> Chain:
    """The first show that is not lost, or the level card that has replaced it."""
    held = [chain for chain in chains if chain.holds]
    levels = [chain for chain in held if chain.strength == LEVEL]
    return levels[-1] if held[0].strength == LEVEL else held[0]


def _chain(draws: Draws, root: int, tick: int) -> Chain:
    """The chain that begins with show number ``root``, as it is when ``tick`` cards are drawn."""
    first = last = draws.shows[root]
    cards, strength, since = 0, 0, root
    for index, shown in enumerate(draws.shows):
        if root in (index, shown.joins):
            cards |= shown.cards
            last = shown
            if strength_of(cards) > strength:
                strength, since = strength_of(cards), index
    if strength == LEVEL:
        number = first.cards.bit_length() - 1
        return Chain(root, first.seat, cards, LEVEL, since, FIXED, (number >> 2) & 3, number)
    state, card = _fate(draws, first.seat, last.tick, tick)
    suit = (card >> 2) & 3 if state == FIXED else NO_SUIT
    return Chain(root, first.seat, cards, strength, since, state, suit, card)


def _fate(draws: Draws, seat: Seat, shown_at: int, tick: int) -> tuple[str, int]:
    """The state of jokers shown at tick ``shown_at``, and the card drawn next (-1: not yet visible)."""
    index = draws.next_draw(seat, shown_at)
    if index >= tick:
        return PENDING, -1
    card = draws.order[index]
    if card >> 4 < SMALL:
        return FIXED, card
    # A joker: it may be shown in turn until the owner's following card is visible, if there is one (§2).
    following = index + SEATS
    waits = tick <= following < len(draws.order)
    return (AWAITING if waits else LOST), card


def _seen(chain: Chain, top: Chain | None) -> ShowStatus:
    on_top = chain is top
    state = chain.state if chain.state != FIXED or on_top else "covered"
    return ShowStatus(chain.seat, chain.cards, state, chain.suit, chain.card, on_top)


def _unsettled(chains: tuple[Chain, ...], seat: Seat) -> Chain | None:
    """The show of a seat that still waits for its suit. Until then the seat cannot begin another."""
    return next((c for c in chains if c.seat == seat and c.state in (PENDING, AWAITING)), None)


def _unspent(chains: tuple[Chain, ...], seat: Seat, drawn: Cards) -> Cards:
    """The cards that a seat has drawn, without the jokers of its lost shows, which cannot be shown again (§2)."""
    for chain in chains:
        if chain.seat == seat and not chain.holds:
            drawn &= ~chain.cards
    return drawn
