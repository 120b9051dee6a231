"""The write path: what is accepted is written once, what is not changes nothing."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.engine.core.errors import NotAllowed, Refusal, Unreadable
from games.engine.core.records import Entry, play_back
from games.play.models import Match, Move
from games.play.services import moves, seats
from games.play.services.finish import finish
from games.play.state.selectors import load_state

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def leader_of(position, match):
    game, state = position(match)
    return game.to_act(state)[0], game, state


def first_play(game, state, seat):
    return next(text for a in game.legal(state, seat) if (text := game.write(a)).startswith("play"))


def everything(match):
    row = Match.objects.filter(id=match.id).values().get()
    return {**row, "snapshot": bytes(row["snapshot"])}, Move.objects.filter(match=match).count()


def test_the_match_begins_with_a_deal_when_the_sixth_seat_is_ready(table, people):
    for user in people[:5]:
        seats.set_ready(table_id=table.id, user=user, ready=True)
    assert not Match.objects.exists()

    seats.set_ready(table_id=table.id, user=people[5], ready=True)

    match = Match.objects.get()
    assert [(m.number, m.seat, m.by) for m in match.moves.all()] == [(1, -1, Move.By.CHANCE)]
    assert match.version == 1
    assert match.deadline is not None
    assert match.deadline > timezone.now()


def test_two_deals_are_not_the_same(table, people, told):
    orders = set()
    for _ in range(2):
        for user in people:
            seats.set_ready(table_id=table.id, user=user, ready=True)
        match = Match.objects.get(ended_at=None)
        orders.add(match.moves.get(number=1).action)
        finish(match, Match.Status.ABANDONED, timezone.now())
    assert len(orders) == 2


def test_an_accepted_play_is_one_move_with_its_events_and_the_next_version(
    to_play, position, post, told, django_capture_on_commit_callbacks
):
    seat, game, state = leader_of(position, to_play)
    before, text = to_play.version, first_play(game, state, seat)
    told.tables.clear()

    with django_capture_on_commit_callbacks(execute=True):
        after = post(to_play, seat, text)

    move = Move.objects.filter(match=to_play).latest("number")
    assert after == before + 1 == move.number
    assert (move.seat, move.action, move.by) == (seat, text, Move.By.PLAYER)
    assert game.load_events(bytes(move.events))
    assert told.tables == [to_play.table_id]


def test_the_same_post_sent_twice_is_played_once_and_answered_twice(to_play, position, post):
    seat, game, state = leader_of(position, to_play)
    seen, text = to_play.version, first_play(game, state, seat)

    first = post(to_play, seat, text, seen)
    second = post(to_play, seat, text, seen)

    assert first == seen + 1
    assert second == seen + 1
    assert Move.objects.filter(match=to_play).count() == seen + 1


def test_a_different_post_for_a_version_already_answered_is_refused(to_play, position, post):
    seat, game, state = leader_of(position, to_play)
    seen = to_play.version
    texts = [game.write(action) for action in list(game.legal(state, seat))[:2]]
    post(to_play, seat, texts[0], seen)
    before = everything(to_play)

    with pytest.raises(NotAllowed) as refused:
        post(to_play, seat, texts[1], seen)

    assert refused.value.code == "moved_on"
    assert everything(to_play) == before


def test_an_action_for_a_version_that_does_not_exist_yet_is_refused(to_play, position, post):
    seat, game, state = leader_of(position, to_play)
    before = everything(to_play)
    with pytest.raises(NotAllowed) as refused:
        post(to_play, seat, first_play(game, state, seat), to_play.version + 1)
    assert refused.value.code == "moved_on"
    assert everything(to_play) == before


def test_no_page_can_ask_how_many_sealed_answers_have_come_in(match, position, post):
    game, state = position(match)
    first, second, third = game.to_act(state)[:3]
    shown = match.last_prompt_version
    post(match, first, "stay", shown)
    post(match, second, "stay", shown)

    def told(seat, text, seen):
        with pytest.raises(NotAllowed) as refused:
            post(match, seat, text, seen)
        return refused.value.code

    assert {told(second, "stay", shown + more) for more in range(1, 6)} == {"moved_on"}
    assert {told(third, "pass", shown + more) for more in range(1, 6)} == {"moved_on"}
    assert post(match, second, "stay", shown) == match.version


@pytest.fixture
def drawing(make_user, told):
    """A Huolong deal whose cards are all drawn, and its players."""
    players = [make_user(name) for name in "东南西北"]
    table = seats.open_table(user=players[0], ruleset="huolong(level_show=last_stands)")
    for number, user in enumerate(players[1:], 1):
        seats.sit(table_id=table.id, user=user, number=number)
    for user in players:
        seats.set_ready(table_id=table.id, user=user, ready=True)
    match = Match.objects.get(table=table)
    past = timezone.now() - timedelta(seconds=600)
    Match.objects.filter(id=match.id).update(phase_began_at=past)
    return match, players


def test_a_show_repeated_after_another_ones_is_a_second_show_and_at_once_the_same(
    drawing, position
):
    match, players = drawing

    def show(seat, text):
        moves.submit_action(
            match_id=match.id,
            table_id=match.table_id,
            user=players[seat],
            text=text,
            version=1,
        )
        return Move.objects.filter(match=match, number__gt=1).count()

    def shows(seat):
        game, state = position(match)
        legal = game.legal(state, seat, game.pace(state).ticks)
        return [text for text in map(game.write, legal) if text.startswith("show")]

    one = next(seat for seat in range(4) if shows(seat))
    text = shows(one)[0]
    assert [show(one, text), show(one, text)] == [1, 1]
    two = next(seat for seat in range(4) if shows(seat) and seat != one)
    assert show(two, shows(two)[0]) == 2
    assert show(one, text) == 3


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("play", Refusal),
        ("play XX", Unreadable),
        ("jump", Unreadable),
        ("", Unreadable),
        ("pass", NotAllowed),
        ("yield", NotAllowed),
        ("done", NotAllowed),
        ("play 3S3H4D", NotAllowed),
        ("play " + "9Sa" * 130, NotAllowed),
        ("play " + "9Sa" * 200, Unreadable),
        ("deal " + "9Sa" * 100, Refusal),
        ("close", Refusal),
    ],
)
def test_what_the_leader_may_not_do_is_refused_and_changes_nothing(
    to_play, position, post, text, kind
):
    seat, _, _ = leader_of(position, to_play)
    before = everything(to_play)
    with pytest.raises(kind):
        post(to_play, seat, text)
    assert everything(to_play) == before


def test_nobody_deals_but_the_house(to_play, position, people):
    game, state = position(to_play)
    order = "".join(f"{r}{s}{c}" for r in "3456789TJQKA2" for s in "CDHS" for c in "abcd")
    seat = game.to_act(state)[0]
    before = everything(to_play)
    with pytest.raises(Refusal):
        moves.submit_action(
            match_id=to_play.id,
            table_id=to_play.table_id,
            user=people[seat],
            text=f"deal {order}",
            version=to_play.version,
        )
    assert everything(to_play) == before


def test_a_seat_out_of_turn_is_refused(to_play, position, post):
    seat, _, _ = leader_of(position, to_play)
    before = everything(to_play)
    with pytest.raises(NotAllowed):
        post(to_play, (seat + 1) % 6, "pass")
    assert everything(to_play) == before


def test_a_stranger_to_the_table_cannot_act(to_play, make_user):
    before = everything(to_play)
    with pytest.raises(NotAllowed) as refused:
        moves.submit_action(
            match_id=to_play.id,
            table_id=to_play.table_id,
            user=make_user("陌生"),
            text="pass",
            version=to_play.version,
        )
    assert refused.value.code == "no_seat"
    assert everything(to_play) == before


def test_an_action_meant_for_another_table_is_refused(to_play, people):
    with pytest.raises(NotAllowed) as refused:
        moves.submit_action(
            match_id=to_play.id,
            table_id=to_play.table_id + 1,
            user=people[0],
            text="pass",
            version=to_play.version,
        )
    assert refused.value.code == "no_match"


def test_while_several_seats_are_asked_an_answer_to_the_same_question_is_never_stale(
    match, position, post
):
    game, state = position(match)
    seen = match.version
    first, second = game.to_act(state)[:2]

    post(match, first, "stay", seen)
    post(match, second, "stay", seen)

    assert match.moves.count() == seen + 2


def test_a_deadline_that_passed_is_acted_on_once(to_play, position):
    seat, _, _ = leader_of(position, to_play)
    Match.objects.filter(id=to_play.id).update(deadline=timezone.now() - timedelta(seconds=1))

    assert moves.expire(match_id=to_play.id)
    assert not moves.expire(match_id=to_play.id)

    move = Move.objects.filter(match=to_play).latest("number")
    assert (move.seat, move.by) == (seat, Move.By.CLOCK)
    to_play.refresh_from_db()
    assert to_play.deadline > timezone.now()
    assert to_play.version == move.number


def test_a_deadline_still_to_come_is_left_alone(to_play):
    before = everything(to_play)
    assert not moves.expire(match_id=to_play.id)
    assert everything(to_play) == before


def test_a_snapshot_of_another_schema_is_rebuilt_from_the_moves(to_play, position, post):
    seat, game, state = leader_of(position, to_play)
    post(to_play, seat, first_play(game, state, seat))
    game, state = position(to_play)
    Match.objects.filter(id=to_play.id).update(snapshot=b"old", schema=game.schema + 1)
    to_play.refresh_from_db()
    assert load_state(to_play, game) == state


def test_the_moves_played_back_give_the_state_and_the_events_that_were_stored(
    to_play, position, post
):
    for _ in range(40):
        seat, game, state = leader_of(position, to_play)
        legal = game.legal(state, seat)
        post(to_play, seat, game.write(legal[len(legal) // 2]))
        if Match.objects.get(id=to_play.id).ended_at:
            break
    game, state = position(to_play)
    rows = list(to_play.moves.values_list("seat", "action", "tick", "events"))

    again, events = play_back(game, [Entry(*row[:3]) for row in rows])

    assert again == state
    stored = [event for row in rows for event in game.load_events(bytes(row[3]))]
    assert list(events) == stored


def test_a_move_costs_the_same_few_queries_early_and_late(to_play, position, post, people):
    counts = []
    for _ in range(3):
        seat, game, state = leader_of(position, to_play)
        text = first_play(game, state, seat) if game.legal(state, seat) else "pass"
        with CaptureQueriesContext(connection) as queries:
            moves.submit_action(
                match_id=to_play.id,
                table_id=to_play.table_id,
                user=people[seat],
                text=text,
                version=to_play.version,
            )
        counts.append(len([q for q in queries if "SAVEPOINT" not in q["sql"]]))
        for _ in range(8):
            seat, game, state = leader_of(position, to_play)
            post(to_play, seat, game.write(game.legal(state, seat)[0]))
        to_play.refresh_from_db()
    assert len(set(counts)) == 1
    assert counts[0] <= 6
