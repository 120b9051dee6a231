"""Opening tables, sitting down, leaving, getting ready. Each locks the table's row, then its match's.

Each asks ``may`` about its user, and raises NotAllowed with the code of a refusal, beside those that it names.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.permissions import Act
from games.bots import STAND_IN
from games.engine.core.errors import NotAllowed, Unreadable
from games.engine.registry import game_of
from games.permission import check_may
from games.play import models
from games.play.services import clocks, seating
from games.play.services.finish import finish

MAX_SALT: Final = 64
STRICT_PRESET: Final = "tournament"
"""Under this preset of any game nobody is helped by a card counter."""
QUICK_RULESETS: Final = {
    "gouji": "gouji(games=1)",
    "shengji": "shengji",
    "huolong": "huolong",
}


@dataclass(frozen=True, slots=True)
class TableSettings:
    """How a table is kept beside its ruleset, as ``models.Table`` has it."""

    decision_seconds: int = 20
    bank_seconds: int = 60
    card_counter: models.Table.CardCounter = models.Table.CardCounter.OWN
    card_count_visibility: models.Table.CardCountVisibility = models.Table.CardCountVisibility.ALL
    watch_delay: int = 0
    private: bool = False


USUAL: Final = TableSettings()


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """What a seat of a new table is for: a named user, a bot, or (neither) anybody who comes.

    The named user alone may take the seat; ``seated`` puts them there at once.
    """

    user: User | None = None
    bot: str = ""
    seated: bool = False


OPEN_SEAT: Final = SeatPlan()


@dataclass(frozen=True, slots=True)
class Owner:
    """What makes and keeps a table that is no player's own, such as an event, and what of the usual care it wants off.

    ``origin`` says who, as ``tournament:12``. The other fields are those of ``models.Table``.
    """

    origin: str
    no_ready_limit: bool = True
    outside_match_limit: bool = True
    kept_open: bool = True


def open_table(
    *,
    user: User,
    ruleset: str,
    settings: TableSettings = USUAL,
    decision_seconds: int | None = None,
) -> models.Table:
    """A new table of the lobby with ``user`` in seat 0, who gives up the seat where they waited.

    Raises Unreadable for a ruleset that does not exist, NotAllowed (``too_many_matches``).
    """
    if decision_seconds is not None:
        settings = replace(settings, decision_seconds=decision_seconds)
    with transaction.atomic():
        check_may(seating.lock_user(user), Act.OPEN)
        return create_table(ruleset, settings, [SeatPlan(user, seated=True)], host=user)


def create_table(
    ruleset: str,
    settings: TableSettings,
    seats: Sequence[SeatPlan],
    host: User | None = None,
    owner: Owner | None = None,
) -> models.Table:
    """A new table. ``seats`` plans its first seats, the others are open. Whoever is seated gives up the seat where they
    waited; the host's seat is kept for nobody when the host leaves.

    A table has a host, or an owner, or both; one with an owner passes to no other host. Whether the host may do this is
    the caller's to ask. Raises Unreadable for a ruleset that does not exist or has fewer seats (``seats``), NotAllowed
    (``too_many_matches``) for the host.
    """
    game = game_of(ruleset)
    if len(seats) > game.meta.seats:
        raise Unreadable("seats")
    if host is None and owner is None:
        raise ValueError("a table needs a host or an owner")
    plans = [*seats, *[OPEN_SEAT] * (game.meta.seats - len(seats))]
    with transaction.atomic():
        coming = [plan.user for plan in plans if plan.user is not None and plan.seated]
        for user in sorted(coming, key=lambda user: user.id):
            seating.lock_user(user)
        if host is not None and not (owner and owner.outside_match_limit):
            seating.check_has_time(host)
        seating.leave_all_waiting_seats(coming)
        table = _new_table(str(game.ruleset), settings, host, owner)
        models.Seat.objects.bulk_create(
            _planned(table, number, plan, host) for number, plan in enumerate(plans)
        )
    return table


def _new_table(
    ruleset: str, settings: TableSettings, host: User | None, owner: Owner | None
) -> models.Table:
    strict = game_of(ruleset).ruleset.preset == STRICT_PRESET
    values = asdict(settings)
    if strict:
        values["card_counter"] = models.Table.CardCounter.OFF
    table = models.Table(ruleset=ruleset, host=host, **values)
    if owner is not None:
        table.has_owner, table.origin = True, owner.origin
        table.no_ready_limit, table.kept_open = owner.no_ready_limit, owner.kept_open
        table.outside_match_limit = owner.outside_match_limit
    table.renew_secret()
    table.save()
    return table


def _planned(table: models.Table, number: int, plan: SeatPlan, host: User | None) -> models.Seat:
    seat = models.Seat(table=table, number=number, bot=plan.bot, ready=bool(plan.bot))
    if plan.user is None:
        return seat
    if plan.user != host:
        seat.reserved, seat.reserved_for = True, plan.user
    if plan.seated:
        seat.user = plan.user
    if plan.user == host:
        _welcome(seat)
    return seat


def quick_start(*, user: User, game: str = "gouji", salt: str = "") -> models.Table:
    """Seat ``user`` at a table filled with bots, and deal; a live match of their own comes first.

    Raises Unreadable (``game``) for a game that is not played here.
    """
    if game not in QUICK_RULESETS:
        raise Unreadable("game", key=game[:20])
    with transaction.atomic():
        check_may(seating.lock_user(user), Act.QUICK_START)  # pressed twice, it waits here
        running = running_table(user)
        if running is not None:
            return running
        bots = [SeatPlan(bot=STAND_IN)] * (game_of(game).meta.seats - 1)
        seats = [SeatPlan(user, seated=True), *bots]
        table = create_table(QUICK_RULESETS[game], USUAL, seats, host=user)
        set_ready(table_id=table.id, user=user, ready=True, salt=salt)
    return table


def running_table(user: User) -> models.Table | None:
    """The table where a user plays now, the latest where there are several."""
    running = models.Match.objects.filter(ended_at=None, table__seats__user=user)
    match = running.select_related("table").order_by("-began_at").first()
    return match.table if match is not None else None


def sit(*, table_id: int, user: User, number: int) -> None:
    """Take a free seat, or change to it; a seat where they wait at another table is given up.

    Raises NotAllowed (``seat_taken``, ``seat_reserved``, ``seat_unknown``, ``match_running``, ``table_closed``, ``kicked``,
    ``too_many_matches``).
    """
    with transaction.atomic():
        locked = seating.lock_user(user)
        seating.check_has_time(user)
        table, others = seating.lock_to_sit(user, table_id)
        if table is None or table.closed:
            raise NotAllowed("table_closed")
        check_may(locked, Act.SIT, table)
        take(table, user, number)
        seating.leave_waiting_seats(others, user)


def take(table: models.Table, user: User, number: int, *, ready: bool = False) -> None:
    """Seat a locked user at a locked table. Raises as ``sit`` does."""
    if seating.is_played_at(table):
        raise NotAllowed("match_running")
    seat = table.seats.filter(number=number).first()
    if seat is None:
        raise NotAllowed("seat_unknown")
    if seat.user_id == user.id:
        return
    if not seat.is_free:
        raise NotAllowed("seat_taken")
    if not seat.is_open_to(user.id):
        raise NotAllowed("seat_reserved")
    seating.check_not_barred(table, user)
    before = table.seats.filter(user=user).first()
    _welcome(seat)
    if before is not None:
        seat.presence, seat.seen_at = before.presence, before.seen_at
        seating.free_seat(before)
    table.removals.filter(user=user).delete()
    seat.user, seat.ready = user, ready
    seat.save(update_fields=["user", "ready", "presence", "seen_at"])
    seating.seats_changed(table)


def leave(*, table_id: int, user: User) -> None:
    """Give the seat up; in a match a bot takes it, and the escape is recorded (gouji §9). The last human
    to leave closes the table; where the host leaves the table is another's.

    Does nothing for somebody who holds no seat. Side effects on commit: sockets told, bots started.
    """
    with transaction.atomic():
        table = seating.lock(table_id)
        check_may(user, Act.LEAVE, table)
        give_up(table, user)


def give_up(table: models.Table, user: User, *, escapes: bool = True) -> None:
    """Leave a locked table. ``escapes`` is whether leaving a match is recorded."""
    locked_match = seating.open_locked_at(table)
    seat = table.seats.filter(user=user).first()
    if seat is None:
        return
    if locked_match is None:
        seating.free_seat(seat)
    else:
        seating.free_seat(seat, bot=STAND_IN)
        clocks.take_back(locked_match.match, seat.number)
        if escapes:
            models.Escape.objects.get_or_create(
                match=locked_match.match,
                user=user,
                defaults={"seat": seat.number, "version": locked_match.match.version},
            )
        if table.kept_open or table.seats.exclude(user=None).exists():
            locked_match.save(restart=True)
        else:
            finish(locked_match.match, models.Match.Status.ABANDONED, locked_match.now)
    seating.seats_changed(table, playing=locked_match is not None)


def set_ready(*, table_id: int, user: User, ready: bool, salt: str = "") -> None:
    """Be ready or not; the deal begins when every seat is taken and ready. ``salt`` goes into its shuffle.

    Raises NotAllowed (``no_seat``, ``match_running``), Unreadable (``salt``: over 64 characters, or not printable).
    """
    if len(salt) > MAX_SALT or not salt.isprintable():
        raise Unreadable("salt")
    with transaction.atomic():
        table = seating.lock_idle(table_id)
        check_may(user, Act.READY, table)
        if not table.seats.filter(user=user).update(ready=ready, salt=salt):
            raise NotAllowed("no_seat")
        seating.seats_changed(table)


def set_auto_decline(*, table_id: int, user: User, auto_decline: bool) -> None:
    """Have the calls of burning answered with no, or be asked again. Nobody else is told.

    Raises NotAllowed (``no_seat``). A call that is open now is answered too.
    """
    with transaction.atomic():
        table = seating.lock(table_id)
        check_may(user, Act.AUTO_DECLINE, table)
        locked_match = seating.open_locked_at(table)
        if not table.seats.filter(user=user).update(auto_decline=auto_decline):
            raise NotAllowed("no_seat")
        if locked_match is not None:
            locked_match.save()
        seating.changed(table)


def add_bots(*, table_id: int, user: User) -> None:
    """Fill every free seat that is kept for nobody with a bot. Raises NotAllowed (``not_seated``, ``match_running``)."""
    with transaction.atomic():
        table = seating.lock_idle(table_id)
        check_may(user, Act.ADD_BOTS, table)
        if not table.seats.filter(user=user).exists():
            raise NotAllowed("not_seated")
        table.seats.filter(user=None, bot="", reserved=False).update(bot=STAND_IN, ready=True)
        seating.seats_changed(table)


def kick(*, table_id: int, user: User, number: int, name: str) -> None:
    """The host asks a person of that name, or where it is empty a bot, to leave a seat before the start.

    Raises NotAllowed (``not_opener``, ``holder_changed``, ``kick_self``, ``match_running``). Whoever is asked may not sit
    here again for ``holding.BARRED_FOR``.
    """
    with transaction.atomic():
        table = seating.lock_idle(table_id)
        check_may(user, Act.KICK, table)
        if table.host_id != user.id or not table.seats.filter(user=user).exists():
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
            seating.free_seat(seat)
        else:
            seating.remove(table, seat, timezone.now(), kicked=True)
        seating.seats_changed(table)


def _welcome(seat: models.Seat) -> None:
    """Whoever has just asked for a seat is here, until their sockets tell or nothing tells it."""
    seat.presence, seat.seen_at = models.Seat.Presence.HERE, timezone.now()
