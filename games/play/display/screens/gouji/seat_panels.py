"""Gouji's seats: counts, badges, and what lies before each of them."""

from dataclasses import replace
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, pgettext

from games.engine.core.actions import Seat
from games.engine.core.views import View
from games.engine.gouji.public import PhaseName, Public
from games.engine.gouji.trick import TrickEntry
from games.play.display.card_display import card_faces
from games.play.display.screens.gouji.terms import DUES, PLACES
from games.play.display.types import CardFace, SeatPanel

SAID: Final = {"pass": gettext_noop("过"), "yield": gettext_noop("让")}
DEALT: Final = frozenset(
    {
        PhaseName.TRIBUTE,
        PhaseName.RETURN,
        PhaseName.REVOLUTION,
        PhaseName.CHARGE,
        PhaseName.HEADS,
        PhaseName.OPENING,
        PhaseName.PLAY,
    }
)
ASKED: Final = frozenset({PhaseName.RETURN, PhaseName.CHARGE, PhaseName.HEADS, PhaseName.PLAY})
"""The phases that mark the seats to act; in the others nearly all are asked at once."""


def seat_panels_of(seat_panels: tuple[SeatPanel, ...], view: View[Public]) -> tuple[SeatPanel, ...]:
    """The seats with what a watcher sees of them."""
    public = view.public
    latest = {laid.seat: laid for laid in public.trick}
    return tuple(_seat_panel(panel, public, latest.get(panel.number)) for panel in seat_panels)


def _seat_panel(panel: SeatPanel, public: Public, laid: TrickEntry | None) -> SeatPanel:
    number = panel.number
    played = laid if laid is not None and laid.kind == "play" else None
    on_top = played is not None and public.top is not None and public.top.seat == number
    before, words = (card_faces(played.cards), "") if played else _shown(public, number)
    if on_top:
        words = _top_words(public, number)
    return replace(
        panel,
        count=public.counts[number] if public.phase in DEALT else None,
        acting=public.phase in ASKED and number in public.to_act,
        badges=_badges(public, number),
        place=_place(public, number),
        said="" if laid is None or played else _(SAID.get(laid.kind, "")),
        laid=before,
        laid_words=words,
        on_top=on_top,
    )


def _shown(public: Public, number: int) -> tuple[tuple[CardFace, ...], str]:
    """What lies before a seat that has not played: cards shown for the lead, sets of a charge, tribute."""
    if public.charge and public.revolted == number:
        return _charged(public), _("冲点")
    if public.phase in {PhaseName.RETURN, PhaseName.REVOLUTION} and public.dues:
        return (), _paid(public, number)
    if public.phase == PhaseName.PLAY and not public.trick and not public.last_trick:
        return card_faces(public.shown[number]), _("上班") if public.shown[number] else ""
    return (), ""


def _charged(public: Public) -> tuple[CardFace, ...]:
    """The sets that stand, in their order, with a gap between them."""
    shown: list[CardFace] = []
    for cards in public.charge[public.charge_beaten :]:
        first, *rest = card_faces(cards)
        shown += [replace(first, colour=f"{first.colour} gap") if shown else first, *rest]
    return tuple(shown)


def _paid(public: Public, number: int) -> str:
    paid: dict[str, int] = {}
    for due in public.dues:
        if due.payer == number:
            paid[due.kind] = paid.get(due.kind, 0) + due.count
    got = sum(due.count for due in public.dues if due.receiver == number)
    words = [
        _("{due} {count} 张").format(due=_(DUES[kind]), count=count) for kind, count in paid.items()
    ]
    if got:
        words.append(ngettext("吃贡 {count} 张", "吃贡 {count} 张", got).format(count=got))
    return _("，").join(words)


def _top_words(public: Public, top: Seat) -> str:
    if public.dead:
        return _("够死级")
    if public.burner == top:
        return _("烧牌")
    return pgettext("a play", "够级") if public.gouji else ""


def _badges(public: Public, number: int) -> tuple[str, ...]:
    burning = public.burner is not None
    marks = (
        (burning and public.burner == number, gettext_noop("烧")),
        (number in public.burnt or (burning and public.burned == number), gettext_noop("被烧")),
        (number in public.stifled, gettext_noop("被闷")),
        (number in public.fallen and number not in public.stifled, gettext_noop("烧败")),
        (public.revolted == number, gettext_noop("革命")),
        (public.opened[number], gettext_noop("开点")),
        (public.declared[number], gettext_noop("宣点")),
        (public.headless[number], gettext_noop("无头")),
        (public.headed == number, gettext_noop("要头{left}")),
    )
    left = public.heads_left or ""
    return tuple(_(words).format(left=left) for held, words in marks if held)


def _place(public: Public, number: int) -> str:
    if public.places[number]:
        return _(PLACES[public.places[number]])
    if public.phase == PhaseName.PLAY and number in public.finished:
        return _(PLACES[public.finished.index(number) + 1])
    return _("离局") if number in public.fallen or public.revolted == number else ""
