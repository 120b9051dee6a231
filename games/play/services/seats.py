"""Opening tables, sitting down, leaving, getting ready. Each locks the table's row, then its match's.

Each asks ``may`` about its user, and raises NotAllowed with the code of a refusal, beside those that it names.
"""

from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.permissions import Act
from games.engine.core.errors import NotAllowed, Unreadable
from games.engine.shelf import game_of
from games.permission import check_may
from games.play import models
from games.play.services import clocks, holding
from games.play.services.finish import finish

BOT: Final = "steady"
MAX_SALT: Final = 64
STRICT_PRESET: Final = "tournament"
"""Under this preset of any game nobody is helped by a card counter."""
QUICK_RULESETS: Final = {
    "gouji": "gouji(games=1)",
    "shengji": "shengji",
    "huolong": "huolong",
}


@dataclass(frozen=True, slots=True)
class House:
    """How a table is kept beside its ruleset, as ``models.Table`` has it: the rules of the house."""

    decision_seconds: int = 20
    bank_seconds: int = 60
    memory: models.Table.Memory = models.Table.Memory.OWN
    counts: models.Table.Counts = models.Table.Counts.ALL
    watch_delay: int = 0
    private: bool = False


USUAL: Final = House()


def open_table(
    *, user: User, ruleset: str, house: House = USUAL, decision_seconds: int | None = None
) -> models.Table:
    """A new table with ``user`` in seat 0, who gives up the seat where he waited.

    Raises Unreadable for a ruleset that does not exist, NotAllowed (``too_many_matches``).
    """
    game = game_of(ruleset)
    strict = game.ruleset.preset == STRICT_PRESET
    with transaction.atomic():
        check_may(holding.lock_user(user), Act.OPEN)
        holding.check_has_time(user)
        holding.get_up(holding.lock_to_sit(user, None)[1], user)
        table = models.Table(
            ruleset=str(game.ruleset),
            opener=user,
            decision_seconds=decision_seconds or house.decision_seconds,
            bank_seconds=house.bank_seconds,
            memory=models.Table.Memory.OFF if strict else house.memory,
            counts=house.counts,
            watch_delay=house.watch_delay,
            private=house.private,
        )
        table.renew_secret()
        table.save()
        seats = [models.Seat(table=table, number=number) for number in range(game.meta.seats)]
        seats[0].user = user
        _welcome(seats[0])
        models.Seat.objects.bulk_create(seats)
    return table


def quick_start(*, user: User, game: str = "gouji", salt: str = "") -> models.Table:
    """Seat ``user`` at a table filled with bots, and deal; a live match of his own comes first.

    Raises Unreadable (``game``) for a game that is not played here.
    """
    if game not in QUICK_RULESETS:
        raise Unreadable("game", key=game[:20])
    with transaction.atomic():
        check_may(holding.lock_user(user), Act.QUICK_START)  # pressed twice, it waits here
        running = running_table(user)
        if running is not None:
            return running
        table = open_table(user=user, ruleset=QUICK_RULESETS[game])
        add_bots(table_id=table.id, user=user)
        set_ready(table_id=table.id, user=user, ready=True, salt=salt)
    return table


def running_table(user: User) -> models.Table | None:
    """The table where a user plays now, the latest where there are several."""
    running = models.Match.objects.filter(ended_at=None, table__seats__user=user)
    match = running.select_related("table").order_by("-began_at").first()
    return match.table if match is not None else None


def sit(*, table_id: int, user: User, number: int) -> None:
    """Take a free seat, or change to it; a seat where he waits at another table is given up.

    Raises NotAllowed (``seat_taken``, ``seat_unknown``, ``match_running``, ``table_closed``, ``kicked``,
    ``too_many_matches``).
    """
    with transaction.atomic():
        locked = holding.lock_user(user)
        holding.check_has_time(user)
        table, others = holding.lock_to_sit(user, table_id)
        if table is None or table.closed:
            raise NotAllowed("table_closed")
        check_may(locked, Act.SIT, table)
        take(table, user, number)
        holding.get_up(others, user)


def take(table: models.Table, user: User, number: int, *, ready: bool = False) -> None:
    """Seat a locked user at a locked table. Raises as ``sit`` does."""
    if holding.is_played_at(table):
        raise NotAllowed("match_running")
    seat = table.seats.filter(number=number).first()
    if seat is None:
        raise NotAllowed("seat_unknown")
    if seat.user_id == user.id:
        return
    if not seat.is_free:
        raise NotAllowed("seat_taken")
    holding.check_not_barred(table, user)
    before = table.seats.filter(user=user).first()
    _welcome(seat)
    if before is not None:
        seat.presence, seat.seen_at = before.presence, before.seen_at
        holding.vacate(before)
    table.removals.filter(user=user).delete()
    seat.user, seat.ready = user, ready
    seat.save(update_fields=["user", "ready", "presence", "seen_at"])
    holding.seats_changed(table)


def leave(*, table_id: int, user: User) -> None:
    """Give the seat up; in a match a bot takes it, and the escape is recorded (gouji §9). The last human
    to leave closes the table; where the opener leaves the table is another's.

    Does nothing for somebody who holds no seat. Side effects on commit: sockets told, bots started.
    """
    with transaction.atomic():
        table = holding.lock(table_id)
        check_may(user, Act.LEAVE, table)
        give_up(table, user)


def give_up(table: models.Table, user: User, *, escapes: bool = True) -> None:
    """Leave a locked table. ``escapes`` is whether leaving a match is recorded."""
    sitting = holding.sit_down_at(table)
    seat = table.seats.filter(user=user).first()
    if seat is None:
        return
    if sitting is None:
        holding.vacate(seat)
    else:
        holding.vacate(seat, bot=BOT)
        clocks.take_back(sitting.match, seat.number)
        if escapes:
            models.Escape.objects.get_or_create(
                match=sitting.match,
                user=user,
                defaults={"seat": seat.number, "version": sitting.match.version},
            )
        if table.seats.exclude(user=None).exists():
            sitting.save(restart=True)
        else:
            finish(sitting.match, models.Match.Status.ABANDONED, sitting.now)
    holding.seats_changed(table, playing=sitting is not None)


def set_ready(*, table_id: int, user: User, ready: bool, salt: str = "") -> None:
    """Be ready or not; the deal begins when every seat is taken and ready. ``salt`` goes into its shuffle.

    Raises NotAllowed (``no_seat``, ``match_running``), Unreadable (``salt``: over 64 characters, or not printable).
    """
    if len(salt) > MAX_SALT or not salt.isprintable():
        raise Unreadable("salt")
    with transaction.atomic():
        table = holding.lock_idle(table_id)
        check_may(user, Act.READY, table)
        if not table.seats.filter(user=user).update(ready=ready, salt=salt):
            raise NotAllowed("no_seat")
        holding.seats_changed(table)


def set_quiet(*, table_id: int, user: User, quiet: bool) -> None:
    """Have the calls of burning answered with no, or be asked again. Nobody else is told.

    Raises NotAllowed (``no_seat``). A call that is open now is answered too.
    """
    with transaction.atomic():
        table = holding.lock(table_id)
        check_may(user, Act.AUTO_DECLINE, table)
        sitting = holding.sit_down_at(table)
        if not table.seats.filter(user=user).update(quiet=quiet):
            raise NotAllowed("no_seat")
        if sitting is not None:
            sitting.save()
        holding.changed(table)


def add_bots(*, table_id: int, user: User) -> None:
    """Fill every free seat with a bot. Raises NotAllowed (``not_seated``, ``match_running``)."""
    with transaction.atomic():
        table = holding.lock_idle(table_id)
        check_may(user, Act.ADD_BOTS, table)
        if not table.seats.filter(user=user).exists():
            raise NotAllowed("not_seated")
        table.seats.filter(user=None, bot="").update(bot=BOT, ready=True)
        holding.seats_changed(table)


def kick(*, table_id: int, user: User, number: int, name: str) -> None:
    """The opener asks a person of that name, or where it is empty a bot, to leave a seat before the start.

    Raises NotAllowed (``not_opener``, ``holder_changed``, ``kick_self``, ``match_running``). Whom he asks may not sit
    here again for ``holding.BARRED_FOR``.
    """
    with transaction.atomic():
        table = holding.lock_idle(table_id)
        check_may(user, Act.KICK, table)
        if table.opener_id != user.id or not table.seats.filter(user=user).exists():
            raise NotAllowed("not_opener")
        seat = table.seats.select_related("user").filter(number=number).first()
        held = seat is not None and (
            seat.user.username == name if seat.user else bool(seat.bot) and not name
        )
        if seat is None or not held:
            raise NotAllowed("holder_changed")
        if seat.user_id == user.id:
            raise NotAllowed("kick_self")
        if seat.user is None:
            holding.vacate(seat)
        else:
            holding.remove(table, seat, timezone.now(), kicked=True)
        holding.seats_changed(table)


def _welcome(seat: models.Seat) -> None:
    """Whoever has just asked for a seat is here, until his sockets tell or nothing tells it."""
    seat.presence, seat.seen_at = models.Seat.Presence.HERE, timezone.now()
