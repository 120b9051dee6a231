"""Clocks: a limit for each decision, a bank for each deal, and a bot for who lets two go by."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.engine.core.errors import NotAllowed
from games.play import tasks
from games.play.display.page_parts import Renderer
from games.play.models import Match, Move, Seat, Table
from games.play.services import autoplay, moves, seats
from games.play.state.table_state import load

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

LIMIT, BANK = timedelta(seconds=20), timedelta(seconds=60)


@pytest.fixture
def turn(to_play, position):
    """The seat that is to lead, in a match at a table of 20 + 60 seconds, asked just now."""
    game, state = position(to_play)
    to_play.refresh_from_db()
    return game.to_act(state)[0]


@pytest.fixture
def lead(position, post):
    """A function that plays a card for the leader, as if they had been asked so long ago."""

    def play(match, after):
        game, state = position(match)
        seat = game.to_act(state)[0]
        asked_ago(match, after)
        legal = [a for a in map(game.write, game.legal(state, seat)) if a.startswith("play")]
        post(match, seat, legal[0] if legal else "pass")
        match.refresh_from_db()
        return seat

    return play


def asked_ago(match, seconds):
    """Move the present question back in time, its deadline with it."""
    match.refresh_from_db()
    length = match.deadline - match.phase_began_at
    match.phase_began_at = timezone.now() - timedelta(seconds=seconds)
    match.deadline = match.phase_began_at + length
    match.save(update_fields=["phase_began_at", "deadline"])


def let_pass(match):
    """The deadline of the present question passes; the seat that was to act."""
    match.refresh_from_db()
    asked_ago(match, (match.deadline - match.phase_began_at).total_seconds() + 0.1)
    assert moves.expire(match_id=match.id)
    match.refresh_from_db()
    return match.moves.latest("number").seat


def let_pass_until_it_is_his_turn(match, seat, position):
    """Everybody else lets their turns pass by a bot's or nobody's doing: their misses do not matter here."""
    for _ in range(40):
        game, state = position(match)
        if game.to_act(state)[0] == seat:
            return
        let_pass(match)
    raise AssertionError("it never was that seat's turn again")


def test_a_turn_ends_after_its_limit_and_what_its_seat_has_in_the_bank(to_play, turn):
    assert to_play.banks == [60_000] * 6
    assert to_play.deadline - to_play.phase_began_at == LIMIT + BANK


def test_a_move_within_the_limit_takes_nothing_from_the_bank(to_play, turn, lead):
    lead(to_play, after=19)
    assert to_play.banks == [60_000] * 6


def test_a_move_after_the_limit_takes_what_it_took_beyond_from_its_own_bank_alone(
    to_play, turn, lead
):
    seat = lead(to_play, after=50)
    assert to_play.banks[seat] == pytest.approx(30_000, abs=3_000)
    assert to_play.banks[:seat] + to_play.banks[seat + 1 :] == [60_000] * 5


def test_a_decision_that_is_let_pass_empties_the_bank_and_the_next_has_the_limit_alone(
    to_play, turn, position
):
    assert let_pass(to_play) == turn
    assert to_play.banks[turn] == 0
    let_pass_until_it_is_his_turn(to_play, turn, position)
    assert to_play.deadline - to_play.phase_began_at == LIMIT


def test_a_table_without_a_bank_gives_the_limit_alone(table, people, post, position):
    Table.objects.filter(id=table.id).update(decision_seconds=30, bank_seconds=0)
    for user in people:
        seats.set_ready(table_id=table.id, user=user, ready=True)
    match = Match.objects.get()
    game, state = position(match)
    while game.view(state, None).public.phase != "play":
        seat, action = game.defaults(state)[0]
        post(match, seat, game.write(action))
        game, state = position(match)
    assert match.deadline == match.phase_began_at + timedelta(seconds=30)


def test_a_new_deal_fills_the_banks(people, told):
    """Nobody shows in a drawing of Shengji, so that the cards are dealt again (shengji §3)."""
    table = seats.quick_start(user=people[0], game="shengji")
    match = Match.objects.get(table=table)
    match.banks = [5] * 4
    match.save(update_fields=["banks"])
    for _ in range(4):
        if match.moves.filter(by=Move.By.CHANCE).count() > 1:
            break
        let_pass(match)
    assert match.moves.filter(by=Move.By.CHANCE).count() == 2
    assert match.banks == [60_000] * 4


def test_after_the_second_missed_turn_in_a_row_a_bot_plays_and_everybody_sees_it(
    to_play, turn, position, told, django_capture_on_commit_callbacks
):
    let_pass(to_play)
    assert (to_play.missed_turns[turn], to_play.auto[turn]) == (1, False)
    let_pass_until_it_is_his_turn(to_play, turn, position)
    let_pass(to_play)
    assert to_play.auto[turn]

    loaded = load(to_play.table_id)
    assert loaded is not None
    assert "托管" in Renderer().public(loaded)[f"seat-{turn}"]
    let_pass_until_it_is_his_turn(to_play, turn, position)
    with django_capture_on_commit_callbacks(execute=True):
        moves.restart_bots(match_id=to_play.id)
    tasks.bot_turn(to_play.id, turn, to_play.prompt_versions[turn])
    last = to_play.moves.latest("number")
    assert (last.seat, last.by) == (turn, Move.By.AUTOPLAY)


def test_who_moves_again_after_one_missed_turn_has_missed_none(to_play, turn, position, lead):
    let_pass(to_play)
    let_pass_until_it_is_his_turn(to_play, turn, position)
    assert lead(to_play, after=0) == turn
    assert (to_play.missed_turns[turn], to_play.auto[turn]) == (0, False)


def test_silence_in_a_window_is_no_missed_turn(match):
    moves_before = match.moves.count()
    for _ in range(2):
        let_pass(match)
    assert match.moves.count() > moves_before
    assert match.missed_turns == [0] * 6
    assert match.auto == [False] * 6


def test_a_bots_seat_is_never_taken_for_a_person_who_lets_turns_pass(people, told, position):
    table = seats.quick_start(user=people[0])
    match = Match.objects.get(table=table)
    for _ in range(60):
        let_pass(match)
        if match.ended_at:
            break
    assert match.missed_turns[1:] == [0] * 5
    assert match.auto[1:] == [False] * 5


def test_a_bot_plays_for_who_asks_for_it_at_once_and_one_tap_takes_the_seat_back(
    to_play, turn, people, told, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        autoplay.set_auto(table_id=to_play.table_id, user=people[turn], auto=True)
    to_play.refresh_from_db()
    assert told.bots[-1] == (to_play.id, {turn: to_play.prompt_versions[turn]})

    autoplay.set_auto(table_id=to_play.table_id, user=people[turn], auto=False)
    before = to_play.moves.count()
    tasks.bot_turn(to_play.id, turn, to_play.prompt_versions[turn])
    assert to_play.moves.count() == before


def test_who_plays_while_a_bot_stands_in_has_taken_the_seat_back(to_play, turn, people, lead):
    autoplay.set_auto(table_id=to_play.table_id, user=people[turn], auto=True)
    assert lead(to_play, after=0) == turn
    assert not to_play.auto[turn]


def test_only_who_holds_a_seat_in_a_match_can_have_a_bot_stand_in(
    table, match, people, make_user, told
):
    with pytest.raises(NotAllowed) as refusal:
        autoplay.set_auto(table_id=table.id, user=make_user("过客"), auto=True)
    assert refusal.value.code == "no_seat"
    match.refresh_from_db()
    assert match.auto == [False] * 6

    newcomer = make_user("新客")
    other = seats.open_table(user=newcomer, ruleset="gouji")
    with pytest.raises(NotAllowed) as refusal:
        autoplay.set_auto(table_id=other.id, user=newcomer, auto=True)
    assert refusal.value.code == "no_match"


def test_leaving_ends_the_standing_in_because_the_seat_is_the_bots_own_now(to_play, turn, people):
    autoplay.set_auto(table_id=to_play.table_id, user=people[turn], auto=True)
    seats.leave(table_id=to_play.table_id, user=people[turn])
    to_play.refresh_from_db()
    assert not to_play.auto[turn]
    assert Seat.objects.get(table=to_play.table_id, number=turn).bot


def test_the_page_offers_to_hand_over_and_to_take_back(to_play, turn, people):
    client = Client()
    client.force_login(people[turn])
    code = to_play.table.code
    page = client.get(reverse("table", args=[code])).content.decode()
    assert 'name="do" value="auto"' in page
    assert client.post(reverse("act", args=[code]), {"do": "auto"}).status_code == 302

    page = client.get(reverse("table", args=[code])).content.decode()
    assert 'name="do" value="unauto"' in page
    assert 'name="do" value="auto"' not in page
    assert 'name="do" value="play"' not in page
    assert client.post(reverse("act", args=[code]), {"do": "unauto"}).status_code == 302
    to_play.refresh_from_db()
    assert to_play.auto == [False] * 6
