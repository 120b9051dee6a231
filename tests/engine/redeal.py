"""Re-dealing: change everything that a seat cannot know."""

import random
from collections.abc import Callable, Sequence
from functools import reduce
from operator import or_
from typing import Any

from msgspec.structs import replace

from games.engine.core.cards import Cards, cards_of, deck, each_card
from games.engine.core.events import visible
from games.engine.gouji.events import DealBegan
from games.engine.gouji.opening import Opening
from games.engine.gouji.playing import Playing
from games.engine.gouji.revolution import Revolution
from games.engine.gouji.seats import BIT
from games.engine.gouji.tribute import Returning

PACK = cards_of(deck(4))


def redeal(
    game: Any,
    state: Any,
    seat: int | None,
    rng: random.Random,
    told: Sequence[Any] | None = None,
) -> Any:
    """Another state that looks the same to ``seat`` (None: a watcher), which has seen its part of ``told``.

    All cards that it cannot know, and nobody has laid open, change places among hands and discards; what the others have chosen in
    secret is chosen anew. Without ``told`` all cards that have changed hands stay, too.
    """
    phase = state.phase
    known = _known_without_events(state, seat) if told is None else known_cards(told, seat)
    change = _changed_places(known, rng)
    if isinstance(phase, Playing):
        fields = {"hands": tuple(map(change, phase.hands)), "discarded": change(phase.discarded)}
        phase = replace(phase, **fields)
    elif hasattr(phase, "setup"):
        setup = phase.setup
        setup = replace(
            setup,
            hands=tuple(map(change, setup.hands)),
            received=tuple(map(change, setup.received)),
            discarded=change(setup.discarded),
        )
        phase = replace(phase, setup=setup)
    return _choose_anew(game, replace(state, phase=_unsealed(phase, seat)), seat, rng)


def known_cards(told: Sequence[Any], seat: int | None) -> Cards:
    """The cards whose place in this deal the seat knows: all that its events have named."""
    known = 0
    for event in visible(told, seat):
        if isinstance(event, DealBegan):
            known = 0
        known |= getattr(event, "cards", 0)
        for cards in getattr(event, "sets", ()):
            known |= cards
    return known


def _known_without_events(state: Any, seat: int | None) -> Cards:
    phase = state.phase
    place = getattr(phase, "setup", phase)
    known: Cards = 0 if seat is None else phase.hand(seat)
    for name in ("received", "shown"):
        for cards in getattr(place, name, ()):
            known |= cards
    held = reduce(or_, getattr(place, "hands", ()), getattr(place, "discarded", 0))
    laid = PACK & ~held if isinstance(phase, Playing) else 0
    return known | laid | getattr(place, "discarded", 0)


def _changed_places(known: Cards, rng: random.Random) -> Callable[[Cards], Cards]:
    loose = list(each_card(PACK & ~known))
    shuffled = loose[:]
    rng.shuffle(shuffled)
    place = dict(zip(loose, shuffled, strict=True))
    return lambda cards: cards_of(place.get(number, number) for number in each_card(cards))


def _unsealed(phase: Any, seat: int | None) -> Any:
    """The phase without what others have chosen in a sealed question that is still open."""
    own = 0 if seat is None else BIT[seat]
    if isinstance(phase, Opening):
        shows = tuple(show for show in phase.shows if show[0] == seat)
        return replace(phase, declared=phase.declared & own, done=phase.done & own, shows=shows)
    if isinstance(phase, Revolution):
        return replace(phase, answered=phase.answered & own, revolts=phase.revolts & own)
    if isinstance(phase, Returning):
        given = zip(phase.gifts, phase._chosen(), strict=True)
        return replace(phase, given=tuple(c if g.giver == seat else 0 for g, c in given))
    if isinstance(phase, Playing):
        offers = tuple(offer for offer in phase.offers if offer[0] == seat)
        return replace(phase, answered=phase.answered & own, offers=offers)
    return phase


def _choose_anew(game: Any, state: Any, seat: int | None, rng: random.Random) -> Any:
    """Others answer at random; somebody is always left, so that nothing is unsealed."""
    if len(state.phase.publicly_to_act()) < 2:
        return state
    for _ in range(rng.randrange(12)):
        left = [other for other in game.to_act(state) if other != seat]
        if len(game.to_act(state)) < 2 or not left:
            break
        other = rng.choice(left)
        legal = game.legal(state, other)
        state, events = game.apply(state, other, legal[rng.randrange(len(legal))])
        assert events == ()
    return state
