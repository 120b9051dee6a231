"""What a player of a Shengji game may do now: buttons, and a hint."""

from typing import Any, Final

from games.engine.core.cards import SUITS
from games.engine.core.views import Choice, Own, View
from games.play.present import RANK_LABELS, SUIT_SIGNS, Button, Loaded
from games.play.screens.common import HINT
from games.play.screens.levels.hands import LABELS, trumps_in

VERBS: Final = {"play": "出牌", "bury": "扣底", "decline": "不亮"}
WAIT: Final = "等其他人……"


def buttons_of(view: View) -> tuple[Button, ...]:
    """The buttons of this moment, and the hint where cards are to be ticked."""
    own, public = view.own, view.public
    if own is None:
        return ()
    made = [button for choice in own.choices for button in _buttons(choice, public)]
    if any(choice.cards for choice in own.choices):
        made.append(HINT)
    return tuple(made)


def _buttons(choice: Choice, public: Any) -> tuple[Button, ...]:  # noqa: ANN401
    if choice.picks:
        return tuple(_pick(pick, public) for pick in choice.picks)
    kind = "main" if choice.cards else "plain"
    return (Button(choice.verb, VERBS.get(choice.verb, choice.verb), kind, choice.cards),)


def _pick(pick: str, public: Any) -> Button:  # noqa: ANN401
    verb, _, rest = pick.partition(" ")
    if verb == "stars":
        return Button(
            pick, f"摘 {rest} 颗" if rest != "0" else "不摘", "main" if rest != "0" else "plain"
        )
    word = "反" if any(seen.on_top for seen in public.shows) else "亮"
    return Button(pick, f"{word} {face_in_words(rest)}", "main")


def face_in_words(text: str) -> str:
    """What is shown, from the end of its action's text.

    >>> face_in_words("3S"), face_in_words("BB")
    ('♠3', '大王×2')
    """
    if text[1:2] in SUITS and len(text) == 2:
        return SUIT_SIGNS[SUITS.index(text[1])] + RANK_LABELS.get(text[0], text[0])
    name = RANK_LABELS.get(text[0], text[0])
    return name if len(text) == 1 else f"{name}×{len(text)}"


def hint_of(loaded: Loaded, view: View) -> str:
    """What to tell the viewer beside his buttons."""
    own, public = view.own, view.public
    if own is None:
        return ""
    if public.phase == "drawing":
        return _drawing_hint(view)
    if public.phase == "stars":
        return _stars_hint(own)
    if not own.choices:
        return ""
    if public.phase == "burying":
        return f"底牌在你手里了，选 {own.choices[0].count} 张扣下。"
    return _play_hint(loaded, view)


def _stars_hint(own: Own) -> str:
    if own.chosen:
        said = own.chosen.removeprefix("stars ")
        return f"已选：{'不摘' if said == '0' else f'摘 {said} 颗'}。{WAIT}"
    if own.choices and len(own.choices[0].picks) == 1:
        return "手里没有大王，不能摘星。"
    return "摘星：放几个大王进底牌，换几张小牌。"


def _drawing_hint(view: View) -> str:
    own = view.own
    if own is None or own.chosen:
        return "已选不亮，等牌摸完。"
    if any(choice.verb == "show" for choice in own.choices):
        return "可以亮主。"
    return "摸到级牌就可以亮主。" if own.choices else ""


def _play_hint(loaded: Loaded, view: View) -> str:
    own, public = view.own, view.public
    if own is None or not public.trick:
        return "轮到你先出。"
    trumps, led = trumps_in(loaded, view), public.trick[0].cards
    suit = trumps.suits[led.bit_length() - 1]
    held = (own.hand & trumps.masks[suit]).bit_count()
    name = LABELS[suit]
    if not held:
        return (
            f"跟 {led.bit_count()} 张。{name}没有了，可以垫牌{'' if name == '主' else '或用主毙'}。"
        )
    return f"跟 {led.bit_count()} 张，有{name}先跟{name}。"
