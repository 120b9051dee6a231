"""What is called out at a table of Gouji."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.engine.core.events import seat_of, tag_of
from games.engine.core.views import View
from games.engine.gouji import events
from games.engine.gouji.public import Public
from games.play.display.screens.common import ranks_in_words
from games.play.display.screens.cues import Call
from games.play.state.table_state import TableState

WORDS: Final = {
    "deal": gettext_noop("开局"),
    "declare": gettext_noop("宣点"),
    "show": gettext_noop("上班"),
    "lead": gettext_noop("发牌"),
    "answer": gettext_noop("上牌"),
    "pass": gettext_noop("过牌"),
    "yield": gettext_noop("让牌"),
    "gouji": gettext_noop("打够级"),
    "dead": gettext_noop("够死级"),
    "burn": gettext_noop("烧牌"),
    "unburn": gettext_noop("解烧"),
    "burned": gettext_noop("烧成了"),
    "unburnt": gettext_noop("烧败"),
    "open": gettext_noop("开点"),
    "revolt": gettext_noop("革命"),
    "charge": gettext_noop("冲点"),
    "beaten": gettext_noop("打掉一套"),
    "head": gettext_noop("要头"),
    "headless": gettext_noop("无头"),
    "stifled": gettext_noop("被闷"),
    "out": gettext_noop("走科"),
    "melee": gettext_noop("四户乱缠"),
    "void": gettext_noop("重新发牌"),
    "end": "",
}
KEYS: Final = {
    "deal_began": "deal",
    "deal_voided": "void",
    "declared": "declare",
    "shown": "show",
    "passed": "pass",
    "yielded": "yield",
    "opened": "open",
    "revolted": "revolt",
    "charged": "charge",
    "charge_beaten": "beaten",
    "became_headless": "headless",
    "burn_succeeded": "burned",
    "burn_failed": "unburnt",
    "stifled": "stifled",
    "went_out": "out",
    "melee_began": "melee",
    "deal_ended": "end",
}
"""The events that are always called the same."""


def calls_of(table_state: TableState, view: View[Public], at: int) -> tuple[Call, ...]:  # noqa: ARG001 -- as every game
    """What is called out for the event of that index."""
    event = table_state.events[at]
    if isinstance(event, events.Played):
        said = ranks_in_words(event.cards).replace(" + ", _("，"))
        return (_call(_play(event), event.seat, said),)
    if isinstance(event, events.HeadChosen):
        return (_call("head" if event.headed else "headless", event.seat),)
    if isinstance(event, events.BurnEnded):
        return (_call("unburn", event.by),)
    tag = tag_of(event)
    return (_call(KEYS[tag], seat_of(event)),) if tag in KEYS else ()


def _call(key: str, seat: int, say: str = "") -> Call:
    return Call(key, seat, _(WORDS[key]) if WORDS[key] else "", say)


def _play(event: events.Played) -> str:
    if event.burns:
        return "burn"
    if event.dead:
        return "dead"
    if event.gouji:
        return "gouji"
    return "lead" if event.leads else "answer"
