"""A database that an earlier version of the site left goes on after ``migrate``: its sessions, and its matches."""

from functools import cache
from importlib import import_module
from types import SimpleNamespace

import psycopg
import pytest
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.hashers import make_password
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.urls import reverse
from django.utils import timezone
from psycopg import sql

from accounts.models import User
from games.engine.core.actions import CHANCE
from games.engine.core.fair import drawn
from games.engine.registry import game_of
from games.play.models import Match
from games.play.services import finish, moves
from games.play.state.selectors import load_state
from games.records.models import Record

pytestmark = [pytest.mark.integration]

RULESETS = ("gouji(games=1)", "shengji", "huolong")
OURS = ("accounts", "play", "records", "talk")
STEPS = (
    {"accounts": "0001_initial", "play": "0001_initial"},
    {"play": "0002_seat_quiet_escape"},
    {"play": "0003_match_holders", "records": "0001_initial"},
    {"play": "0004_clocks_and_fair_deals"},
    {"accounts": "0002_language_and_time_zone"},
    {"play": "0005_lobby_life"},
    {"records": "0002_proof_and_privacy"},
    {"talk": "0001_initial"},
    {"play": "0006_ends_pauses_origin", "records": "0003_deliveries_of_unrecorded"},
    {"records": "0004_decided_by"},
    {"play": "0007_match_deal_scheme", "records": "0005_record_deal_scheme"},
    {"play": "0008_first_seat", "records": "0006_first_seat"},
    {"play": "0009_tables_of_owners"},
    {"play": "0010_standard_column_names"},
)
"""The migrations in the order in which versions of the site brought them. The last is the present."""
EARLIER_NAMES = {"prompt_versions": "asked", "missed_turns": "misses", "host": "opener"}
"""Columns that had other names before the step 0010."""
SECRET = "5" * 64
PLAYED = 12
LEFT = 8
"""How many moves a match that is to end has before it, at least: to play a whole deal shows no more."""


def run(statement, *names):
    """A statement about databases, said from outside of them."""
    params = {**connection.get_connection_params(), "dbname": "postgres"}
    with psycopg.connect(**params, autocommit=True) as outside:
        outside.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))


@pytest.fixture(scope="module")
def earlier(django_db_setup, django_db_blocker):
    """The names of databases, one as each of the steps left it."""
    with django_db_blocker.unblock():
        own = connection.settings_dict["NAME"]
        names = [f"{own}_step_{number}" for number in range(len(STEPS))]
        connection.close()
        run("DROP DATABASE IF EXISTS {} WITH (FORCE)", base := f"{own}_base")
        run("CREATE DATABASE {}", base)
        for name, step in zip(names, STEPS, strict=True):
            connection.settings_dict["NAME"] = base
            executor = MigrationExecutor(connection)
            others = [key for key in executor.loader.graph.leaf_nodes() if key[0] not in OURS]
            executor.migrate([*others, *step.items()])
            connection.close()
            run("DROP DATABASE IF EXISTS {} WITH (FORCE)", name)
            run("CREATE DATABASE {} TEMPLATE {}", name, base)
        connection.settings_dict["NAME"] = own
        yield names
        for name in (base, *names):
            run("DROP DATABASE IF EXISTS {} WITH (FORCE)", name)


def new(model, **values):
    """A row with those of the values that its model knew then, by the names that they had."""
    known = {field.name for field in model._meta.get_fields()}
    values |= {was: values[now] for now, was in EARLIER_NAMES.items() if now in values}
    return model(**{name: value for name, value in values.items() if name in known})


def make(model, **values):
    """Such a row, stored."""
    row = new(model, **values)
    row.save()
    return row


def choice(game, state):
    """Somebody's first legal action, or what the clock does; of the deal what the secret says."""
    chance, tick = game.chance(state), game.pace(state).ticks
    if chance is not None:
        return CHANCE, drawn(SECRET, [""] * game.meta.seats, 1, chance)
    seats = [seat for seat in game.to_act(state) if game.legal(state, seat, tick)]
    return (seats[0], game.legal(state, seats[0], tick)[0]) if seats else game.defaults(state)[0]


@cache
def played(ruleset, most):
    """The state after at least so many moves from the deal, where a player is to act, and the moves."""
    game = game_of(ruleset)
    state = game.start()
    rows: list[tuple[int, str, bytes, int]] = []
    while len(rows) < most or choice(game, state)[0] == CHANCE or game.pace(state).ticks:
        (seat, action), tick = choice(game, state), game.pace(state).ticks
        text = game.write(action)
        state, events = game.apply(state, seat, action, tick)
        rows.append((seat, text, game.dump_events(events), tick))
    return state, rows


@cache
def moves_to_the_end(ruleset):
    """How many moves there are when everybody says what the clock would say."""
    game = game_of(ruleset)
    state, count = game.start(), 0
    while game.to_act(state):
        (seat, action), tick = choice(game, state), game.pace(state).ticks
        state, _ = game.apply(state, seat, action, tick)
        count += 1
    return count


def begin(old, ruleset, user, *, old_schema=0, most=PLAYED):
    """A running match at a table of that time, where the user is to act and bots hold the other seats."""
    game = game_of(ruleset)
    state, rows = played(ruleset, most)
    own, to_act = choice(game, state)[0], game.to_act(state)
    host = old("accounts", "User").objects.get(id=user.id)
    code = f"{ruleset[:5]}{'abc'[old_schema + 2 * (most != PLAYED)]}22"
    table = make(old("play", "Table"), code=code, ruleset=ruleset, host=host)
    for number in range(game.meta.seats):
        held = {"user_id": user.id} if number == own else {"bot": "steady"}
        old("play", "Seat").objects.create(table=table, number=number, **held)
    match = make(
        old("play", "Match"),
        table=table,
        number=1,
        ruleset=ruleset,
        version=len(rows),
        schema=game.schema - old_schema,
        snapshot=b"of another engine" if old_schema else game.dump(state),
        prompt_versions=[len(rows) if seat in to_act else -1 for seat in range(game.meta.seats)],
        phase_began_at=timezone.now(),
        deadline=timezone.now(),
        banks=[0] * game.meta.seats,
        missed_turns=[0] * game.meta.seats,
        auto=[False] * game.meta.seats,
        secret=SECRET,
        salts=[""] * game.meta.seats,
        holders=[
            {"user": user.id, "name": user.username, "bot": ""}
            if seat == own
            else {"user": None, "name": "", "bot": "steady"}
            for seat in range(game.meta.seats)
        ],
    )
    old("play", "Move").objects.bulk_create(
        new(
            old("play", "Move"),
            match=match,
            number=number,
            seat=seat,
            action=text,
            events=events,
            tick=tick,
            by="chance" if seat == CHANCE else "clock",
        )
        for number, (seat, text, events, tick) in enumerate(rows, 1)
    )
    return match.id


def sign_in(user):
    """The key of a session as the site began them at first."""
    store = import_module("django.contrib.sessions.backends.db").SessionStore()
    store[SESSION_KEY] = str(user.id)
    store[BACKEND_SESSION_KEY] = "allauth.account.auth_backends.AuthenticationBackend"
    store[HASH_SESSION_KEY] = User(password=user.password).get_session_auth_hash()
    store.save()
    return store.session_key


def test_the_steps_are_all_the_migrations_that_there_are():
    loader = MigrationExecutor(None).loader
    last = {app: name for step in STEPS for app, name in step.items()}
    assert last == {app: name for app, name in loader.graph.leaf_nodes() if app in OURS}


def make_guest(old):
    """A guest of that time, and the key of a session."""
    user = make(
        old("accounts", "User"), username="游客123456", password=make_password(None), is_guest=True
    )
    return SimpleNamespace(id=user.id, username=user.username, key=sign_in(user))


@pytest.fixture(scope="module", params=range(len(STEPS)))
def migrated(request, earlier, django_db_blocker):
    """The present database after one of that step, with what was left in it: a guest and matches."""
    with django_db_blocker.unblock():
        own = connection.settings_dict["NAME"]
        connection.close()
        connection.settings_dict["NAME"] = earlier[request.param]
        executor = MigrationExecutor(connection)
        old = executor.loader.project_state(list(executor.loader.applied_migrations)).apps.get_model
        guest = make_guest(old)
        for ruleset in RULESETS:
            begin(old, ruleset, guest)
            begin(old, ruleset, guest, old_schema=1)
        ending = begin(old, RULESETS[0], guest, most=moves_to_the_end(RULESETS[0]) - LEFT)
        call_command("migrate", verbosity=0, interactive=False)
        yield SimpleNamespace(guest=guest, ending=ending)
        connection.close()
        connection.settings_dict["NAME"] = own


def test_matches_of_each_game_go_on_where_an_earlier_version_left_them(migrated, client, told):
    client.cookies["sessionid"] = migrated.guest.key
    user = client.get(reverse("lobby")).wsgi_request.user
    assert (user.is_authenticated, user.id) == (True, migrated.guest.id)
    assert client.get(reverse("watch")).status_code == 200
    own = client.get(reverse("mine")).content.decode()
    matches = list(Match.objects.exclude(id=migrated.ending).order_by("id"))
    assert [match.ruleset for match in matches] == sorted(2 * RULESETS, key=RULESETS.index)

    for match in matches:
        assert match.table.code in own
        assert client.get(reverse("table", args=[match.table.code])).status_code == 200
        assert client.get(reverse("log", args=[match.table.code])).status_code == 200
        game = game_of(match.ruleset)
        state = load_state(match, game)
        seat, action = choice(game, state)
        assert match.table.seats.get(number=seat).user == user
        answered = moves.submit_action(
            match_id=match.id,
            table_id=match.table_id,
            user=user,
            text=game.write(action),
            version=match.version,
        )
        assert answered > match.version


def test_a_match_from_an_earlier_version_is_played_to_its_end_and_is_in_its_peoples_records(
    migrated, client, told
):
    running = Match.objects.filter(id=migrated.ending, ended_at=None)
    assert running.exists()
    while running.update(deadline="2026-01-01T00:00Z"):
        assert moves.expire(match_id=migrated.ending)
    match = Match.objects.get(id=migrated.ending)
    for end in match.ends.all():
        finish.deliver(end.id)
    record = Record.objects.get()
    assert record.match_id == match.id
    assert [player.user_id for player in record.players.all() if not player.bot] == [
        migrated.guest.id
    ]

    client.cookies["sessionid"] = migrated.guest.key
    page = reverse("record", args=[record.match_id])
    assert client.get(page).status_code == 200
    assert page in client.get(reverse("own_records")).content.decode()
