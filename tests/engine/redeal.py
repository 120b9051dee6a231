"""Re-dealing: change everything that a seat cannot know."""

import random
from typing import Any

from msgspec.structs import replace

from games.engine.core.cards import Cards, cards_of, each_card
from games.engine.gouji.opening import Opening
from games.engine.gouji.playing import Playing
from games.engine.gouji.seats import ALL, BIT, SEATS


def redeal(game: Any, state: Any, seat: int | None, rng: random.Random) -> Any:
    """Another state that looks the same to ``seat`` (None: a watcher).

    All cards that it cannot know change hands among the others, cards shown to all stay; what the
    others have chosen in secret is chosen anew.
    """
    phase = state.phase
    if isinstance(phase, Playing):
        shown = tuple(c & h for c, h in zip(phase.shown, phase.hands, strict=True))
        return replace(state, phase=replace(phase, hands=_permute(phase.hands, shown, seat, rng)))
    if isinstance(phase, Opening):
        hands = _permute(phase.hands, (0,) * SEATS, seat, rng)
        return replace(state, phase=_choose_anew(game, replace(phase, hands=hands), seat, rng))
    return state


def _permute(
    hands: tuple[Cards, ...], fixed: tuple[Cards, ...], seat: int | None, rng: random.Random
) -> tuple[Cards, ...]:
    others = [each for each in range(SEATS) if each != seat]
    loose = [card for each in others for card in each_card(hands[each] & ~fixed[each])]
    rng.shuffle(loose)
    dealt = list(hands)
    for each in others:
        count = (hands[each] & ~fixed[each]).bit_count()
        dealt[each] = fixed[each] | cards_of(loose.pop() for _ in range(count))
    return tuple(dealt)


def _choose_anew(game: Any, phase: Opening, seat: int | None, rng: random.Random) -> Opening:
    own = 0 if seat is None else BIT[seat]
    shows = tuple(show for show in phase.shows if show[0] == seat)
    fresh = replace(phase, declared=phase.declared & own, done=phase.done & own, shows=shows)
    state = replace(game.start(), phase=fresh)
    for other in range(SEATS):
        while other != seat and fresh.done | BIT[other] != ALL and rng.random() < 0.6:
            legal = game.legal(state, other)
            if not legal:
                break
            state, _ = game.apply(state, other, rng.choice(legal))
            fresh = state.phase
    return fresh
