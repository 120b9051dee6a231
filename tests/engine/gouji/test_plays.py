"""gouji §1: cards and plays."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.core.cards import take_all
from games.engine.gouji import vector_checks
from games.engine.gouji.plays import Shape, beats, is_gouji, opens, shape_of
from tests.engine import naive

VECTORS = Path(__file__).parent / "vectors"
RANKS = "3456789TJQKA2sB"


def shape(play, mixed="as_small"):
    return shape_of(take_all(play), mixed)


@pytest.mark.parametrize("name", sorted(vector_checks.VECTORS))
def test_the_published_vectors_hold(name):
    rows = list(vector_checks.checked_rows(name, (VECTORS / name).read_text()))

    assert len(rows) > 10
    assert [row for row in rows if not row[2]] == []


@pytest.mark.parametrize(
    ("play", "same_as"),
    [
        ("22888", "88888"),
        ("266", "666"),
        ("22", "22"),
        ("BB2229999", "BB9999999"),
        ("BB222", "BB222"),
    ],
)
def test_2s_attached_to_a_rank_count_as_that_rank_and_alone_are_rank_2(play, same_as):
    assert shape(play) == shape(same_as)


@pytest.mark.parametrize("play", ["98", "9988", "s98", "2AK", ""])
def test_a_play_reduces_to_one_rank(play):
    assert shape(play) is None


@pytest.mark.parametrize(
    ("mixed", "expected"),
    [("as_small", Shape(0, 2, 2, 6)), ("keep", Shape(1, 1, 2, 6))],
)
def test_big_and_small_in_one_play_every_big_counts_as_a_small_or_stays(mixed, expected):
    assert shape("Bs225555", mixed) == expected


@pytest.mark.parametrize(("mixed", "expected"), [("as_small", False), ("keep", True)])
def test_two_big_one_small_and_two_nines_do_not_beat_ss888_when_bigs_count_as_small(
    mixed, expected
):
    assert beats(shape("BBs99", mixed), shape("ss888", mixed)) is expected


def test_jokers_alone_are_a_play_of_no_rank():
    assert shape("BB") == Shape(2, 0, -1, 0)


def test_a_big_joker_is_never_met():
    assert not beats(shape("BBBB"), shape("B"))
    assert not beats(shape("BB"), shape("B9"))


@pytest.mark.parametrize(
    ("new", "old"), [("BB", "B"), ("BB9", "B8"), ("BBs", "Bs"), ("BBB99", "Bs88"), ("BBBB", "BB")]
)
def test_two_big_jokers_are_set_aside_for_one_only_with_the_option(new, old):
    assert beats(shape(new, "keep"), shape(old, "keep"), two_to_one=True) is naive.beats(
        new, old, "keep", two_to_one=True
    )
    assert not beats(shape(new, "keep"), shape(old, "keep"))


def test_two_big_jokers_beat_one_and_the_rest_must_beat_as_usual():
    assert beats(shape("BB9"), shape("B8"), two_to_one=True)
    assert not beats(shape("BB8"), shape("B8"), two_to_one=True)
    assert not beats(shape("B99"), shape("B8"), two_to_one=True)


@pytest.mark.parametrize(
    ("play", "with_twos", "expected"),
    [
        ("AA", True, True),
        ("2A", True, True),
        ("2A", False, False),
        ("22", True, True),
        ("22", False, False),
        ("2", True, False),
        ("s", True, False),
        ("BAA", True, False),
        ("A", True, False),
        ("99999", True, False),
        ("TTTTT", False, True),
    ],
)
def test_a_gouji_play_opens_not_with_a_joker_nor_a_single_2(play, with_twos, expected):
    assert opens(take_all(play), shape(play), with_twos=with_twos) is expected


rank_st = st.sampled_from(RANKS[:12])


@st.composite
def plays(draw):
    base = draw(rank_st) * draw(st.integers(0, 5))
    wild = (
        "2" * draw(st.integers(0, 4))
        + "s" * draw(st.integers(0, 4))
        + "B" * draw(st.integers(0, 4))
    )
    return (base + wild) or draw(st.sampled_from(RANKS))


@given(plays(), plays(), st.sampled_from(["as_small", "keep"]), st.booleans())
def test_the_fast_beating_is_the_slow_one(new, old, mixed, two_to_one):
    fast = beats(shape(new, mixed), shape(old, mixed), two_to_one=two_to_one)

    assert fast is naive.beats(new, old, mixed, two_to_one=two_to_one)


@given(plays(), st.integers(1, 8), st.integers(0, 11))
def test_the_fast_beating_is_the_slow_one_at_equal_counts(old, small, rank):
    size = len(old)
    for bigs in range(min(4, size) + 1):
        for twos in range(min(small, size - bigs) + 1):
            new = "B" * bigs + "2" * twos + RANKS[rank] * (size - bigs - twos)
            if len(new) - bigs - twos <= 16:
                assert beats(shape(new), shape(old)) is naive.beats(new, old)


@given(plays())
def test_the_fast_gouji_test_is_the_slow_one(play):
    assert is_gouji(shape(play)) is naive.is_gouji(play)


@given(plays(), plays())
def test_what_beats_a_gouji_play_is_itself_a_gouji_play(new, old):
    if beats(shape(new), shape(old)) and is_gouji(shape(old)):
        assert is_gouji(shape(new))


@given(plays(), plays(), st.sampled_from(["as_small", "keep"]))
def test_no_two_plays_beat_each_other(one, other, mixed):
    assert not (
        beats(shape(one, mixed), shape(other, mixed))
        and beats(shape(other, mixed), shape(one, mixed))
    )
