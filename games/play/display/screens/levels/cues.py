"""What is called out at a table of a Shengji game."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.engine.core.actions import CHANCE
from games.engine.core.cards import SMALL, Cards, each_card
from games.engine.core.events import Event, seat_of, tag_of
from games.engine.core.views import View
from games.engine.levels import events
from games.engine.levels.game import LevelsGame
from games.engine.levels.public import Public
from games.engine.levels.trumps import TRUMP, trumps_of
from games.play.display.screens.common import ranks_in_words
from games.play.display.screens.cues import Call
from games.play.display.words import cached_words
from games.play.state.table_state import TableState

SUIT_NAMES: Final = (
    gettext_noop("梅花"),
    gettext_noop("方块"),
    gettext_noop("红心"),
    gettext_noop("黑桃"),
)
WORDS: Final = {
    "deal": gettext_noop("开局"),
    "trump": gettext_noop("亮主"),
    "counter": gettext_noop("反主"),
    "lost": gettext_noop("亮主作废"),
    "set": gettext_noop("定主"),
    "bury": gettext_noop("扣底"),
    "stars": gettext_noop("摘星"),
    "throw": gettext_noop("甩牌失败"),
    "ruff": gettext_noop("杀"),
    "kitty": gettext_noop("抠底"),
    "void": gettext_noop("重新发牌"),
    "play": "",
    "points": "",
    "end": "",
}
KEYS: Final = {
    "deal_began": "deal",
    "nobody_showed": "void",
    "show_lost": "lost",
    "trumps_set": "set",
    "buried": "bury",
    "throw_failed": "throw",
}
"""The events that are always called the same."""


def calls_of(table_state: TableState, view: View[Public], at: int) -> tuple[Call, ...]:
    """What is called out for the event of that index."""
    event = table_state.events[at]
    if isinstance(event, events.Played):
        key = "ruff" if _is_ruff(table_state, view, event, at) else "play"
        return (call(key, event.seat, card_in_words(event.cards)),)
    if isinstance(event, events.TrumpShown):
        over = any(isinstance(each, events.TrumpShown) for each in _deal_before(table_state, at))
        return (call("counter" if over else "trump", event.seat, card_in_words(event.cards)),)
    if isinstance(event, events.TrickWon):
        words = _("+{points} 分").format(points=event.points)
        return (Call("points", event.seat, words),) if event.kept and event.points else ()
    if isinstance(event, events.DealEnded):
        return (call("kitty" if event.result.took_bottom else "end", CHANCE),)
    seat = event.dealer if isinstance(event, events.TrumpsSet) else seat_of(event)
    tag = tag_of(event)
    return (call(KEYS[tag], seat),) if tag in KEYS else ()


def call(key: str, seat: int, say: str = "") -> Call:
    return Call(key, seat, _(WORDS[key]) if WORDS[key] else "", say)


def _deal_before(table_state: TableState, at: int) -> tuple[Event, ...]:
    """The events of its deal before the one at index ``at``."""
    told = table_state.events
    begins = (each for each in reversed(range(at)) if isinstance(told[each], events.DealBegan))
    return table_state.events[next(begins, 0) : at]


def _is_ruff(table_state: TableState, view: View[Public], event: events.Played, at: int) -> bool:
    """Whether a play (at index ``at``) is of trumps on another suit, and took the trick or leads it so far."""
    if event.leads:
        return False
    before = (
        each for each in reversed(_deal_before(table_state, at)) if isinstance(each, events.Played)
    )
    led = next((each for each in before if each.leads), None)
    if led is None or led.cards.bit_count() != event.cards.bit_count():
        return False
    public, rules = view.public, LevelsGame.of(table_state.game).rules
    trumps = trumps_of(public.level, public.suit, rules.natural)
    suits = {trumps.suits[number] for number in each_card(event.cards)}
    if suits != {TRUMP} or trumps.suits[led.cards.bit_length() - 1] == TRUMP:
        return False
    after = table_state.events[at + 1 :]
    won = next((each for each in after if isinstance(each, events.TrickWon)), None)
    if won is not None:
        return won.seat == event.seat
    return public.top == event.seat or any(isinstance(each, events.Played) for each in after)


@cached_words(512)
def card_in_words(cards: Cards) -> str:
    """A card, or equal cards, as players say it; "" for more, which is too long to say.

    >>> from games.engine.core.cards import take_all
    >>> card_in_words(take_all("KS")), card_in_words(take_all("KSTS"))
    ('黑桃 K', '')
    """
    numbers = list(each_card(cards))
    kinds = {number >> 2 for number in numbers}
    if len(kinds) != 1:
        return ""
    rank = ranks_in_words(cards & -cards)
    suit = SUIT_NAMES[numbers[0] % 16 // 4]
    name = rank if numbers[0] >> 4 >= SMALL else f"{_(suit)} {rank}"
    return (
        name if len(numbers) == 1 else _("{count} 张 {rank}").format(count=len(numbers), rank=name)
    )
