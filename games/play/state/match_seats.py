"""Who held the seats of a match when it began. The table's own seats may be other people's since."""

from collections.abc import Collection, Sequence
from typing import TypedDict

from games.bots import STAND_IN
from games.engine.registry import game_of
from games.play.models import Match
from games.play.state.info import SeatInfo


class Holder(TypedDict):
    """One seat in ``Match.holders``: a user's id and name, or a bot's name; the other fields are empty."""

    user: int | None
    name: str
    bot: str


def whole(holders: object, seats: int) -> list[Holder]:
    """``Match.holders`` with one entry for each seat, whatever was stored: an unknown seat has empty fields."""
    stored = holders if isinstance(holders, list) else []
    return [_holder(stored[seat] if seat < len(stored) else None) for seat in range(seats)]


def _holder(stored: object) -> Holder:
    fields = stored if isinstance(stored, dict) else {}
    user, name, bot = fields.get("user"), fields.get("name"), fields.get("bot")
    return {
        "user": user if type(user) is int else None,  # True is an int to isinstance, and no id
        "name": name if isinstance(name, str) else "",
        "bot": bot if isinstance(bot, str) else "",
    }


def seats_held(holders: Sequence[Holder], gone: Collection[int] = ()) -> tuple[SeatInfo, ...]:
    """The seats of a match with the holders it began with, and bots in the seats that are ``gone``."""
    return tuple(
        SeatInfo(number, None, "", STAND_IN)
        if number in gone
        else SeatInfo(number, holder["user"], holder["name"], holder["bot"])
        for number, holder in enumerate(holders)
    )


def seats_of(match_id: int, gone: Collection[int] = ()) -> tuple[SeatInfo, ...]:
    """The same for the match of that id. One query."""
    match = Match.objects.only("holders", "ruleset").get(id=match_id)
    return seats_held(whole(match.holders, game_of(match.ruleset).meta.seats), gone)
