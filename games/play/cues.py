"""Cues: what is called out at the table when something happens, for eyes and ears.

A cue is made from one public event, so it tells no more than the log does. Its number is the moment of its move: it
only grows, and does not count what was answered in secret between two moves.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.engine.core.actions import CHANCE
from games.engine.core.cards import SMALL, Cards, each_card
from games.engine.core.events import Event
from games.engine.levels.trumps import TRUMP, trumps_of
from games.play.present import Cue, Loaded
from games.play.screens.gouji.terms import ranks_in_words
from games.play.words import cached_words

MOST: Final = 4
SUIT_NAMES: Final = (
    gettext_noop("梅花"),
    gettext_noop("方块"),
    gettext_noop("红心"),
    gettext_noop("黑桃"),
)
_ACTOR: Final = {"burn_ended": "by", "stifled": "seat", "trumps_set": "dealer"}
"""The field that names whose cue it is, where that is not ``seat``."""

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
    "trump": gettext_noop("亮主"),
    "counter": gettext_noop("反主"),
    "lost": gettext_noop("亮主作废"),
    "set": gettext_noop("定主"),
    "bury": gettext_noop("扣底"),
    "stars": gettext_noop("摘星"),
    "throw": gettext_noop("甩牌失败"),
    "ruff": gettext_noop("杀"),
    "kitty": gettext_noop("抠底"),
    "play": "",
    "points": "",
    "end": "",
}
GOUJI: Final = {
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
    "burn_ended": "unburn",
    "burn_succeeded": "burned",
    "burn_failed": "unburnt",
    "stifled": "stifled",
    "went_out": "out",
    "melee_began": "melee",
    "deal_ended": "end",
}
LEVELS: Final = {
    "deal_began": "deal",
    "nobody_showed": "void",
    "show_lost": "lost",
    "trumps_set": "set",
    "buried": "bury",
    "throw_failed": "throw",
}


@dataclass(frozen=True, slots=True)
class Scene:
    """The public events of a deal so far, and the cards that trump in it."""

    before: tuple[Event, ...]
    after: tuple[Event, ...]
    level: int = 0
    suit: int = -1
    top: int | None = None
    natural: bool = False


def cues_of(loaded: Loaded) -> tuple[Cue, ...]:
    """The newest cues of a table, oldest first."""
    if loaded.match is None or len(loaded.stamps) != len(loaded.events):
        return ()
    read = _gouji if loaded.game.meta.key == "gouji" else _levels
    view = loaded.view(None)
    public, rules = (view.public if view else None), getattr(loaded.game, "rules", None)
    told: list[Cue] = []
    for at in range(max(0, len(loaded.events) - 3 * MOST), len(loaded.events)):
        event = loaded.events[at]
        scene = Scene(
            _deal_of(loaded.events[:at]),
            loaded.events[at + 1 :],
            getattr(public, "level", 0),
            getattr(public, "suit", -1),
            getattr(public, "top", None),
            natural=getattr(rules, "natural", False),
        )
        told += _cues(event, loaded.stamps[at], scene, read)
    return tuple(told[-MOST:])


def _tag(event: Event) -> str:
    return str(event.__struct_config__.tag)


def _deal_of(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events since the present deal began."""
    begins = [at for at, event in enumerate(events) if _tag(event) == "deal_began"]
    return events[begins[-1] :] if begins else events


Read = Callable[[Any, Scene], tuple[str, str, str]]


def _cues(event: Any, number: int, scene: Scene, read: Read) -> list[Cue]:  # noqa: ANN401
    key, words, say = read(event, scene)
    if not key:
        return []
    if key == "stars":
        put = [seat for seat, count in enumerate(event.counts) if count]
        return [Cue(number + at, key, seat, _(WORDS[key]), "") for at, seat in enumerate(put)]
    seat = getattr(event, _ACTOR.get(_tag(event), "seat"), CHANCE)
    shown = words or (_(WORDS[key]) if WORDS[key] else "")
    return [Cue(number, key, seat, shown, say)]


def _gouji(event: Any, scene: Scene) -> tuple[str, str, str]:  # noqa: ANN401, ARG001
    tag = _tag(event)
    if tag == "played":
        said = ranks_in_words(event.cards).replace(" + ", _("，"))
        return _gouji_play(event), "", said
    if tag == "head_chosen":
        return ("head" if event.headed else "headless"), "", ""
    return GOUJI.get(tag, ""), "", ""


def _gouji_play(event: Any) -> str:  # noqa: ANN401
    if event.burns:
        return "burn"
    if event.dead:
        return "dead"
    if event.gouji:
        return "gouji"
    return "lead" if event.leads else "answer"


def _levels(event: Any, scene: Scene) -> tuple[str, str, str]:  # noqa: ANN401
    tag = _tag(event)
    if tag == "played":
        return ("ruff" if _is_ruff(event, scene) else "play"), "", card_in_words(event.cards)
    if tag == "shown":
        over = any(_tag(each) == "shown" for each in scene.before)
        return ("counter" if over else "trump"), "", card_in_words(event.cards)
    if tag == "stars_put":
        return "stars", "", ""
    if tag == "trick_won" and event.kept and event.points:
        return "points", _("+{points} 分").format(points=event.points), ""
    if tag == "deal_ended":
        return ("kitty" if event.result.took_bottom else "end"), "", ""
    return LEVELS.get(tag, ""), "", ""


def _is_ruff(event: Any, scene: Scene) -> bool:  # noqa: ANN401
    """Whether a play of trumps on another suit took the trick, as far as it has gone."""
    tricks = [each for each in scene.before if _tag(each) == "played"]
    led: Any = next((each for each in reversed(tricks) if getattr(each, "leads", False)), None)
    if event.leads or led is None or led.cards.bit_count() != event.cards.bit_count():
        return False
    trumps = trumps_of(scene.level, scene.suit, scene.natural)
    suits = {trumps.suits[number] for number in each_card(event.cards)}
    if suits != {TRUMP} or trumps.suits[led.cards.bit_length() - 1] == TRUMP:
        return False
    won: Any = next((each for each in scene.after if _tag(each) == "trick_won"), None)
    if won is not None:
        return bool(won.seat == event.seat)
    later = any(_tag(each) == "played" for each in scene.after)
    return later or scene.top == event.seat


@cached_words(512)
def card_in_words(cards: Cards) -> str:
    """A card, or equal cards, as one calls them; "" for what is too long to call.

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
