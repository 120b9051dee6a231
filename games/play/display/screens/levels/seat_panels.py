"""The four seats of a Shengji game: counts, badges, and what lies before each of them."""

from dataclasses import replace
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.engine.core.views import View
from games.engine.levels.match import ShowStatus
from games.engine.levels.public import PhaseName, Public
from games.engine.levels.trick import TrickPlay
from games.play.display.card_display import card_faces
from games.play.display.types import CardFace, SeatPanel

DEALT: Final = frozenset(
    {PhaseName.DRAWING, PhaseName.KITTY_EXCHANGE, PhaseName.STARS, PhaseName.PLAY}
)
ASKED: Final = frozenset({PhaseName.KITTY_EXCHANGE, PhaseName.PLAY})
SHOWING: Final = frozenset({PhaseName.DRAWING, PhaseName.KITTY_EXCHANGE, PhaseName.STARS})
"""The phases in which shown cards lie open before their seats."""
STATES: Final = {
    "stands": gettext_noop("亮主"),
    "covered": gettext_noop("被反"),
    "pending": gettext_noop("下一张定主"),
    "awaiting": gettext_noop("等再亮王"),
    "lost": gettext_noop("作废"),
}
COUNTERED: Final = gettext_noop("反主")


def seat_panels_of(seat_panels: tuple[SeatPanel, ...], view: View[Public]) -> tuple[SeatPanel, ...]:
    """The seats with what a watcher sees of them."""
    public = view.public
    old = not public.trick
    latest = {laid.seat: laid for laid in (public.trick or public.last_trick)}
    return tuple(
        _seat_panel(panel, public, latest.get(panel.number), old=old and panel.number in latest)
        for panel in seat_panels
    )


def _seat_panel(
    panel: SeatPanel, public: Public, laid: TrickPlay | None, *, old: bool
) -> SeatPanel:
    number = panel.number
    if laid is not None:
        before, words = card_faces(laid.cards), _("甩牌失败") if laid.tried else ""
    else:
        before, words = _shown(public, number)
    return replace(
        panel,
        count=public.counts[number] if public.phase in DEALT else None,
        acting=public.phase in ASKED and number in public.to_act,
        badges=_badges(public, number),
        laid=before,
        laid_words=words,
        on_top=laid is not None and number == (public.leader if old else public.top),
        old=old,
    )


def _shown(public: Public, number: int) -> tuple[tuple[CardFace, ...], str]:
    """What a seat has shown for trumps, and what has become of it."""
    own = [seen for seen in public.shows if seen.seat == number]
    if not own or public.phase not in SHOWING:
        return (), ""
    cards = own[-1].cards if public.phase == PhaseName.DRAWING else public.shown[number]
    return card_faces(cards), _(_fate(own[-1], public.shows))


def _fate(last: ShowStatus, shows: tuple[ShowStatus, ...]) -> str:
    """What became of a seat's last show: one that stands and has covered an earlier one is a counter 反主."""
    countered = last.state == "stands" and any(seen.state == "covered" for seen in shows)
    return COUNTERED if countered else STATES.get(last.state, "")


def _badges(public: Public, number: int) -> tuple[str, ...]:
    put = public.put[number] if public.put else 0
    marks = (
        (public.dealer == number, gettext_noop("庄")),
        (put > 0, gettext_noop("摘星{count}")),
    )
    return tuple(_(words).format(count=put) for held, words in marks if held)
