"""Re-dealing in the Shengji games: change everything that a seat cannot know."""

import random
from typing import Any

from msgspec.structs import replace

from games.engine.core.cards import BIG, Cards, cards_of, each_card, of_rank
from games.engine.huolong.star_exchange import UNSAID, StarExchange
from games.engine.levels.drawing import Drawing
from games.engine.levels.kitty_exchange import KittyExchange
from games.engine.levels.playing import Playing
from games.engine.levels.seats import ALL, BIT, SEATS


def redeal(state: Any, seat: int | None, tick: int, rng: random.Random) -> Any:
    """Another state that looks the same to ``seat`` (None: a watcher) at a tick.

    In a drawing all cards not yet drawn are permuted, the kitty and the seat's own among them, and so are
    the cards that others have drawn and not shown; who has declined is drawn anew. Later the others' hands and
    the kitty are permuted, but for cards that were shown; of sealed stars the others choose anew.
    """
    phase = state.phase
    if isinstance(phase, Drawing):
        return replace(state, phase=_redraw(phase, seat, tick, rng))
    if isinstance(phase, KittyExchange | Playing | StarExchange):
        return replace(state, phase=_rehand(phase, seat, rng))
    return state


def _redraw(phase: Drawing, seat: int | None, tick: int, rng: random.Random) -> Drawing:
    tick = phase.at(tick)
    order = list(phase.order + phase.kitty)
    known = set(_shown(phase, tick))
    fixed = {i for i in range(tick) if (phase.first + i) % SEATS == seat or order[i] in known}
    drawn = [i for i in range(tick) if i not in fixed]
    undrawn = list(range(tick, len(order)))
    loose = drawn + undrawn
    cards = [order[i] for i in loose]
    rng.shuffle(cards)
    for index, number in zip(loose, cards, strict=True):
        order[index] = number
    own = 0 if seat is None else phase.declined & BIT[seat]
    others = rng.randrange(16) & ~(0 if seat is None else BIT[seat])
    declined = own | others if phase.declined != ALL and own | others != ALL else phase.declined
    count = len(phase.order)
    return replace(phase, order=tuple(order[:count]), kitty=tuple(order[count:]), declined=declined)


def _shown(phase: Drawing, tick: int) -> list[int]:
    """Cards that all have seen: shown ones, and those that fixed, or did not fix, a suit."""
    found = [number for shown in phase.shows for number in each_card(shown.cards)]
    for shown in phase.shows:
        index = phase.next_draw(shown.seat, shown.tick)
        if index < tick:
            found.append(phase.order[index])
    return found


def _rehand(phase: Any, seat: int | None, rng: random.Random) -> Any:
    setting = phase.setting
    dealer_looks = seat == setting.dealer
    places = list(phase.hands)
    others = [each for each in range(SEATS) if each != seat]
    if not isinstance(phase, KittyExchange) and not dealer_looks:
        places.append(setting.bottom)
        others.append(SEATS)
    fixed = [
        cards & setting.shown[each] if each < SEATS else 0 for each, cards in enumerate(places)
    ]
    loose = [n for each in others for n in each_card(places[each] & ~fixed[each])]
    rng.shuffle(loose)
    for each in others:
        count = (places[each] & ~fixed[each]).bit_count()
        places[each] = fixed[each] | cards_of(loose.pop() for _ in range(count))
    if len(places) > SEATS:
        bottom = places.pop()
        phase = replace(phase, setting=replace(setting, bottom=bottom, buried=bottom))
    phase = replace(phase, hands=tuple(places))
    return _restar(phase, seat, rng) if isinstance(phase, StarExchange) else phase


def _restar(phase: StarExchange, seat: int | None, rng: random.Random) -> StarExchange:
    """Others choose anew, as many as before: never all, or the window would open."""
    counts = list(phase.counts)
    for each in range(SEATS):
        if each != seat:
            said = rng.random() < 0.5
            counts[each] = rng.randint(0, big_jokers(phase.hands[each])) if said else UNSAID
    if UNSAID not in counts:
        other = rng.choice([each for each in range(SEATS) if each != seat])
        counts[other] = UNSAID
    return replace(phase, counts=tuple(counts))


def big_jokers(hand: Cards) -> int:
    return of_rank(hand, BIG).bit_count()
