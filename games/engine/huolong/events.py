"""The events that only Huolong has, in the past tense."""

from games.engine.core.cards import Cards
from games.engine.core.events import PublicEvent
from games.engine.levels.events import OwnerOnly


class StarsPut(PublicEvent, frozen=True, tag="stars_put"):
    """摘星: how many big jokers each seat put into the bottom, and so how many cards it took out."""

    counts: tuple[int, ...]


class StarsTaken(OwnerOnly, frozen=True, tag="stars_taken"):
    """The cards that a seat took out of the bottom."""

    cards: Cards
