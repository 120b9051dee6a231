"""Finished matches dealt from a secret, played at random in the engine and stored as the site stores them."""

import random
from functools import lru_cache
from typing import Any, NamedTuple

from django.utils import timezone

from games.engine.core.actions import CHANCE, Action, Deal
from games.engine.core.fair import SCHEME, commitment_to, drawn, number_in_key
from games.engine.core.records import Entry
from games.engine.registry import game_of
from games.play.models import Match, Move, Seat, Table
from games.records.services import record_match
from tests.engine.walks import draw

SECRET = "5e" * 32
SALTS = ("春风", "", 'say "hi" # 1', "x" * 64, "[0]", "🀄")
NAMES = ("安", "柏", "程", "丁", "尔", "方")


class Played(NamedTuple):
    """A match as the engine played it: its entries, the events of each as stored, its outcome."""

    ruleset: str
    scheme: int
    entries: tuple[Entry, ...]
    events: tuple[bytes, ...]
    result: dict[str, Any]


@lru_cache(maxsize=8)
def played(ruleset="gouji(games=1)", seed=1, most=5000, scheme=SCHEME):
    """A match from its first deal to its end, every deal drawn from SECRET and SALTS."""
    game, dice = game_of(ruleset), random.Random(seed)
    state, deals = game.start(), 0
    entries: list[Entry] = []
    events: list[bytes] = []
    while acting := game.to_act(state):
        chance = game.chance(state) if acting[0] == CHANCE else None
        tick = game.pace(state).ticks
        if chance is not None:
            seat, deals = CHANCE, deals + 1
            number = number_in_key(scheme, deal=deals, move=len(entries) + 1)
            action: Action = drawn(SECRET, SALTS[: game.meta.seats], number, chance)
        elif acting[0] == CHANCE:
            ((seat, action),) = game.defaults(state)
        else:
            seat = dice.choice(acting)
            action = draw(game.legal(state, seat, tick), dice)
        entries.append(Entry(seat, game.write(action), tick))
        state, told = game.apply(state, seat, action, tick)
        events.append(game.dump_events(told))
        if len(entries) > most:
            raise AssertionError("a match without end")
    outcome = game.outcome(state)
    assert outcome is not None
    result = {"scores": list(outcome.scores), "winner": outcome.winner}
    return Played(ruleset, scheme, tuple(entries), tuple(events), result)


def swapped(ruleset, action):
    """A deal with its first card and its last one exchanged."""
    game = game_of(ruleset)
    deal = game.read(game.start(), CHANCE, action)
    assert isinstance(deal, Deal)
    first, *between, last = deal.order
    return game.write(Deal((last, *between, first), deal.draws))


def stored(make_user, match=None, *, private=False, secret=SECRET, bots=()):
    """A finished match in the database with a person in every seat that is not of ``bots``."""
    match = match or played()
    game = game_of(match.ruleset)
    seats = range(game.meta.seats)
    people = {seat: make_user(NAMES[seat]) for seat in seats if seat not in bots}
    table = Table(ruleset=match.ruleset, host=people.get(0), private=private)
    table.renew_secret()
    table.save()
    for seat in seats:
        held = {"user": people[seat]} if seat in people else {"bot": "steady"}
        Seat.objects.create(table=table, number=seat, **held)
    row = Match.objects.create(
        table=table,
        number=1,
        ruleset=match.ruleset,
        version=len(match.entries),
        schema=game.schema,
        snapshot=b"",
        prompt_versions=[-1] * len(seats),
        phase_began_at=timezone.now(),
        status="finished",
        ended_at=timezone.now(),
        result=match.result,
        secret=secret,
        commitment=commitment_to(secret) if secret else "",
        deal_scheme=match.scheme,
        salts=list(SALTS[: len(seats)]) if secret else [""] * len(seats),
        holders=[
            {
                "user": people[seat].id if seat in people else None,
                "name": people[seat].username if seat in people else "",
                "bot": "" if seat in people else "steady",
            }
            for seat in seats
        ],
    )
    Move.objects.bulk_create(
        Move(
            match=row,
            number=number,
            seat=entry.seat,
            action=entry.action,
            tick=entry.tick,
            events=events,
            by=Move.By.CHANCE if entry.seat == CHANCE else Move.By.PLAYER,
        )
        for number, (entry, events) in enumerate(zip(match.entries, match.events, strict=True), 1)
    )
    return row


def recorded(make_user, match=None, **details):
    """The record of such a match."""
    record = record_match(match_id=stored(make_user, match, **details).id)
    assert record is not None
    return record
