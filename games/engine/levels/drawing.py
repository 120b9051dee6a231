"""Drawing on the clock and showing for trumps 亮主 (shengji §3, huolong §2)."""

# ruff: noqa: ARG002 -- all phases have the same methods, whether or not one needs every parameter

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from games.engine.core.actions import CHANCE, Action, Close, Seat
from games.engine.core.cards import SMALL, Cards, cards_of
from games.engine.core.errors import NotAllowed
from games.engine.core.events import Event
from games.engine.core.phases import Limit, Pace
from games.engine.core.views import Choice

from . import events
from .actions import Decline, Show
from .draws import Draws, TrumpShow
from .kitty_exchange import take_kitty
from .match import DealSetup, Match
from .notation import write
from .phases import Phase, Step
from .public import PhaseName, Public
from .rules import KITTY, Rules, Survey
from .seats import ALL, BIT, EVERYBODY, NOBODY, SEATS
from .waiting import Waiting

DECLINE: Final = Decline()


class Drawing(Draws, Phase, frozen=True, tag="drawing"):
    """Cards are drawn on the clock, and any seat may show for trumps.

    The engine has no clock: the service passes the tick with every call (see ``Game``).
    """

    def hand(self, seat: Seat) -> Cards:
        """The cards that the seat had drawn at the last tick seen."""
        return self.hand_at(seat, self.tick)

    # -- showing ---------------------------------------------------------------------------------------

    def to_act(self, rules: Rules) -> tuple[Seat, ...]:
        """The seats that have not declined, while a show may follow; else CHANCE, until the clock has run out."""
        # By the last tick seen: ``Game.to_act`` is asked without a tick.
        if self.declined == ALL or not rules.showing.survey(self, self.tick).open:
            return (CHANCE,)
        return tuple(seat for seat in EVERYBODY if not self.declined & BIT[seat])

    def apply(self, rules: Rules, match: Match, seat: Seat, action: Action, tick: int) -> Step:
        """Show or decline; Close, from the clock, when the time is over.

        Raises NotAllowed (``not_now``, ``declined``, and the codes of ``Showing.why_not``).
        """
        if seat == CHANCE:
            if not isinstance(action, Close):
                raise NotAllowed("not_now")
            return self._close(rules, match)
        tick = self.at(tick)
        if self.declined & BIT[seat]:
            raise NotAllowed("declined")
        if isinstance(action, Show):
            return self._show(rules, match, seat, action, tick)
        if isinstance(action, Decline) and seat in self.to_act(rules):
            return self._decline(rules, match, seat, tick)
        raise NotAllowed("not_now")

    def _show(self, rules: Rules, match: Match, seat: Seat, show: Show, tick: int) -> Step:
        showing = rules.showing
        if show not in showing.shows(self, seat, tick):
            # Without the verb "show " the text form is the card.
            raise NotAllowed(showing.why_not(self, seat, show, tick), card=write(show)[5:])
        cards, joins = showing.cards(self, seat, show, tick)
        shown = (*self.shows, TrumpShow(seat, cards, tick, joins))
        # Before the show is added: what the clock has settled until now is told first.
        news = self._news(rules, tick)
        phase = replace(self, shows=shown, tick=tick)
        return match, phase, (*news, events.TrumpShown(seat, cards))

    def _decline(self, rules: Rules, match: Match, seat: Seat, tick: int) -> Step:
        news = self._news(rules, tick)
        phase = replace(self, declined=self.declined | BIT[seat], tick=tick)
        if phase.declined == ALL:
            survey = rules.showing.survey(phase, tick)
            # With a show on the table the cards are drawn to the end, for it may still be countered or lost.
            if not survey.holds or tick == len(self.order):
                return phase.end(rules, match, news)
        return match, phase, news

    def _news(self, rules: Rules, tick: int) -> tuple[Event, ...]:
        """What the clock has changed since the last tick seen."""
        showing = rules.showing
        return showing.news(showing.survey(self, self.tick), showing.survey(self, tick))

    def _close(self, rules: Rules, match: Match) -> Step:
        """The time is over, as the service says: all cards count as drawn.

        If the time had no grace because a show held, and that show is lost, the grace follows now.
        """
        last = len(self.order)
        news = self._news(rules, last)
        phase = replace(self, tick=last)
        survey = rules.showing.survey(phase, last)
        was_cut = self.pace(rules).seconds == 0.0
        if was_cut and not survey.holds and self.declined != ALL:
            return match, phase, news
        return phase.end(rules, match, news)

    def end(self, rules: Rules, match: Match, news: tuple[Event, ...]) -> Step:
        """Set trumps and give the dealer the kitty; without a show the option no_show decides."""
        survey = rules.showing.survey(self, len(self.order))
        if survey.holds:
            suit, dealer, card = survey.suit, survey.dealer, -1
        elif rules.no_show == "kitty":
            # There always is one: a single deck has two jokers, and the kitty six cards.
            card = next(number for number in self.kitty if number >> 4 < SMALL)
            suit, dealer = (card >> 2) & 3, 0 if self.dealer == NOBODY else self.dealer
        else:
            return match, Waiting(), (*news, events.NobodyShowed())
        last = len(self.order)
        hands = tuple(cards_of(self.drawn_by(seat, last)) for seat in EVERYBODY)
        setting = DealSetup(self.level, suit, dealer, shown=self._shown(survey), shows=survey.seen)
        phase, told = take_kitty(hands, cards_of(self.kitty), setting)
        # Only now: while cards are drawn the clock shows them, and an event for each would say no more.
        drew = tuple(events.Drew(seat, cards) for seat, cards in enumerate(hands))
        trumps = events.TrumpsSet(suit, self.level, dealer, card)
        return match, phase, (*news, *drew, trumps, *told)

    def _shown(self, survey: Survey) -> tuple[Cards, ...]:
        """The cards that each seat has shown, those that fixed a suit included."""
        shown = [0] * SEATS
        for seen in survey.seen:
            shown[seen.seat] |= seen.cards
            if seen.fixed_by >= 0:
                shown[seen.seat] |= 1 << seen.fixed_by
        return tuple(shown)

    # -- what may be done ------------------------------------------------------------------------------

    def legal(self, rules: Rules, seat: Seat, tick: int) -> Sequence[Action]:
        """The shows that the drawn cards allow, and declining."""
        if seat not in self.to_act(rules):
            return ()
        return (*rules.showing.shows(self, seat, self.at(tick)), DECLINE)

    def choices(self, rules: Rules, seat: Seat, tick: int) -> tuple[Choice, ...]:
        """The legal actions as buttons."""
        if seat not in self.to_act(rules):
            return ()
        picks = tuple(write(show) for show in rules.showing.shows(self, seat, self.at(tick)))
        show = (Choice("show", picks=picks),) if picks else ()
        return (*show, Choice("decline"))

    def chosen(self, seat: Seat) -> str:
        """``decline`` once the seat has declined. Only that seat sees it."""
        return write(DECLINE) if self.declined & BIT[seat] else ""

    def defaults(self, rules: Rules) -> tuple[tuple[Seat, Action], ...]:
        """The end of the drawing."""
        return ((CHANCE, Close()),)

    def prompt_key(self) -> str:
        """One question for all from the first card to the last: a card more does not make an answer stale."""
        return f"drawing{self.number}"

    def pace(self, rules: Rules) -> Pace:
        """A tick for each card; then the grace, unless a show holds that no other can follow."""
        survey = rules.showing.survey(self, self.tick)
        waits = not survey.holds or (survey.open_after and self.declined != ALL)
        grace = rules.show_grace if waits else 0.0
        return Pace(Limit.WINDOW, len(self.order), rules.draw_pace, grace)

    def publish(self, rules: Rules, base: Public, tick: int) -> Public:
        """How many cards are drawn at the tick, and what has been shown. Not who has declined."""
        tick = self.at(tick)
        survey = rules.showing.survey(self, tick)
        return replace(
            base,
            phase=PhaseName.DRAWING,
            dealer=survey.dealer,
            suit=survey.suit,
            counts=tuple(len(self.drawn_by(seat, tick)) for seat in EVERYBODY),
            # All, also seats that have declined; by the last tick seen, as in ``to_act``.
            to_act=EVERYBODY if rules.showing.survey(self, self.tick).open else (),
            drawn=tick,
            to_draw=len(self.order),
            first=self.first,
            shows=survey.seen,
            shown=self._shown(survey),
            kitty_count=KITTY,
        )
