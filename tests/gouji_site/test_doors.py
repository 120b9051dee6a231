"""Every address and every service asks ``may``: whoever is refused gets a sentence, and nothing is changed."""

import inspect
from importlib import import_module
from typing import NamedTuple

import pytest
from django.urls import URLPattern, get_resolver, reverse
from django.utils.translation import override

from accounts import permissions
from accounts.permissions import Act, Refusal
from games.chat import services as chat_lines
from games.chat.forms import Posted, Said
from games.chat.models import Message, Mute
from games.engine.core.errors import NotAllowed
from games.play.models import Match, Move, Seat, Table
from games.play.services import autoplay, chat, matchmaking, moves, seats
from tests.records.matches import stored

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

OPEN_TO_ALL = {
    "guest": "one becomes somebody here",
    "keep_guest": "one's own account",
    "language": "how pages are written",
    "settings": "one's own account",
    "account_signup": "one becomes somebody here",
    "account_login": "allauth asks whether the account is active",
    "account_logout": "whoever is here may go",
    "account_change_password": "one's own account",
    "account_set_password": "leads to keep_guest",
    "account_inactive": "tells who is inactive",
    "account_reauthenticate": "one's own account",
    "fair": "an explanation",
    "lobby": "the first page",
    "mine": "one's own tables, as the first page lists them",
    "rules": "the rules of a game",
    "site_health": "figures of the site, for whoever watches over it",
}


class Door(NamedTuple):
    """What opens an address: the act that it asks for, and what is posted (None: it is read)."""

    act: Act
    data: dict[str, str] | None = None
    args: tuple[str, ...] = ("table",)


SAY = {"to": "seats", "once": "0123456789abcdef"}
DOORS = {
    "table": [Door(Act.WATCH)],
    "log": [Door(Act.WATCH)],
    "fair_at": [Door(Act.WATCH)],
    "watch": [Door(Act.WATCH, args=())],
    "act": [
        Door(Act.PLAY, {"do": "pass", "seen": "match-0"}),
        Door(Act.READY, {"do": "ready"}),
        Door(Act.READY, {"do": "unready"}),
        Door(Act.ADD_BOTS, {"do": "bots"}),
        Door(Act.LEAVE, {"do": "leave"}),
        Door(Act.AUTOPLAY, {"do": "auto"}),
        Door(Act.AUTOPLAY, {"do": "unauto"}),
        Door(Act.AUTO_DECLINE, {"do": "quiet"}),
        Door(Act.AUTO_DECLINE, {"do": "unquiet"}),
        Door(Act.HINT, {"do": "hint"}),
    ],
    "sit": [Door(Act.SIT, {"seat": "1"})],
    "kick": [Door(Act.KICK, {"holder": ""}, ("table", "1"))],
    "chat": [
        Door(Act.CHAT, {"phrase": "hello", **SAY}),
        Door(Act.MUTE, {"mute": "1"}),
        Door(Act.MUTE, {"unmute": "1"}),
    ],
    "quick": [Door(Act.QUICK_START, {}, ())],
    "match": [Door(Act.QUICK_MATCH, {}, ())],
    "open": [Door(Act.OPEN, {"preset": "classic"}, ())],
    "own_records": [Door(Act.REPLAY, args=())],
    "record": [Door(Act.REPLAY, args=("record",))],
    "record_text": [Door(Act.DOWNLOAD, args=("record",))],
    "record_json": [Door(Act.DOWNLOAD, args=("record",))],
}
BETWEEN_MATCHES = {Act.READY, Act.ADD_BOTS, Act.SIT, Act.KICK}


def names(patterns):
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            yield pattern.name
        else:
            yield from names(pattern.url_patterns)


def rows():
    return [
        list(model.objects.order_by("pk").values())
        for model in (Table, Seat, Match, Move, Message, Mute)
    ]


@pytest.fixture
def asked(monkeypatch):
    """Everybody is refused everything; the acts for which somebody asked."""
    acts = []

    def refuse(user, act, about):
        acts.append(act)
        return Refusal("inactive")

    monkeypatch.setattr(permissions, "REASONS", (refuse,))
    return acts


@pytest.fixture
def place(make_user):
    """A user who sits at a waiting table and in a match, and had one that ended; what addresses name of them."""
    user = make_user("甲")
    waiting = seats.open_table(user=user, ruleset="gouji(games=1)")
    played = seats.quick_start(user=user)
    waiting = seats.open_table(user=user, ruleset="gouji(games=1)")
    record = stored(make_user)
    return {"user": user, "waiting": waiting, "played": played, "record": record}


def test_every_address_is_a_door_or_says_why_not():
    every = list(names(get_resolver().url_patterns))
    assert sorted(every) == sorted([*DOORS, *OPEN_TO_ALL])


EACH = [(name, door) for name, doors in DOORS.items() for door in doors]


@pytest.mark.parametrize(
    ("name", "door"), EACH, ids=[f"{name}-{door.act}-{n}" for n, (name, door) in enumerate(EACH)]
)
def test_whoever_may_not_is_told_so_and_nothing_changes(name, door, place, client, asked):
    table = place["waiting" if door.act in BETWEEN_MATCHES else "played"]
    known = {"table": table.code, "record": str(place["record"].id)}
    address = reverse(name, args=[known.get(arg, arg) for arg in door.args])
    match = Match.objects.filter(table=table).first()
    client.force_login(place["user"])
    before = rows()
    if door.data is None:
        answer = client.get(address)
    else:
        data = {k: v.replace("match", str(match.id if match else 0)) for k, v in door.data.items()}
        headers = {"HX-Request": "true"} if name == "chat" else {}
        answer = client.post(address, data, headers=headers)
    with override("zh-hans"):
        assert Refusal("inactive").words in answer.content.decode()
    assert door.act in asked
    assert answer.status_code == (403 if door.data is None else 409)
    assert rows() == before


# -- Services, which commands, tasks and interfaces of later rooms call too --------------------------------

SERVICES = {
    "seats.open_table": lambda user, place: seats.open_table(user=user, ruleset="gouji"),
    "seats.quick_start": lambda user, place: seats.quick_start(user=user),
    "seats.sit": lambda user, place: seats.sit(table_id=place["waiting"].id, user=user, number=1),
    "seats.leave": lambda user, place: seats.leave(table_id=place["waiting"].id, user=user),
    "seats.set_ready": lambda user, place: seats.set_ready(
        table_id=place["waiting"].id, user=user, ready=True
    ),
    "seats.set_auto_decline": lambda user, place: seats.set_auto_decline(
        table_id=place["played"].id, user=user, auto_decline=True
    ),
    "seats.add_bots": lambda user, place: seats.add_bots(table_id=place["waiting"].id, user=user),
    "seats.kick": lambda user, place: seats.kick(
        table_id=place["waiting"].id, user=user, number=1, name=""
    ),
    "matchmaking.quick_match": lambda user, place: matchmaking.quick_match(
        user=user, ruleset="gouji"
    ),
    "autoplay.set_auto": lambda user, place: autoplay.set_auto(
        table_id=place["played"].id, user=user, auto=True
    ),
    "moves.submit_action": lambda user, place: moves.submit_action(
        match_id=Match.objects.get(table=place["played"]).id,
        table_id=place["played"].id,
        user=user,
        text="pass",
        version=0,
    ),
    "chat.answer": lambda user, place: chat.answer(
        place["played"],
        user,
        Posted(said=Said("phrase", "hello", "你好"), to="seats", once="0" * 8),
    ),
    "chat_lines.say": lambda user, place: chat_lines.say(
        user=user,
        place=chat_lines.Place("table:x", "seats"),
        said=Said("words", "", "好"),
        once="0" * 8,
    ),
    "chat_lines.mute": lambda user, place: chat_lines.mute(
        user=user, message_id=1, room="table:x", audiences=frozenset({"seats"})
    ),
    "chat_lines.unmute": lambda user, place: chat_lines.unmute(user=user, mute_id=1),
}
ASKED_BY_CALLERS = {
    "seats.give_up": "leaving, and freeing a seat that its holder did not give up",
    "seats.running_table": "it reads",
    "seats.take": "sitting down",
    "chat.panel": "the page of a table",
}
MODULES = {"chat": chat, "chat_lines": chat_lines} | {
    name: import_module(f"games.play.services.{name}")
    for name in ("seats", "matchmaking", "autoplay", "moves")
}


def test_every_service_that_acts_for_a_user_is_in_the_list():
    takes_user = {
        f"{room}.{name}"
        for room, module in MODULES.items()
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if function.__module__ == module.__name__
        and not name.startswith("_")
        and "user" in inspect.signature(function).parameters
    }
    assert takes_user == {*SERVICES, *ASKED_BY_CALLERS}


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_a_service_refuses_whoever_may_not_and_changes_nothing(name, place, asked):
    before = rows()
    with pytest.raises(NotAllowed) as refusal:
        SERVICES[name](place["user"], place)
    assert refusal.value.code == "inactive"
    assert asked
    assert rows() == before
