"""Opening tables, sitting down, leaving, getting ready. Each locks the table's row, then its match's.

Each function with a ``user`` asks ``may`` about them. Beside the codes that it names it raises NotAllowed with those of
``may``, and BusyError where a row stays locked.
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
"""The preset, in any game, that allows no card counter."""
QUICK_RULESETS: Final = {
    "gouji": "gouji(games=1)",
    "shengji": "shengji",
    "huolong": "huolong",
}


@dataclass(frozen=True, slots=True)
class TableSettings:
    """The settings of a table beside its ruleset, as in ``models.Table``; times in seconds."""

    decision_seconds: int = 20
    bank_seconds: int = 60
    card_counter: models.Table.CardCounter = models.Table.CardCounter.OWN
    card_count_visibility: models.Table.CardCountVisibility = models.Table.CardCountVisibility.ALL
    watch_delay: int = 0
    private: bool = False


DEFAULT_SETTINGS: Final = TableSettings()


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """Whom a seat of a new table is for: a named user, a bot, or (neither) anybody who comes.

    Only the named user may take the seat; ``seated`` puts them there at once.
    """

    user: User | None = None
    bot: str = ""
    seated: bool = False


OPEN_SEAT: Final = SeatPlan()


@dataclass(frozen=True, slots=True)
class TableOwner:
    """What owns a table that is not a player's own, such as an event: ``origin`` as in ``tournament:12``.

    The other fields switch off what usually happens to a table; ``models.Table`` explains them.
    """

    origin: str
    no_ready_limit: bool = True
    outside_match_limit: bool = True
    kept_open: bool = True


def open_table(
    *,
    user: User,
    ruleset: str,
    settings: TableSettings = DEFAULT_SETTINGS,
    decision_seconds: int | None = None,
) -> models.Table:
    """A new table of the lobby with ``user`` in seat 0; a seat where they wait elsewhere is given up.

    Raises Unreadable for a ruleset that does not exist, NotAllowed (``too_many_matches``). Side effect on commit: the sockets
    of the table they left are told.
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
    owner: TableOwner | None = None,
) -> models.Table:
    """A new table. ``seats`` plans its first seats, the others are open. Those who are seated at once give up the seats
    where they wait; every planned user but the host keeps a right to their seat.

    A table has a host, or an owner, or both; with an owner it passes to no other host. The caller asks whether the host
    may. Raises Unreadable for a ruleset that does not exist or has fewer seats (``seats``), NotAllowed
    (``too_many_matches``) for the host. Side effect on commit: the sockets of tables that were left are told.
    """
    game = game_of(ruleset)
    if len(seats) > game.meta.seats:
        raise Unreadable("seats")
    if host is None and owner is None:
        raise ValueError("a table needs a host or an owner")
    plans = [*seats, *[OPEN_SEAT] * (game.meta.seats - len(seats))]
    with transaction.atomic():
        # Users by id, so that two tables made at once for the same people do not wait for each other.
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
    ruleset: str, settings: TableSettings, host: User | None, owner: TableOwner | None
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
        _mark_here(seat)
    return seat


def quick_start(*, user: User, game: str = "gouji", salt: str = "") -> models.Table:
    """Seat ``user`` at a new table filled with bots, and deal; or the table where they are in a match already.

    Raises Unreadable (``game``) for a game that is not played here. Side effects on commit: sockets told, bots started.
    """
    if game not in QUICK_RULESETS:
        raise Unreadable("game", key=game[:20])
    with transaction.atomic():
        # A second press waits for this lock, and then finds the match of the first.
        check_may(seating.lock_user(user), Act.QUICK_START)
        running = running_table(user)
        if running is not None:
            return running
        bots = [SeatPlan(bot=STAND_IN)] * (game_of(game).meta.seats - 1)
        seats = [SeatPlan(user, seated=True), *bots]
        table = create_table(QUICK_RULESETS[game], DEFAULT_SETTINGS, seats, host=user)
        set_ready(table_id=table.id, user=user, ready=True, salt=salt)
    return table


def running_table(user: User) -> models.Table | None:
    """The table where a user is in a match now, the latest of several; None where there is none."""
    running = models.Match.objects.filter(ended_at=None, table__seats__user=user)
    match = running.select_related("table").order_by("-began_at").first()
    return match.table if match is not None else None


def sit(*, table_id: int, user: User, number: int) -> None:
    """Take a free seat, or change to it; a seat where they wait at another table is given up.

    Raises NotAllowed (``seat_taken``, ``seat_reserved``, ``seat_unknown``, ``match_running``, ``table_closed``, ``kicked``,
    ``too_many_matches``). Side effect on commit: sockets told.
    """
    with transaction.atomic():
        # The user first: two tabs that sit down at two tables would each see no other waiting seat.
        locked = seating.lock_user(user)
        seating.check_has_time(user)
        table, others = seating.lock_to_sit(user, table_id)
        if table is None or table.closed:
            raise NotAllowed("table_closed")
        check_may(locked, Act.SIT, table)
        take(table, user, number)
        seating.leave_waiting_seats(others, user)


def take(table: models.Table, user: User, number: int, *, ready: bool = False) -> None:
    """Seat a user at a table; the caller has locked both. Raises as ``sit`` does. Side effect on commit: sockets told."""
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
    _mark_here(seat)
    # The old seat is freed first: the database allows no moment with two seats of one user at a table.
    if before is not None:
        seat.presence, seat.seen_at = before.presence, before.seen_at
        seating.free_seat(before)
    table.removals.filter(user=user).delete()
    seat.user, seat.ready = user, ready
    seat.save(update_fields=["user", "ready", "presence", "seen_at"])
    seating.seats_changed(table)


def leave(*, table_id: int, user: User) -> None:
    """Give up the user's seat. In a match a bot takes it, and the escape is recorded (gouji §9). When the host leaves,
    another player becomes host; when the last one leaves, the table closes.

    Does nothing for somebody who holds no seat. Raises NotAllowed (``table_closed``). Side effects on commit: sockets
    told, bots started.
    """
    with transaction.atomic():
        table = seating.lock(table_id)
        check_may(user, Act.LEAVE, table)
        give_up(table, user)


def give_up(table: models.Table, user: User, *, escapes: bool = True) -> None:
    """The same at a table that the caller has locked. ``escapes`` is whether leaving a match is recorded against them."""
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
        # The bot that has taken the seat is to be started; with nobody left, bots would play for nobody.
        if table.kept_open or table.seats.exclude(user=None).exists():
            locked_match.save(restart=True)
        else:
            finish(locked_match.match, models.Match.Status.ABANDONED, locked_match.now)
    seating.seats_changed(table, playing=locked_match is not None)


def set_ready(*, table_id: int, user: User, ready: bool, salt: str = "") -> None:
    """Be ready or not. The match begins when every seat is taken and ready; ``salt`` goes into its shuffles.

    Raises NotAllowed (``no_seat``, ``match_running``), Unreadable (``salt``: over 64 characters, or not printable). Side
    effects on commit: sockets told, bots started.
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
    """Have calls in the middle of play (to burn 烧牌) answered with no, or be asked again. Nobody else is told.

    A call that is open now is answered too. Raises NotAllowed (``no_seat``, ``table_closed``). Side effect on commit:
    sockets told.
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
    """Fill every free seat that is not reserved with a bot. Raises NotAllowed (``not_seated``, ``match_running``).

    Side effects on commit: sockets told, bots started.
    """
    with transaction.atomic():
        table = seating.lock_idle(table_id)
        check_may(user, Act.ADD_BOTS, table)
        if not table.seats.filter(user=user).exists():
            raise NotAllowed("not_seated")
        table.seats.filter(user=None, bot="", reserved=False).update(bot=STAND_IN, ready=True)
        seating.seats_changed(table)


def kick(*, table_id: int, user: User, number: int, name: str) -> None:
    """Free a seat for the host before a match begins. ``name`` is its holder's, empty for a bot.

    A person may not sit here again for ``seating.BARRED_FOR``. Raises NotAllowed (``not_opener`` for anybody but the host,
    ``holder_changed``, ``kick_self``, ``match_running``). Side effects on commit: sockets told.
    """
    with transaction.atomic():
        table = seating.lock_idle(table_id)
        check_may(user, Act.KICK, table)
        if table.host_id != user.id or not table.seats.filter(user=user).exists():
            raise NotAllowed("not_opener")
        seat = table.seats.select_related("user").filter(number=number).first()
        # The name is what the host's page showed: meanwhile the seat may be another's.
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


def _mark_here(seat: models.Seat) -> None:
    # Their page opens its socket only after this answer, and quick match passes over tables where nobody is. If no
    # socket opens, ``settle_presence`` finds it out.
    seat.presence, seat.seen_at = models.Seat.Presence.HERE, timezone.now()
