"""What the bench of faults counts as lost, as doubled, and as well again."""

import pytest
from msgspec.structs import replace

from gouji_site.bench.ledger import compare
from gouji_site.bench.load import FaultReport, Trial, table_of
from gouji_site.bench.person import PostedAction
from gouji_site.bench.recovery import RecoveryTime
from gouji_site.bench.stored import StoredMove

pytestmark = pytest.mark.unit

PASS = "pass"
NINES = "play 9Sa9Sb"


def stored(number, action, by="player"):
    return StoredMove(number, 0, action, 0, b"[]", by, 0.0)


def said(seen, text, *, accepted=True):
    return PostedAction(1, seen, text, accepted)


def test_what_was_answered_with_success_and_is_stored_once_is_neither_lost_nor_doubled():
    assert compare([said(3, PASS), said(9, NINES)], (stored(4, PASS), stored(12, NINES))) == (0, 0)


def test_cards_may_be_stored_in_another_order_than_they_were_sent_in():
    assert compare([said(3, "play 9Sb9Sa")], (stored(4, NINES),)) == (0, 0)


@pytest.mark.parametrize("moves", [(), (stored(12, NINES),)])
def test_what_was_answered_with_success_and_is_not_stored_is_lost(moves):
    asked = [said(3, PASS), said(9, NINES)]
    assert compare(asked, moves) == (2 - len(moves), 0)


def test_what_had_no_answer_may_be_stored_or_not():
    unknown = [said(3, PASS, accepted=False), said(9, NINES)]
    assert compare(unknown, (stored(12, NINES),)) == (0, 0)
    assert compare(unknown, (stored(4, PASS), stored(12, NINES))) == (0, 0)


def test_what_is_stored_twice_is_doubled():
    assert compare([said(3, PASS)], (stored(4, PASS), stored(5, PASS))) == (0, 1)


def test_a_move_from_before_the_question_answers_nothing():
    assert compare([said(9, PASS)], (stored(4, PASS),)) == (1, 1)


def test_what_the_clock_or_a_bot_played_for_the_seat_is_not_doubled_and_may_be_what_was_asked_for():
    assert compare([], (stored(4, PASS, by="clock"), stored(9, PASS, by="autoplay"))) == (0, 0)
    assert compare([said(3, PASS)], (stored(4, PASS, by="clock"),)) == (0, 0)


def test_something_is_well_since_the_first_good_answer_after_the_last_bad_one():
    time = RecoveryTime()
    for ok, asked, answered in ((True, 0.0, 0.1), (False, 0.5, 0.6), (True, 1.0, 3.0)):
        time.note(ok, asked, answered)
    time.note(True, 1.5, 3.1)
    assert time.since == 3.0


def test_a_bad_answer_to_an_older_question_than_the_good_one_is_no_news():
    time = RecoveryTime()
    time.note(True, 2.0, 2.2)
    time.note(False, 0.0, 5.0)
    assert time.since == 2.2
    time.note(False, 2.5, 7.5)
    assert time.since is None


USUAL = Trial(
    fault="kill-web",
    phase="play",
    page=1.0,
    sockets=1.0,
    tables=1.0,
    goal=5.0,
    accepted=9,
    lost=0,
    doubled=0,
    unsound=0,
    stuck=0,
    complaints={},
)


def trial(**changed):
    return replace(USUAL, **changed)


@pytest.mark.parametrize(
    "changed",
    [*({what: 1} for what in ("lost", "doubled", "unsound", "stuck")), {"page": None}],
    ids=str,
)
def test_a_trial_with_anything_lost_doubled_unsound_or_stuck_is_not_sound_and_is_marked(changed):
    assert trial().is_sound
    assert not trial(**changed).is_sound
    assert table_of(FaultReport((trial(**changed),), 9.0, (0.0, 0.0, 2))).splitlines()[1][-1] == "!"


@pytest.mark.parametrize(
    ("changed", "mark"),
    [
        ({}, ""),
        ({"sockets": 5.1}, "!"),
        ({"sockets": 5.1, "goal": None}, ""),
        ({"tables": None}, "!"),
    ],
    ids=str,
)
def test_a_goal_that_was_missed_is_marked(changed, mark):
    line = table_of(FaultReport((trial(**changed),), 9.0, (0.0, 0.0, 2))).splitlines()[1]
    assert line.split()[11:] == mark.split()
