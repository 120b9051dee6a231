"""Names and sentences at the table: who sits where, what happened, by which rules."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final
from unicodedata import east_asian_width

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from games.engine.core.events import Event
from games.engine.core.game import AnyGame
from games.engine.core.options import make_ruleset
from games.play.display.words import cached_words, said
from games.play.models import Move
from games.play.state.info import SeatInfo
from games.play.state.table_state import TableState

SHORT_NAME: Final = 12
"""In columns: a Chinese character takes two."""
LOG_LINES: Final = 6
BOT_NAMES: Final = (
    *(gettext_noop("崂山"), gettext_noop("趵突"), gettext_noop("泰山")),
    *(gettext_noop("蓬莱"), gettext_noop("微山"), gettext_noop("沂蒙")),
)


def name_of(seat: SeatInfo) -> str:
    """The name of a seat's holder at the table."""
    if seat.name:
        return seat.name
    return _(BOT_NAMES[seat.number % len(BOT_NAMES)]) if seat.bot else _("空位")


@lru_cache(maxsize=1024)
def short_name(name: str) -> str:
    """A name cut to fit between words.

    >>> short_name("崂山道士下山来打牌"), short_name("微山")
    ('崂山道士下…', '微山')
    """
    if sum(map(_width, name)) <= SHORT_NAME:
        return name
    kept, left = "", SHORT_NAME - 2
    for letter in name:
        left -= _width(letter)
        if left < 0:
            break
        kept += letter
    return f"{kept}…"


def _width(letter: str) -> int:
    return 2 if east_asian_width(letter) in "WF" else 1


DECIDED_BY: Final = {
    Move.By.CLOCK.value: gettext_lazy("超时"),
    Move.By.AUTOPLAY.value: gettext_lazy("托管"),
    Move.By.AUTO_DECLINE.value: gettext_lazy("自动回绝"),
    Move.By.REFEREE.value: gettext_lazy("裁判"),
}
"""What is added to a line of the log that neither the player nor a seated bot decided."""


def in_words(game: AnyGame, event: Event, names: Sequence[str], by: str = "") -> str:
    """An event as a line of the log, "" for one that has none. ``names`` are the seats', ``by`` is who decided it."""
    text = game.describe(event)
    if text is None:
        return ""
    line = said(text, names)
    return _("{line}（{by}）").format(line=line, by=DECIDED_BY[by]) if by in DECIDED_BY else line


def log_lines(table_state: TableState, most: int = LOG_LINES) -> tuple[str, ...]:
    """The last public events in words, ``most`` lines at most."""
    names = [name_of(seat) for seat in table_state.seats]
    lines: list[str] = []
    decided_by = table_state.decided_by or ("",) * len(table_state.events)
    for event, by in zip(reversed(table_state.events), reversed(decided_by), strict=True):
        if line := in_words(table_state.game, event, names, by):
            lines.append(line)
        if len(lines) == most:
            break
    return tuple(reversed(lines))


@cached_words(256)
def ruleset_name(game: AnyGame) -> str:
    """The short name of a ruleset: its preset, and what differs from that."""
    ruleset, meta = game.ruleset, game.meta
    preset = meta.preset(ruleset.preset)
    base = make_ruleset(meta, preset.key).values
    changed = [option for option in meta.options if ruleset[option.key] != base[option.key]]
    label = said(preset.label)
    if not changed:
        return label
    if len(changed) > 1:
        return _("{preset} · 改 {count} 项").format(preset=label, count=len(changed))
    value = next(v for v in changed[0].values if v.key == ruleset[changed[0].key])
    option = _("{option}：{value}").format(option=said(changed[0].label), value=said(value.label))
    return f"{label} · {option}"
