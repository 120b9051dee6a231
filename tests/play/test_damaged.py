"""A row that was stored damaged is passed over or mended; where nothing helps its match alone ends, and says so."""

import logging

import pytest
from django.urls import reverse
from django.utils import timezone

from games.engine.registry import game_of
from games.play import tasks
from games.play.models import Match, Move
from games.play.services import seats
from games.play.state.selectors import load_state
from gouji_site.lib.repeats import Repeats

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

SORRY = "数据坏了"
DAMAGES: dict[str, dict[str, object]] = {
    "snapshot": {"snapshot": b"\x00"},
    "snapshot_of_something": {"snapshot": b"\x93\x01\x02\x03"},
    "prompt_versions": {"prompt_versions": [0]},
    "prompted_nobody": {"prompt_versions": []},
    "banks": {"banks": []},
    "missed_turns": {"missed_turns": []},
    "auto": {"auto": [True]},
    "holders": {"holders": []},
    "holders_of_something": {"holders": {"user": 1}},
    "salts": {"salts": []},
    "result": {"result": [1, "x"]},
}


@pytest.fixture
def ann(make_user):
    return make_user("安")


@pytest.fixture
def damaged(ann, told, make_user):
    """A function that damages a match under way; there is another one, and a table that waits for people."""
    seats.quick_start(user=make_user("本"), game="shengji")
    seats.open_table(user=make_user("程"), ruleset="huolong")
    match = seats.quick_start(user=ann).matches.get()

    def damage(delay=0, **values):
        Match.objects.filter(id=match.id).update(**values)
        match.table.watch_delay = delay
        match.table.save(update_fields=["watch_delay"])
        match.refresh_from_db()
        return match

    return damage


def shown_to(client, user, match):
    """What somebody is shown of the site by all its pages, each by its name."""
    client.force_login(user)
    code = match.table.code
    pages = {name: reverse(name) for name in ("lobby", "watch", "mine", "own_records")}
    pages |= {name: reverse(name, args=[code]) for name in ("table", "log", "fair_at")}
    answers = {name: client.get(page) for name, page in pages.items()}
    assert {answer.status_code for answer in answers.values()} == {200}
    return {name: answer.content.decode() for name, answer in answers.items()}


@pytest.mark.parametrize("delay", [0, 30])
@pytest.mark.parametrize("kind", DAMAGES)
def test_whatever_is_damaged_every_page_is_shown_and_lists_the_others(
    client, ann, make_user, damaged, kind, delay
):
    match = damaged(delay, **DAMAGES[kind])
    others = Match.objects.exclude(id=match.id).get()
    for user in (ann, make_user("看客")):
        shown = shown_to(client, user, match)
        assert others.table.code in shown["lobby"]
        assert others.table.code in shown["watch"]


@pytest.mark.parametrize("kind", DAMAGES)
def test_a_match_of_which_only_the_moves_are_whole_goes_on(ann, damaged, kind):
    match = damaged(**DAMAGES[kind])
    Match.objects.update(deadline=timezone.now(), bots_due_at=timezone.now())
    tasks.sweep()
    match.refresh_from_db()
    assert (match.status, match.version > 1) == (Match.Status.RUNNING, True)
    game = game_of(match.ruleset)
    assert game.load(bytes(match.snapshot)) == load_state(match, game)
    assert (
        len(match.prompt_versions)
        == len(match.banks)
        == len(match.missed_turns)
        == len(match.auto)
        == 6
    )


@pytest.mark.parametrize("kind", ["prompt_versions", "prompted_nobody", "auto"])
def test_bots_are_asked_again_where_it_was_lost_whom_the_match_waits_for(damaged, told, kind):
    match = damaged(bots_due_at=timezone.now(), **DAMAGES[kind])
    tasks.sweep()
    (started,) = [asked for number, asked in told.bots[-1:] if number == match.id]
    for seat, asked in started.items():
        tasks.bot_turn(match.id, seat, asked)
    before = match.version
    match.refresh_from_db()
    assert match.version > before


@pytest.mark.parametrize("how", ["move", "gap", "ruleset"])
def test_a_match_that_cannot_be_read_at_all_is_closed_and_its_people_are_told(
    client, ann, damaged, told, how
):
    match = damaged(snapshot=b"\x00", deadline=timezone.now(), bots_due_at=timezone.now())
    if how == "move":
        Move.objects.filter(match=match, number=1).update(action="deal nothing")
    elif how == "gap":
        Move.objects.filter(match=match, number=1).delete()
    else:
        damaged(ruleset="gouji(gone=on)")
    assert SORRY in shown_to(client, ann, match)["table"]
    for verb in ("quiet", "auto", "pass"):
        form = {"do": verb, "seen": f"{match.id}-{match.last_prompt_version}"}
        press = client.post(
            reverse("act", args=[match.table.code]), form, headers={"HX-Request": "true"}
        )
        assert press.status_code == 409
    tasks.sweep()
    tasks.tidy()
    match.refresh_from_db()
    assert (match.status, match.deadline, match.result) == (Match.Status.BROKEN, None, None)
    assert SORRY in shown_to(client, ann, match)["table"]
    assert Match.objects.filter(status=Match.Status.RUNNING).count() == 1


def test_at_a_table_whose_match_was_damaged_another_one_may_begin(client, ann, damaged):
    match = damaged(snapshot=b"\x00", deadline=timezone.now())
    Move.objects.filter(match=match).delete()
    tasks.sweep()
    client.force_login(ann)
    client.post(reverse("act", args=[match.table.code]), {"do": "ready"})
    page = client.get(reverse("table", args=[match.table.code])).content.decode()
    assert match.table.matches.count() == 2
    assert SORRY not in page


def test_a_sweep_closes_what_it_cannot_read_and_acts_on_the_rest(damaged, make_user):
    match = damaged(snapshot=b"\x00")
    Move.objects.filter(match=match).delete()
    Match.objects.update(deadline=timezone.now())
    tasks.sweep()
    other = Match.objects.exclude(id=match.id).get()
    assert other.version > 1


@pytest.mark.parametrize("events", [b"\x00", b"{}", b"[1]", b'[{"type": "nothing"}]', b""])
@pytest.mark.parametrize("delay", [0, 30])
def test_events_that_cannot_be_read_are_left_out_of_the_log(client, ann, damaged, events, delay):
    match = damaged(delay)
    Move.objects.filter(match=match).update(events=events)
    shown_to(client, ann, match)


def test_a_bot_is_no_failure_where_its_match_cannot_be_read(damaged, caplog):
    match = damaged(snapshot=b"\x00")
    seat, asked = next(
        (seat, at) for seat, at in enumerate(match.prompt_versions) if seat and at >= 0
    )
    Move.objects.filter(match=match).delete()
    tasks.bot_turn(match.id, seat, asked)
    match.refresh_from_db()
    assert match.status == Match.Status.BROKEN


def test_what_fails_every_second_is_logged_in_full_once_and_then_in_one_line_a_minute(monkeypatch):
    seconds, filtered, lines = [0.0], Repeats(), []
    monkeypatch.setattr("gouji_site.lib.repeats.monotonic", lambda: seconds[0])
    for second in range(180):
        seconds[0] = float(second)
        for row in (1, 2):
            record = logging.LogRecord(
                "sweep",
                logging.ERROR,
                "",
                0,
                "match %s failed",
                (row,),
                (ValueError, ValueError(), None),
            )
            if filtered.filter(record):
                lines.append((second, record.getMessage(), bool(record.exc_info)))
    assert lines == [
        (second, text, second == 0)
        for second in (0, 60, 120)
        for row in (1, 2)
        for text in [f"match {row} failed" + (second > 0) * " (again, and 59 times before)"]
    ]
    plain = logging.LogRecord("a", logging.ERROR, "", 0, "said twice", (), None)
    assert filtered.filter(plain) == filtered.filter(plain) is True
