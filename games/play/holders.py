"""Who held the seats of a match: noted when it begins, told long after its people have gone."""

from collections.abc import Collection

from accounts.models import User
from games.play.models import Match, Seat
from games.play.services.seats import BOT


def held(number: int, user_id: int | None, name: str, bot: str) -> Seat:
    """A seat as somebody held it, who may be gone by now; it is never saved.

    Without ``bot`` it was a person's, of whom a deleted account leaves the name alone.
    """
    user = None if bot else User(id=user_id or -1, username=name)
    return Seat(number=number, user=user, bot=bot, presence=Seat.Presence.HERE)


def seats_of(match: Match, gone: Collection[int] = ()) -> tuple[Seat, ...]:
    """The seats as those hold them who began a match; bots hold those of the seats ``gone``."""
    return tuple(
        held(number, None, "", BOT)
        if number in gone
        else held(number, holder["user"], holder["name"], holder["bot"])
        for number, holder in enumerate(match.holders)
    )
