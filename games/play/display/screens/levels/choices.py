"""What a player of a Shengji game may do now: buttons, and a hint."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.engine.core.cards import SUITS
from games.engine.core.views import Choice, Own, View
from games.engine.levels.public import PhaseName, Public
from games.engine.levels.trumps import TRUMP
from games.play.display.card_display import SUIT_SIGNS, rank_label
from games.play.display.screens.common import HINT
from games.play.display.screens.levels.hands import LABELS, trumps_in
from games.play.display.types import Button
from games.play.state.table_state import TableState

VERBS: Final = {
    "play": gettext_noop("出牌"),
    "bury": gettext_noop("扣底"),
    "decline": gettext_noop("不亮"),
}


def buttons_of(view: View[Public]) -> tuple[Button, ...]:
    """The buttons of this moment, and the hint where cards are to be ticked."""
    own, public = view.own, view.public
    if own is None:
        return ()
    made = [button for choice in own.choices for button in _buttons(choice, public)]
    if any(choice.cards for choice in own.choices):
        made.append(HINT)
    return tuple(made)


def _buttons(choice: Choice, public: Public) -> tuple[Button, ...]:
    if choice.picks:
        return tuple(_pick(pick, public) for pick in choice.picks)
    kind = "main" if choice.cards else "plain"
    return (Button(choice.verb, _(VERBS.get(choice.verb, choice.verb)), kind, choice.cards),)


def _pick(pick: str, public: Public) -> Button:
    verb, __, rest = pick.partition(" ")
    if verb == "stars":
        return Button(pick, stars_in_words(rest), "main" if rest != "0" else "plain")
    over = any(seen.on_top for seen in public.shows)
    words = _("反 {card}") if over else _("亮 {card}")
    return Button(pick, words.format(card=face_in_words(rest)), "main")


def stars_in_words(number: str) -> str:
    """How many stars are taken."""
    if number == "0":
        return _("不摘")
    return ngettext("摘 {count} 颗", "摘 {count} 颗", int(number)).format(count=number)


def face_in_words(text: str) -> str:
    """What is shown, from the end of its action's text.

    >>> face_in_words("3S"), face_in_words("BB")
    ('♠3', '大王×2')
    """
    if text[1:2] in SUITS and len(text) == 2:
        return SUIT_SIGNS[SUITS.index(text[1])] + rank_label(text[0])
    name = rank_label(text[0])
    return name if len(text) == 1 else f"{name}×{len(text)}"


def hint_of(table_state: TableState, view: View[Public]) -> str:
    """What to tell the viewer beside their buttons."""
    own, public = view.own, view.public
    if own is None:
        return ""
    if public.phase == PhaseName.DRAWING:
        return _drawing_hint(view)
    if public.phase == PhaseName.STARS:
        return _stars_hint(own)
    if not own.choices:
        return ""
    if public.phase == PhaseName.KITTY_EXCHANGE:
        return _("底牌在你手里了，选 {count} 张扣下。").format(count=own.choices[0].count)
    return _play_hint(table_state, view)


def _stars_hint(own: Own) -> str:
    if own.chosen:
        said = stars_in_words(own.chosen.removeprefix("stars "))
        return _("你已选：{chosen}。等其他人……").format(chosen=said)
    if own.choices and len(own.choices[0].picks) == 1:
        return _("手里没有大王，不能摘星。")
    return _("摘星：放几个大王进底牌，换几张小牌。")


def _drawing_hint(view: View[Public]) -> str:
    own = view.own
    if own is None or own.chosen:
        return _("已选不亮，等牌摸完。")
    if any(choice.verb == "show" for choice in own.choices):
        return _("可以亮主。")
    return _("摸到级牌就可以亮主。") if own.choices else ""


def _play_hint(table_state: TableState, view: View[Public]) -> str:
    own, public = view.own, view.public
    if own is None or not public.trick:
        return _("轮到你先出。")
    trumps, led = trumps_in(table_state, view), public.trick[0].cards
    suit = trumps.suits[led.bit_length() - 1]
    held = (own.hand & trumps.masks[suit]).bit_count()
    count = led.bit_count()
    if held:
        words = _("跟 {count} 张，有{suit}先跟{suit}。")
    elif suit == TRUMP:
        words = _("跟 {count} 张。{suit}没有了，可以垫牌。")
    else:
        words = _("跟 {count} 张。{suit}没有了，可以垫牌或用主毙。")
    return words.format(count=count, suit=_(LABELS[suit]))
