"""The process behind ``levels_stage``: the browser table, with what tables of four and drawings need."""

# ruff: noqa: E402 -- Django is set up before what stands on it is imported

from collections.abc import Sequence
from datetime import timedelta

import django
from django.db import transaction
from django.db.models import F
from django.utils import timezone

django.setup()

from accounts.models import User
from games.engine.core.actions import CHANCE
from games.engine.core.cards import each_card, write_card
from games.engine.registry import game_of
from games.play.models import Match, Move, Table
from games.play.services import broadcast
from games.play.services import moves as services
from games.play.state.selectors import load_state, ticks_gone
from tests.e2e import browser_table as hand

SEATS = 4


def last_match(code: str) -> Match:
    return Match.objects.filter(table__code=code).latest("number")


def table(ruleset: str) -> str:
    made = hand._table(ruleset, 600)
    made.seats.filter(number__gte=SEATS).delete()
    return made.code


def begin(code: str, text: str, moves: Sequence[str]) -> None:
    with transaction.atomic():
        place = Table.objects.get(code=code)
        match = hand._begin(place, game_of(place.ruleset).start())
        locked_match = services.LockedMatch(match, timezone.now())
        for move in (f"{CHANCE} {text}", *moves):
            said, _, tick = move.partition(" @")
            seat, action = said.split(" ", 1)
            pace = locked_match.game.pace(locked_match.state).tick_seconds
            ago = timedelta(seconds=(int(tick or 0) + 0.5) * pace)
            match.phase_began_at = locked_match.now - ago
            read = locked_match.game.read(locked_match.state, int(seat), action)
            by = Move.By.CHANCE if int(seat) == CHANCE else Move.By.PLAYER
            locked_match.play(int(seat), read, by)
        locked_match.prompt_keys = {}
        locked_match.save()


def drawn(code: str, seat: int) -> list[str]:
    match = last_match(code)
    game = game_of(match.ruleset)
    state = load_state(match, game)
    view = game.view(state, seat, ticks_gone(match, game.pace(state), timezone.now()))
    return [write_card(card) for card in each_card(view.own.hand)] if view.own else []


def defaults(code: str, count: int) -> None:
    for _ in range(count):
        match = last_match(code)
        game = game_of(match.ruleset)
        seat, action = game.defaults(load_state(match, game))[0]
        services.submit_action(
            match_id=match.id,
            table_id=match.table_id,
            user=User.objects.get(username=hand.NAMES[seat]),
            text=game.write(action),
            version=match.last_prompt_version,
        )


def acted(code: str) -> list[list[str]]:
    return [[move.by, move.action.split(" ")[0]] for move in last_match(code).moves.all()]


def draw_on(code: str, cards: int) -> None:
    with transaction.atomic():
        match = services.open_locked(last_match(code).id).match
        game = game_of(match.ruleset)
        pace = game.pace(load_state(match, game))
        skipped = timedelta(seconds=(cards or pace.ticks) * pace.tick_seconds)
        assert match.deadline is not None
        since, due = match.phase_began_at - skipped, match.deadline - skipped
        Match.objects.filter(id=match.id).update(phase_began_at=since, deadline=due)
        Table.objects.filter(id=match.table_id).update(version=F("version") + 1)
        transaction.on_commit(lambda: broadcast.table_changed(match.table_id))


if __name__ == "__main__":
    verbs = (table, begin, drawn, defaults, acted, draw_on)
    hand.VERBS.update({verb.__name__: verb for verb in verbs})
    hand.main()
