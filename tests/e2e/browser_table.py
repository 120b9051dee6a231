"""The process behind ``stage``: reads a JSON request a line, answers with a JSON line.

It plays through the site's own services, so that what it prepares is what people could have played; only
the cards are not drawn, and a position in mid-deal is written as a snapshot.
"""

import json
import sys
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.db import transaction  # noqa: E402
from django.db.models import F  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts.models import User  # noqa: E402
from games.bots import STAND_IN  # noqa: E402
from games.chat.models import Message  # noqa: E402
from games.engine.core.actions import CHANCE  # noqa: E402
from games.engine.core.records import read_record  # noqa: E402
from games.engine.gouji.match import GoujiState  # noqa: E402
from games.engine.gouji.match import Match as GoujiMatch  # noqa: E402
from games.engine.gouji.results import DealResult, Due  # noqa: E402
from games.engine.gouji.waiting import Between  # noqa: E402
from games.engine.registry import game_of  # noqa: E402
from games.play.models import Match, Move, Seat, Table  # noqa: E402
from games.play.services import broadcast, seats  # noqa: E402
from games.play.services import moves as services  # noqa: E402
from games.play.services.finish import finish  # noqa: E402
from games.play.state import sql  # noqa: E402
from tests.engine.gouji import positions  # noqa: E402

NAMES: Final = ("甲", "乙", "丙", "丁", "戊", "己")


def session(name: str) -> str:
    user = _user(name)
    store = SessionStore()
    store[SESSION_KEY] = str(user.pk)
    store[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store.create()
    return str(store.session_key)


def _user(name: str) -> User:
    return User.objects.filter(username=name).first() or User.objects.create_user(name)


def _table(ruleset: str, seconds: int, watch_delay: int = 0) -> Table:
    people = [_user(name) for name in NAMES[: game_of(ruleset).meta.seats]]
    # Nobody holds two seats: whoever sat elsewhere has got up.
    Match.objects.filter(table__seats__user__in=people, ended_at=None).update(
        status="finished", ended_at=timezone.now(), deadline=None, bots_due_at=None
    )
    Table.objects.filter(seats__user__in=people).update(closed=True)
    Seat.objects.filter(user__in=people).update(user=None)
    # What they said at another table a moment ago is no flood at this one.
    spoken = Message.objects.filter(author_id__in=[user.id for user in people])
    spoken.update(said_at=timezone.now() - timedelta(hours=1))
    table = Table(
        ruleset=str(game_of(ruleset).ruleset),
        host=people[0],
        decision_seconds=seconds,
        bank_seconds=0,
        watch_delay=watch_delay,
    )
    table.renew_secret()
    table.save()
    for number, user in enumerate(people):
        Seat.objects.create(table=table, number=number, user=user)
    return table


def _begin(table: Table, state: Any) -> Match:
    game = game_of(table.ruleset)
    return Match.objects.create(
        table=table,
        number=1,
        ruleset=table.ruleset,
        schema=game.schema,
        snapshot=game.dump(state),
        prompt_versions=[-1] * game.meta.seats,
        banks=[0] * game.meta.seats,
        missed_turns=[0] * game.meta.seats,
        auto=[False] * game.meta.seats,
        secret=table.secret,
        commitment=table.commitment,
        salts=[""] * game.meta.seats,
        phase_began_at=timezone.now(),
        holders=[
            {"user": seat.user_id, "name": str(seat.user), "bot": ""} for seat in table.seats.all()
        ],
    )


def record(text: str, seconds: int, watch_delay: int) -> str:
    written = read_record(text)
    with transaction.atomic():
        table = _table(written.ruleset, seconds, watch_delay)
        match = _begin(table, game_of(table.ruleset).start())
        locked_match = services.LockedMatch(match, timezone.now())
        for entry in written.entries:
            by = Move.By.CHANCE if entry.seat == CHANCE else Move.By.PLAYER
            locked_match.play(
                entry.seat, locked_match.game.read(locked_match.state, entry.seat, entry.action), by
            )
        locked_match.prompt_keys = {}
        locked_match.save()
    return table.code


def position(hands: list[str], seconds: int, fields: dict[str, Any]) -> str:
    ruleset, bank = fields.pop("ruleset", positions.PLAIN), fields.pop("bank", 0)
    made = positions.position(*hands, ruleset=ruleset, **fields)
    with transaction.atomic():
        table = _table(ruleset, seconds)
        match = _begin(table, made.state)
        match.banks = [1000 * bank] * len(match.banks)
        locked_match = services.LockedMatch(match, timezone.now())
        locked_match.prompt_keys = {}
        locked_match.save()
    return table.code


def between(result: dict[str, Any], dues: list[list[Any]]) -> str:
    owed = tuple(Due(*due) for due in dues)
    settled = DealResult(**result, dues=owed)
    match = GoujiMatch(deal=1, scores=settled.points, results=(settled,), dues=owed)
    with transaction.atomic():
        table = _table("gouji", 600)
        _begin(table, GoujiState(match, Between()))
    return table.code


def deal(code: str, hands: str) -> None:
    with transaction.atomic():
        locked_match = services.open_locked(Match.objects.get(table__code=code).id)
        action = locked_match.game.read(locked_match.state, CHANCE, f"deal {hands}")
        locked_match.play(CHANCE, action, Move.By.CHANCE)
        locked_match.save()


def act(code: str, moves: list[str]) -> None:
    for move in moves:
        seat, text = move.split(" ", 1)
        match = Match.objects.filter(table__code=code).latest("number")
        services.submit_action(
            match_id=match.id,
            table_id=match.table_id,
            user=User.objects.get(username=NAMES[int(seat)]),
            text=text,
            version=match.last_prompt_version,
        )


def moves(code: str) -> list[str]:
    match = Match.objects.filter(table__code=code).latest("number")
    return [f"{move.seat} {move.action}" for move in match.moves.all()]


def bots(code: str, first: int) -> None:
    table = Table.objects.get(code=code)
    table.seats.filter(number__gte=first).update(user=None, bot=STAND_IN, ready=True)
    with transaction.atomic():
        services.open_locked(table.matches.latest("number").id).save(restart=True)


def open_table(name: str) -> str:
    return seats.open_table(user=_user(name), ruleset="gouji").code


def sit(code: str, name: str, number: int) -> None:
    seats.sit(table_id=Table.objects.get(code=code).id, user=_user(name), number=number)


def ready(code: str, numbers: list[int]) -> None:
    for seat in Seat.objects.filter(table__code=code, number__in=numbers).select_related("user"):
        assert seat.user
        seats.set_ready(table_id=seat.table_id, user=seat.user, ready=True)


def hurry(code: str) -> None:
    match_id = number(code)
    Match.objects.filter(id=match_id).update(deadline=timezone.now())
    services.expire(match_id=match_id)


def number(code: str) -> int:
    return Match.objects.filter(table__code=code).latest("number").id


def age(code: str, seconds: int, numbers: list[int]) -> None:
    held = Seat.objects.filter(table__code=code, number__in=numbers)
    held.update(seen_at=F("seen_at") - timedelta(seconds=seconds))


def pass_time(code: str, seconds: int) -> None:
    match_id, gone = number(code), timedelta(seconds=seconds)
    Match.objects.filter(id=match_id).update(began_at=F("began_at") - gone)
    Move.objects.filter(match_id=match_id).update(made_at=F("made_at") - gone)
    Table.objects.filter(code=code).update(version=F("version") + 1)
    broadcast.table_changed(Table.objects.get(code=code).id)


def embargo(code: str, hours: int) -> None:
    until = timezone.now() + timedelta(hours=hours)
    Match.objects.filter(id=number(code)).update(embargo_until=until)
    broadcast.table_changed(Table.objects.get(code=code).id)


def reserve(names: list[str]) -> str:
    plan = [seats.SeatPlan(_user(name)) for name in names]
    owner = seats.TableOwner("tournament:1")
    return str(seats.create_table("gouji(games=1)", seats.DEFAULT_SETTINGS, plan, owner=owner).code)


def clear() -> None:
    """End what is played: bots would play on for nobody, as fast as they can."""
    for match_id in Match.objects.filter(ended_at=None).values_list("id", flat=True):
        with transaction.atomic():
            match = sql.lock_match(match_id)
            if match is not None and match.ended_at is None:
                finish(match, Match.Status.ABANDONED, timezone.now())


VERBS: Final[dict[str, Callable[..., Any]]] = {
    "session": session,
    "record": record,
    "position": position,
    "between": between,
    "deal": deal,
    "act": act,
    "moves": moves,
    "bots": bots,
    "open": open_table,
    "sit": sit,
    "age": age,
    "pass_time": pass_time,
    "clear": clear,
    "number": number,
    "ready": ready,
    "hurry": hurry,
    "embargo": embargo,
    "reserve": reserve,
}


def main() -> None:
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = {"value": VERBS[request.pop("verb")](**request)}
        except Exception as error:  # noqa: BLE001 -- the test is told
            answer = {"error": f"{type(error).__name__}: {error}"}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
