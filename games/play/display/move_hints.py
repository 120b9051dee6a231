"""Hints 提示: at the first press what a good bot would do, then further legal plays, one a press."""

import random
from typing import Final, NamedTuple

from games.bots import bot_of
from games.engine.core.cards import Cards, each_card, take_all, write_card
from games.engine.core.errors import NotAllowed
from games.play.display.card_display import card_faces
from games.play.display.screens import own_screen
from games.play.state.table_state import TableState

ADVISER: Final = "steady"
MAX_HINTS: Final = 24
"""Legal plays that are looked through: a player presses a few times, and a hand may have thousands."""


class Hint(NamedTuple):
    """The verb of an action, and the cards to tick for it, if it takes any."""

    verb: str
    cards: tuple[str, ...]


def hint_for(table_state: TableState, seat: int, press: int) -> Hint:
    """The hint of the ``press``-th press (from 0); after the last one they begin again.

    Raises NotAllowed (``no_question``) for a seat that has nothing to decide.
    """
    # From the seat's own view, as a bot gets it: no hint can know more than the player.
    view = table_state.view(seat)
    if view is None or view.own is None or not view.own.choices:
        raise NotAllowed("no_question")
    # A fixed seed, so that presses follow one list. Seeded by the version, a hint that changes would tell that a sealed
    # answer has come in.
    dice = random.Random(0)  # noqa: S311 -- no secret
    advice = bot_of(ADVISER).choose(view, table_state.game, dice)
    found = [] if advice is None else [advice]
    seen = {table_state.game.write(action) for action in found}
    legal = table_state.game.legal_in(view)
    for index in range(min(len(legal), MAX_HINTS)):
        text = table_state.game.write(legal[index])
        if text not in seen and _cards(legal[index]):
            seen.add(text)
            found.append(legal[index])
    if not found:
        raise NotAllowed("no_question")
    chosen = found[press % len(found)]
    verb = table_state.game.write(chosen).partition(" ")[0]
    return Hint(verb, tuple(write_card(number) for number in each_card(_cards(chosen))))


def hint_words(table_state: TableState, seat: int, hint: Hint) -> str:
    """A hint in words, for a page without script: the label of its button, and its cards."""
    buttons = own_screen(table_state, seat).controls.buttons
    labels = (button.label for button in buttons if button.value.partition(" ")[0] == hint.verb)
    cards = card_faces(take_all("".join(hint.cards)))
    return " ".join(
        [str(next(labels, hint.verb)), *(card_face.rank + card_face.sign for card_face in cards)]
    )


def _cards(action: object) -> Cards:
    cards: Cards = getattr(action, "cards", 0)
    return cards
