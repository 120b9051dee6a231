"""Who held the seats of a match: noted when it begins, told long after its people have gone."""

from collections.abc import Collection, Sequence
from typing import TypedDict

from games.play.info import SeatInfo
from games.play.models import Match
from games.play.services.seats import BOT


class Holder(TypedDict):
    """One seat in ``Match.holders``: a user's id and name, or a bot's name; the others are empty."""

    user: int | None
    name: str
    bot: str


def seats_held(holders: Sequence[Holder], gone: Collection[int] = ()) -> tuple[SeatInfo, ...]:
    """The seats as those hold them who began a match; bots hold those of the seats ``gone``."""
    return tuple(
        SeatInfo(number, None, "", BOT)
        if number in gone
        else SeatInfo(number, holder["user"], holder["name"], holder["bot"])
        for number, holder in enumerate(holders)
    )


def seats_of(match_id: int, gone: Collection[int] = ()) -> tuple[SeatInfo, ...]:
    """The same for the match of that id. One query."""
    holders = Match.objects.values_list("holders", flat=True).get(id=match_id)
    return seats_held(holders, gone)
