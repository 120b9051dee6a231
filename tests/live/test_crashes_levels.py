"""Kill -9 in the middle of a drawing and of the play: the clock goes on, and no move is lost or played twice."""

import re

import pytest

from games.engine.registry import game_of
from gouji_site.bench.stored import SEAT
from gouji_site.embedded.stack import Stack
from tests.live.crash_site import DECISION_SECONDS, Player, Site, wait_for

pytestmark = pytest.mark.live

ALL = ("web", "bots", "clock", "postgres", "redis")
OK = 200
CARD_INPUT = re.compile(r'name="?c"? value="?([3-9TJQKA2sB][CDHS]?[a-d])')
EARLY = 0.25
OVER = 2.0


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    data = tmp_path_factory.mktemp("crashes") / "data"
    with Stack(data, discard=True, extra_env={"BOT_PACE": "0"}) as stack:
        yield Site(stack)


@pytest.fixture(params=["shengji", "huolong"])
def player(request, site):
    """Somebody whose cards are being drawn."""
    seated = Player(site, DECISION_SECONDS, request.param)
    yield seated
    seated.close()


def state_of(deal):
    game = game_of(deal.ruleset)
    return game, game.load(deal.snapshot)


def phase(player):
    game, state = state_of(player.deal())
    return game.view(state, None).public.phase


def draw_on(player, share):
    """The clock of the drawing has run for this share of its time."""
    game, state = state_of(player.deal())
    pace = game.pace(state)
    seconds = share * pace.ticks * pace.tick_seconds
    player.site.rows(
        "UPDATE play_match SET phase_began_at = now() - make_interval(secs => %s) WHERE id = %s",
        seconds,
        player.match,
    )


def drawn(player):
    """The cards that the clock has shown them, as the engine has it: all where the drawing is over."""
    [[seconds]] = player.site.rows(
        "SELECT extract(epoch FROM now() - phase_began_at)::float8 FROM play_match WHERE id = %s",
        player.match,
    )
    game, state = state_of(player.deal())
    pace = game.pace(state)
    tick = min(pace.ticks, int(seconds / pace.tick_seconds)) if pace.ticks else 0
    own = game.view(state, SEAT, tick).own
    return own.hand.bit_count()


def shown(player):
    """How many cards their page shows."""
    return len(set(CARD_INPUT.findall(player.get(player.page).text)))


def kill_all(player):
    """Kill all processes, and wait until the page is answered again."""
    player.site.kill(*ALL)
    url = player.site.stack.url + player.page
    wait_for(lambda: player.client.get(url).status_code == OK, 60, "the page")


def assert_kept(before, now):
    now.assert_sound()
    assert now.moves[: before.version] == before.moves


def to_kitty_exchange(player):
    """All cards are drawn, and a bot has shown; where none could, they are drawn anew."""

    def shown_and_drawn():
        if phase(player) == "drawing":
            draw_on(player, OVER)
            return False
        return phase(player) != "between"

    wait_for(shown_and_drawn, 90, "the end of the drawing")


def to_the_deals_end(player):
    def over():
        deal = player.deal()
        form = player.default(deal)
        if form is not None:
            player.send(form)
        game, state = state_of(deal)
        return deal if game.view(state, None).public.results else None

    return wait_for(over, 120, "the end of the deal")


def test_a_crash_in_the_drawing_and_one_in_play_cost_no_card_and_no_move_and_the_deal_comes_to_its_end(
    player,
):
    draw_on(player, EARLY)
    seen = f"{player.match}-{player.deal().last_prompt_version}"
    assert player.send({"do": "decline", "seen": seen}).status_code == OK
    before = player.deal()
    assert [move.action for move in before.moves if move.seat == SEAT] == ["decline"]

    kill_all(player)

    least = drawn(player)
    assert least <= shown(player) <= drawn(player)
    assert_kept(before, player.deal())
    to_kitty_exchange(player)
    player.to_play()
    turn, form = player.turn()
    assert_kept(before, turn)
    assert player.send(form).status_code == OK
    before = player.deal()

    kill_all(player)

    after = player.wait_for_moves(before.version, "bot")
    assert_kept(before, after)
    end = to_the_deals_end(player)
    assert_kept(after, end)
    plays = [m for m in end.moves if m.action.startswith("play")]
    assert {m.by for m in plays} == {"bot", "player"}
