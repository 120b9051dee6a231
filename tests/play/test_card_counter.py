"""The card counter 记牌器 and the numbers of cards left 余牌, as a table's rules have them."""

from dataclasses import replace

import pytest

from games.engine.core.cards import RANKS, SMALL, TWO, rank_counts
from games.play.display.page_parts import Renderer
from games.play.display.screens import own_screen, public_screen
from games.play.models import Table
from tests.play.test_screens import walk

pytestmark = pytest.mark.unit

LABELS = {**dict(zip(RANKS, RANKS, strict=True)), "T": "10", "s": "小王", "B": "大王"}


def in_play(ruleset, **rules):
    """Moments of play at a table with these rules."""
    seen = 0
    for loaded, _sealed in walk(ruleset, 3, 500):
        loaded = replace(loaded, table=replace(loaded.table, **rules))  # noqa: PLW2901 -- the same moment
        if loaded.view(None).public.phase == "play":
            seen += 1
            yield loaded
    assert seen > 20


@pytest.mark.parametrize("ruleset", ["gouji", "shengji", "huolong"])
def test_the_full_counter_names_every_rank_with_what_the_other_hands_and_the_kitty_hold(ruleset):
    for loaded in in_play(ruleset, card_counter=Table.CardCounter.FULL):
        state = loaded.state
        for seat in range(len(loaded.seats)):
            hidden = sum(hand for other, hand in enumerate(state.phase.hands) if other != seat)
            setting = getattr(state.phase, "setting", None)
            hidden += setting.bottom if setting else state.phase.discarded
            counts = rank_counts(hidden)
            shown = own_screen(loaded, seat).card_counter
            assert [(line.rank, line.count) for line in shown] == [
                (LABELS[symbol], counts[rank]) for rank, symbol in reversed(list(enumerate(RANKS)))
            ]


def test_ones_own_card_counter_names_the_jokers_and_the_twos_alone():
    for loaded in in_play("gouji", card_counter=Table.CardCounter.OWN):
        counts = rank_counts(loaded.view(0).public.unplayed & ~loaded.view(0).own.hand)
        shown = [(line.rank, line.count) for line in own_screen(loaded, 0).card_counter]
        assert shown == [
            ("大王", counts[SMALL + 1]),
            ("小王", counts[SMALL]),
            ("2", counts[TWO]),
        ]


def test_in_a_shengji_game_the_card_counter_names_the_level_card_too():
    for loaded in in_play("shengji", card_counter=Table.CardCounter.OWN):
        level = LABELS[RANKS[loaded.view(0).public.level]]
        assert level in [line.rank for line in own_screen(loaded, 0).card_counter]


@pytest.mark.parametrize("ruleset", ["gouji", "shengji"])
def test_without_the_counter_nothing_counts_and_a_watcher_never_has_one(ruleset):
    for loaded in in_play(ruleset, card_counter=Table.CardCounter.OFF):
        assert all(own_screen(loaded, seat).card_counter == () for seat in range(len(loaded.seats)))
    for loaded in in_play(ruleset, card_counter=Table.CardCounter.FULL):
        assert own_screen(loaded, None).card_counter == ()


def test_counts_are_always_shown_or_only_below_ten():
    low = 0
    for loaded in in_play("gouji", card_count_visibility=Table.CardCountVisibility.LOW):
        counts = loaded.view(None).public.counts
        shown = [panel.count for panel in public_screen(loaded).seats]
        assert shown == [count if count < 10 else None for count in counts]
        low += sum(count is not None for count in shown)
        if max(counts) >= 10 > min(counts):
            page = "".join(Renderer().public(loaded).values())
            assert f'<em class="count">{max(counts)}<' not in page
    assert low
    for loaded in in_play("gouji", card_count_visibility=Table.CardCountVisibility.ALL):
        counts = loaded.view(None).public.counts
        assert [panel.count for panel in public_screen(loaded).seats] == list(counts)
