"""A deal follows from its ordinal in the match; matches and records of the older scheme go on by the move's number."""

import io

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.engine import verify
from games.engine.core.actions import Chance, Deal
from games.engine.core.cards import deck
from games.engine.core.fair import SCHEME, SCHEME_BY_MOVE, Proof, commitment_to, drawn
from games.engine.core.records import read_any, write_proof, write_record
from games.engine.registry import game_of
from games.play.models import Match
from games.play.services import moves, seats
from games.records import display
from games.records.services import record_match
from games.records.words import verdict_words
from tests.engine.core.test_fair import dealt as dealt_again
from tests.records.matches import SALTS, SECRET, played, recorded

RULESETS = ("gouji(games=3)", "shengji", "huolong")
LATER = "2099-01-01T00:00Z"


def text_of(ruleset, *, scheme, named):
    """A match dealt by one scheme whose record names another."""
    match = played(ruleset, scheme=scheme)
    proof = Proof(commitment_to(SECRET), SECRET, SALTS[: game_of(ruleset).meta.seats], named)
    return write_proof(proof) + write_record(ruleset, match.entries)


# -- records -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_second_implementation_finds_every_deal_of_a_record_from_its_ordinal_alone(ruleset):
    game, salts = game_of(ruleset), SALTS[: game_of(ruleset).meta.seats]
    chance = game.chance(game.start())
    assert chance is not None
    text = write_record(ruleset, played(ruleset).entries)
    lines = [line for line in text.splitlines() if line.startswith("chance deal ")]

    assert len(lines) > 1
    for ordinal, line in enumerate(lines, 1):
        deal = game.read(game.start(), -1, line.removeprefix("chance "))
        assert isinstance(deal, Deal)
        order, draws = dealt_again(SECRET, salts, ordinal, chance.deck, chance.draws)
        assert (list(deal.order), list(deal.draws)) == (order, draws)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("scheme", [SCHEME_BY_MOVE, SCHEME])
def test_a_record_checks_by_the_scheme_that_it_names_and_by_no_other(ruleset, scheme):
    other = SCHEME + SCHEME_BY_MOVE - scheme

    right = verify.check(read_any(text_of(ruleset, scheme=scheme, named=scheme)))
    wrong = verify.check(read_any(text_of(ruleset, scheme=scheme, named=other)))

    assert right.holds
    assert len(right.deals) > 1
    # The first deal is the first move, so the second is the first that differs.
    assert [each.holds for each in wrong.deals] == [True, False]


def test_a_record_that_names_no_scheme_is_one_from_before_and_checks():
    text = text_of("gouji(games=3)", scheme=SCHEME_BY_MOVE, named=SCHEME_BY_MOVE)

    assert "# scheme" not in text
    record = read_any(text)
    assert record.proof is not None
    assert record.proof.scheme == SCHEME_BY_MOVE
    verdict = verify.check(record)
    assert verdict.holds
    assert "旧办法" in verdict_words(verdict)


def test_the_words_on_a_record_of_the_present_scheme_do_not_speak_of_the_older_one():
    text = text_of("gouji(games=3)", scheme=SCHEME, named=SCHEME)

    assert text.splitlines()[3] == "# scheme 2"
    assert "旧办法" not in verdict_words(verify.check(read_any(text)))


def test_a_scheme_that_is_not_known_is_said_and_nothing_is_checked_by_it(tmp_path):
    file = tmp_path / "match.txt"
    file.write_text(text_of("gouji(games=3)", scheme=SCHEME, named=9), encoding="utf-8")

    assert verify.check(read_any(file.read_text())).why == verify.OTHER_SCHEME
    with pytest.raises(CommandError, match="不认识的洗牌办法") as error:
        call_command("verify-deal", str(file), stdout=io.StringIO())
    assert error.value.returncode == 2


@pytest.mark.django_db
@pytest.mark.integration
@pytest.mark.parametrize("scheme", [SCHEME_BY_MOVE, SCHEME])
def test_a_stored_record_keeps_the_scheme_of_its_match_in_text_and_json(make_user, scheme):
    record = recorded(make_user, played("shengji", scheme=scheme))

    for text in (record.text_with_proof, display.json_of(record).decode()):
        again = read_any(text)
        assert again.proof is not None
        assert again.proof.scheme == scheme
        assert verify.check(again).holds


# -- matches under way -----------------------------------------------------------------------------------


@pytest.fixture
def match(make_user):
    """A match of people just dealt, where nobody showing means dealing again."""
    people = [make_user(name) for name in ("安", "柏", "程", "丁")]
    table = seats.open_table(user=people[0], ruleset="shengji")
    for number, user in enumerate(people[1:], 1):
        seats.sit(table_id=table.id, user=user, number=number)
    for number, user in enumerate(people):
        seats.set_ready(table_id=table.id, user=user, ready=True, salt=f"口令{number}")
    return Match.objects.get(table=table)


def deals_of(match):
    """The number of each move that dealt, and the order that it dealt."""
    game, found = game_of(match.ruleset), []
    for number, text in match.moves.filter(action__startswith="deal ").values_list(
        "number", "action"
    ):
        deal = game.read(game.start(), -1, text)
        assert isinstance(deal, Deal)
        found.append((number, deal.order))
    return found


def deal_again(match):
    """Let the clock run until another deal was made."""
    before = len(deals_of(match))
    for _ in range(200):
        Match.objects.filter(id=match.id).update(deadline="2026-01-01T00:00Z")
        moves.expire(match_id=match.id)
        if len(deals_of(match)) > before:
            return
    raise AssertionError("no other deal was made")


@pytest.mark.django_db
@pytest.mark.integration
def test_the_next_deal_of_a_match_follows_from_its_ordinal_and_not_from_the_moves_before_it(match):
    deal_again(match)
    deal_again(match)

    match.refresh_from_db()
    made = deals_of(match)
    assert made[1][0] > 2
    for ordinal, (_, order) in enumerate(made, 1):
        assert order == drawn(match.secret, match.salts, ordinal, Chance(deck(1))).order


@pytest.mark.django_db
@pytest.mark.integration
def test_a_match_begun_under_the_older_scheme_goes_on_by_the_moves_number_and_checks(match):
    Match.objects.filter(id=match.id).update(deal_scheme=SCHEME_BY_MOVE)

    deal_again(match)

    match.refresh_from_db()
    for number, order in deals_of(match):
        assert order == drawn(match.secret, match.salts, number, Chance(deck(1))).order
    Match.objects.filter(id=match.id).update(
        status="finished", ended_at=LATER, deadline=None, result={"scores": [2, -2], "winner": 0}
    )
    record = record_match(match_id=match.id)
    assert record is not None
    assert verify.check(read_any(record.text_with_proof)).holds


@pytest.mark.django_db
@pytest.mark.integration
def test_a_new_match_is_dealt_by_the_present_scheme_and_a_row_of_older_code_by_the_older(match):
    assert match.deal_scheme == SCHEME == 2
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT column_default FROM information_schema.columns "
            "WHERE table_name = 'play_match' AND column_name = 'deal_scheme'"
        )
        assert cursor.fetchone() == (str(SCHEME_BY_MOVE),)
