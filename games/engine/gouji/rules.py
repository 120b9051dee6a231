"""A ruleset's options as typed attributes: read once, for the rules ask for them at every move."""

import msgspec

from games.engine.core.options import Ruleset

from .plays import MixedJokers


class Rules(msgspec.Struct, frozen=True):
    """The options of one table (see ``meta`` for what each of them means)."""

    games: int
    mixed_jokers: MixedJokers
    two_to_one: bool
    lead: str
    successor: str
    open_with_twos: bool
    melee_reentry: bool
    game_end: str
    event_points: bool
    hold_threes: bool
    stifled: str
    burn: str
    charge: bool
    tribute: bool
    tribute_order: str
    return_tribute: bool
    sweep_tribute: str
    tribute_cards: str


def rules_of(ruleset: Ruleset) -> Rules:
    """The options of a ruleset."""
    return Rules(
        games=int(ruleset["games"]),
        mixed_jokers="keep" if ruleset["mixed_jokers"] == "keep" else "as_small",
        two_to_one=ruleset["big_joker_two_to_one"] == "on",
        lead=ruleset["lead"],
        successor=ruleset["successor"],
        open_with_twos=ruleset["open_with_twos"] == "on",
        melee_reentry=ruleset["melee_reentry"] == "on",
        game_end=ruleset["game_end"],
        event_points=ruleset["event_points"] == "on",
        hold_threes=ruleset["hold_threes"] == "on",
        stifled=ruleset["stifled"],
        burn=ruleset["burn"],
        charge=ruleset["charge"] == "on",
        tribute=ruleset["tribute"] == "on",
        tribute_order=ruleset["tribute_order"],
        return_tribute=ruleset["return_tribute"] == "on",
        sweep_tribute=ruleset["sweep_tribute"],
        tribute_cards=ruleset["tribute_cards"],
    )
