"""Tables that play the same board are dealt alike, whatever is done at them, and their records show it."""

import random
from datetime import timedelta
from itertools import pairwise

import pytest
from django.db import transaction
from django.utils import timezone

from games.bots import bot_of
from games.engine import verify
from games.engine.core.actions import CHANCE
from games.engine.core.fair import DealSource, commitment_to
from games.engine.core.records import read_any
from games.engine.levels.public import Public
from games.engine.registry import game_of
from games.play.models import Match, Seat, Table
from games.play.services import moves
from games.play.state.selectors import load_state
from games.records.services import record_match

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

SECRET = "5d" * 32


def begun(ruleset, board, **settings):
    """A match with bots in all seats, dealt from a board."""
    table = Table(ruleset=ruleset, **settings)
    table.renew_secret()
    table.save()
    for number in range(game_of(ruleset).meta.seats):
        Seat.objects.create(table=table, number=number, bot="random", ready=True, salt=str(number))
    with transaction.atomic():
        return moves.begin_match(table, timezone.now(), board)


def play_on(match, seed, deals):
    """Let bots of that luck play until so many deals have been dealt; the deals as they were made."""
    game, dice, bot = game_of(match.ruleset), random.Random(seed), bot_of("random")
    dealt = match.moves.filter(seat=CHANCE, action__startswith="deal").order_by("number")
    for _ in range(5_000):
        if dealt.count() >= deals:
            return list(dealt.values_list("action", flat=True))
        long_ago = timezone.now() - timedelta(hours=1)  # so that a drawing has shown all cards
        Match.objects.filter(id=match.id).update(phase_began_at=long_ago)
        match.refresh_from_db()
        locked_match = moves.LockedMatch(match, timezone.now())
        tick = locked_match.pace.ticks
        to_act = [seat for seat in locked_match.game.to_act(locked_match.state) if seat != CHANCE]
        dice.shuffle(to_act)
        for seat in to_act:
            action = bot.choose(game.view(locked_match.state, seat, tick), game, dice)
            if action is not None:
                moves.submit_for_bot(
                    match_id=match.id,
                    seat=seat,
                    prompt_version=match.prompt_versions[seat],
                    text=game.write(action),
                )
                break
        else:
            Match.objects.filter(id=match.id).update(deadline=timezone.now())
            assert moves.expire(match_id=match.id)
    raise AssertionError("the deals were not dealt")


@pytest.mark.parametrize(
    "ruleset", ["gouji(games=3)", "gouji:charge(games=3)", "shengji", "huolong"]
)
def test_two_tables_with_one_board_deal_alike_whatever_is_done_at_them(ruleset, told):
    board = DealSource(SECRET, first=2)
    one, other = begun(ruleset, board), begun(ruleset, board)
    deals = play_on(one, 1, 2), play_on(other, 2, 2)
    assert one.moves.count() != other.moves.count() or [m.action for m in one.moves.all()] != [
        m.action for m in other.moves.all()
    ]
    assert deals[0][0] == deals[1][0]
    assert deals[0][1].split("|")[0] == deals[1][1].split("|")[0]
    assert deals[0][0] != deals[0][1]


def test_tables_with_boards_of_their_own_are_dealt_differently(told):
    one, other = (begun("gouji(games=1)", DealSource(secret * 32)) for secret in ("aa", "bb"))
    assert one.moves.get(number=1).action != other.moves.get(number=1).action


@pytest.mark.parametrize("first", range(6))
def test_a_board_of_gouji_says_who_leads_where_nobody_shows(told, first):
    match = begun("gouji(games=1)", DealSource(SECRET, first=first))
    assert match.moves.get(number=1).action.endswith(f"| {first}")


@pytest.mark.parametrize("ruleset", ["shengji", "huolong"])
@pytest.mark.parametrize("first", range(4))
def test_a_board_of_the_other_games_names_the_dealer_and_whoever_shows_does_not_become_dealer(
    told, ruleset, first
):
    match = begun(ruleset, DealSource(SECRET, first=first))
    game = game_of(ruleset)
    match.refresh_from_db()
    state = load_state(match, game)
    assert game.view(state, None).of(Public).public.dealer == first
    last = game.pace(state).ticks
    show = next(
        (seat, action)
        for seat in range(4)
        if seat != first
        for action in game.legal(state, seat, last)
        if game.write(action).startswith("show")
    )
    after, _ = game.apply(state, *show, last)
    assert game.view(after, None, last).of(Public).public.dealer == first


def test_a_board_owes_nothing_to_the_salts_of_the_seats_and_leaves_the_tables_secret_alone(told):
    match = begun("gouji(games=1)", DealSource(SECRET, first=0))
    assert (match.secret, match.salts, match.commitment) == (SECRET, [], commitment_to(SECRET))
    before = Table.objects.get(id=match.table_id)
    assert before.secret != SECRET
    assert before.commitment == commitment_to(before.secret)


@pytest.mark.parametrize("ruleset", ["gouji(games=1)", "shengji"])
def test_the_record_of_a_board_checks_and_one_that_names_another_first_seat_does_not(told, ruleset):
    match = begun(ruleset, DealSource(SECRET, first=1))
    play_on(match, 3, 1)
    Match.objects.filter(id=match.id).update(
        status="finished", ended_at=timezone.now(), deadline=None, result={"scores": [1, 0]}
    )
    record = record_match(match_id=match.id)
    assert record is not None
    text = record.text_with_proof
    assert "# first 1\n" in text
    assert verify.check(read_any(text)).holds
    forged = verify.check(read_any(text.replace("# first 1", "# first 3")))
    assert forged.why == verify.OTHER_DEAL


@pytest.mark.unit
@pytest.mark.parametrize("game", ["shengji", "huolong"])
def test_the_text_of_a_deal_keeps_its_dealer_and_a_seat_that_does_not_exist_is_refused(game):
    from games.engine.core.errors import Refusal

    rules = game_of(game)
    state = rules.start()
    deal = rules.read(state, CHANCE, "deal 3S4H | KC | 3")
    assert rules.write(deal).endswith("| 3")
    assert rules.read(state, CHANCE, rules.write(deal)) == deal
    for wrong in ("4", "-1", "x", "33"):
        with pytest.raises(Refusal):
            rules.read(state, CHANCE, f"deal 3S4H | KC | {wrong}")


@pytest.mark.unit
def test_a_later_deal_of_the_other_games_takes_no_dealer_from_a_board():
    game = game_of("shengji")
    state = game.start()
    chance = game.chance(state)
    assert chance is not None
    assert chance.takes_first
    source = DealSource(SECRET, first=2)
    named = chance.__class__(chance.deck, chance.draws, takes_first=False)
    assert source.deal(chance, deal=1, move=1).draws == (2,)
    assert source.deal(named, deal=2, move=9).draws == ()
    assert all(
        one.order != other.order
        for one, other in pairwise(source.deal(chance, deal=each, move=1) for each in (1, 2, 3))
    )
