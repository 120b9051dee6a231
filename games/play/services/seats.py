"""Opening tables, sitting down, getting ready. Each locks the table's row, then its match's."""

from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.engine.core.errors import NotAllowed, Unreadable
from games.engine.shelf import game_of
from games.play import models, news
from games.play.services import clocks
from games.play.services.moves import Sitting, abandon, begin_match, sit_down

BOT: Final = "steady"
MAX_SALT: Final = 64
QUICK_RULESETS: Final = {
    "gouji": "gouji(games=1)",
    "shengji": "shengji",
    "huolong": "huolong",
}


def open_table(*, user: User, ruleset: str, decision_seconds: int = 20) -> models.Table:
    """A new table with ``user`` in seat 0. Raises Unreadable for a ruleset that does not exist."""
    game = game_of(ruleset)
    with transaction.atomic():
        table = models.Table(
            ruleset=str(game.ruleset), opener=user, decision_seconds=decision_seconds
        )
        table.renew_secret()
        table.save()
        seats = [models.Seat(table=table, number=number) for number in range(game.meta.seats)]
        seats[0].user = user
        models.Seat.objects.bulk_create(seats)
    return table


def quick_start(*, user: User, game: str = "gouji", salt: str = "") -> models.Table:
    """Seat ``user`` at a table filled with bots, and deal; a live match of his own comes first.

    Raises Unreadable (``game``) for a game that is not played here.
    """
    if game not in QUICK_RULESETS:
        raise Unreadable("game", key=game[:20])
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(id=user.id)  # pressed twice, it waits here
        running = models.Match.objects.filter(ended_at=None, table__seats__user=user)
        match = running.select_related("table").order_by("-began_at").first()
        if match is not None:
            return match.table
        table = open_table(user=user, ruleset=QUICK_RULESETS[game])
        add_bots(table_id=table.id, user=user)
        set_ready(table_id=table.id, user=user, ready=True, salt=salt)
    return table


def sit(*, table_id: int, user: User, number: int) -> None:
    """Take a free seat, or change to it. Raises NotAllowed (``seat_taken``, ``match_running``, …)."""
    with transaction.atomic():
        table = _lock_idle(table_id)
        seat = table.seats.filter(number=number).first()
        if seat is None:
            raise NotAllowed("seat_unknown")
        if seat.user_id == user.id:
            return
        if not seat.is_free:
            raise NotAllowed("seat_taken")
        table.seats.filter(user=user).update(user=None, ready=False, salt="")
        seat.user, seat.ready = user, False
        seat.save(update_fields=["user", "ready"])
        _changed(table)


def leave(*, table_id: int, user: User) -> None:
    """Give the seat up; in a match a bot takes it, and the escape is recorded (gouji §9). The last human
    to leave closes the table.

    Does nothing for somebody who holds no seat. Side effects on commit: sockets told, bots started.
    """
    with transaction.atomic():
        table = _lock(table_id)
        sitting = _sit_down(table)
        seat = table.seats.filter(user=user).first()
        if seat is None:
            return
        seat.user, seat.ready, seat.salt = None, False, ""
        seat.quiet = False
        if sitting is not None:
            seat.bot, seat.ready = BOT, True
            clocks.take_back(sitting.match, seat.number)
            models.Escape.objects.get_or_create(
                match=sitting.match,
                user=user,
                defaults={"seat": seat.number, "version": sitting.match.version},
            )
        seat.save(update_fields=["user", "bot", "ready", "quiet", "salt"])
        if table.seats.exclude(user=None).exists():
            if sitting is not None:
                sitting.save(restart=True)
        else:
            _close(table)
            if sitting is not None:
                abandon(sitting.match, sitting.now)
        _changed(table)


def set_ready(*, table_id: int, user: User, ready: bool, salt: str = "") -> None:
    """Be ready or not; the deal begins when every seat is taken and ready. ``salt`` goes into its shuffle.

    Raises NotAllowed (``no_seat``, ``match_running``), Unreadable (``salt``: over 64 characters, or not printable).
    """
    if len(salt) > MAX_SALT or not salt.isprintable():
        raise Unreadable("salt")
    with transaction.atomic():
        table = _lock_idle(table_id)
        if not table.seats.filter(user=user).update(ready=ready, salt=salt):
            raise NotAllowed("no_seat")
        _changed(table)
        _begin_if_ready(table, timezone.now())


def set_quiet(*, table_id: int, user: User, quiet: bool) -> None:
    """Have the calls of burning answered with no, or be asked again. Nobody else is told.

    Raises NotAllowed (``no_seat``). A call that is open now is answered too.
    """
    with transaction.atomic():
        table = _lock(table_id)
        sitting = _sit_down(table)
        if not table.seats.filter(user=user).update(quiet=quiet):
            raise NotAllowed("no_seat")
        if sitting is not None:
            sitting.save()
        _changed(table)


def add_bots(*, table_id: int, user: User) -> None:
    """Fill every free seat with a bot. Raises NotAllowed (``not_opener``, ``match_running``)."""
    with transaction.atomic():
        table = _lock_idle(table_id)
        if not table.seats.filter(user=user).exists():
            raise NotAllowed("not_opener")
        table.seats.filter(user=None, bot="").update(bot=BOT, ready=True)
        _changed(table)
        _begin_if_ready(table, timezone.now())


def _begin_if_ready(table: models.Table, now: datetime) -> None:
    if table.seats.filter(ready=False).exists():
        return
    begin_match(table, now)
    table.seats.filter(bot="").update(ready=False)


def _lock(table_id: int) -> models.Table:
    table = models.Table.objects.select_for_update().filter(id=table_id).first()
    if table is None or table.closed:
        raise NotAllowed("table_closed")
    return table


def _sit_down(table: models.Table) -> Sitting | None:
    """The match under way at a locked table; None where there is none, or where its last move was being
    written just now.
    """
    match = table.matches.filter(ended_at=None).first()
    sitting = sit_down(match.id) if match else None
    return sitting if sitting is not None and sitting.match.ended_at is None else None


def _lock_idle(table_id: int) -> models.Table:
    table = _lock(table_id)
    if table.matches.filter(ended_at=None).exists():
        raise NotAllowed("match_running")
    return table


def _close(table: models.Table) -> None:
    table.closed = True
    table.save(update_fields=["closed"])


def _changed(table: models.Table) -> None:
    table.version += 1
    table.touched_at = timezone.now()
    table.save(update_fields=["version", "touched_at"])
    table_id = table.id
    transaction.on_commit(lambda: news.tell(table_id), robust=True)
