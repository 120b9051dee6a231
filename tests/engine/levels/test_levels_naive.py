"""The engine against a second, slow reading of the rules' pages, over short deals and drawings full of jokers."""

import random
from typing import Any

import pytest
from msgspec.structs import replace

from games.engine.core.actions import CHANCE, Deal
from games.engine.core.cards import BIG, RANKS, SUITS, Cards, deck, each_card, write_card
from games.engine.core.errors import NotAllowed
from games.engine.levels.actions import Play, Show
from games.engine.levels.events import ThrowFailed, TrumpShown, TrumpsSet
from games.engine.registry import game_of, meta_of
from tests.engine.levels.naive_play import (
    NATURAL,
    PRINTED,
    Naive,
    Order,
    huolong_result,
    points_of,
    risen,
    shengji_result,
)
from tests.engine.levels.naive_shows import NaiveShows
from tests.engine.levels.tables import Table, copies_of, deal_from, position, suit_of
from tests.engine.walks import THOROUGH


def names(cards: Cards):
    return frozenset(write_card(number) for number in each_card(cards))


def numbers(cards, copies):
    found = {write_card(number): number for number in deck(copies)}
    return sum(1 << found[card] for card in cards)


def any_options(key, rng):
    chosen = {option.key: rng.choice(option.values).key for option in meta_of(key).options}
    return f"{key}({','.join(f'{k}={v}' for k, v in sorted(chosen.items()))})"


# -- play and its result -------------------------------------------------------------------------------


def few_faces(copies, rng):
    """A pack with the cards of a suit or two and a few ranks on top, so that shapes and ruffs meet."""
    pack = [write_card(number) for number in deck(copies)]
    suits, ranks = (
        rng.sample(SUITS, rng.choice((1, 2, 2, 4))),
        rng.sample(RANKS, rng.choice((4, 9))),
    )
    rng.shuffle(pack)
    if copies > 1:
        pack.sort(key=lambda card: card[0] not in ranks)
        few = pack[:36]
        rng.shuffle(few)
        return few + pack[36:]
    return sorted(pack, key=lambda card: card[1] not in (*suits, "a"))


class Short:
    """The last tricks of a deal, at both."""

    def __init__(self, key, rng):
        self.rng, self.ruleset = rng, any_options(key, rng)
        self.options: Any = game_of(self.ruleset).ruleset
        self.copies = copies_of(self.ruleset)
        pack, size = few_faces(self.copies, rng), rng.choice((1, 2, 3, 4))
        hands = [pack[seat * size : seat * size + size] for seat in range(4)]
        bottom = sorted(pack[4 * size :], key=lambda card: (card[0] != "B", rng.random()))
        bottom = bottom[:6] if rng.random() < 0.5 else bottom[-6:]
        self.levels = [rng.choice("33579TKAA") for _ in range(2)]
        self.dealt = [level != "3" or rng.random() < 0.5 for level in self.levels]
        self.dealer, turn, suit = rng.randrange(4), rng.randrange(4), rng.choice(SUITS)
        level = self.levels[self.dealer % 2]
        printed = key == "shengji" and self.options["ten"] == "below_nine"
        order = Order(level, suit, PRINTED if printed else NATURAL)
        goal = rng.choice((0, 0, 5, 15, 20, 35, 55, 60, 95, 100 if self.copies == 1 else 115))
        taken: list[str] = []
        for card in pack[4 * size :]:
            if card not in bottom and points_of([*taken, card]) <= goal and points_of([card]):
                taken.append(card)
        throws, points = self.copies == 1, points_of(taken)
        self.naive = Naive(order, hands, self.dealer, turn, bottom, throws, points)
        self.put = [0] * 4
        for _ in range(rng.randint(0, sum(card[0] == "B" for card in bottom))):
            self.put[rng.randrange(4)] += 1
        self.table = position(
            *map("".join, hands), bottom="".join(bottom), dealer=self.dealer, turn=turn, level=level, suit=suit, ruleset=self.ruleset, put=tuple(self.put),
            levels=tuple(map(NATURAL.index, self.levels)), dealt=tuple(map(int, self.dealt)),
        )  # fmt: skip
        phase = replace(self.table.phase, taken=numbers(taken, self.copies))
        self.table.state = replace(self.table.state, phase=phase)

    def play(self):
        while any(self.naive.hands):
            self._move()
        self._check_result()

    def _move(self):
        naive, table, rng = self.naive, self.table, self.rng
        seat, legal = naive.turn, naive.legal()
        assert {names(a.cards) for a in table.game.legal(table.state, seat)} == legal
        assert names(table.game.defaults(table.state)[0][1].cards) == naive.default()
        hand = naive.hands[seat]
        for _ in range(3):
            cards = frozenset(rng.sample(hand, rng.randint(1, len(hand))))
            assert self._accepts(seat, cards) is (cards in legal)
        chosen = rng.choice(sorted(legal, key=lambda cards: (len(cards), sorted(cards)))[-6:])
        before = naive.hands[seat]
        events = table.act(seat, f"play {''.join(chosen)}")
        laid = naive.lay(chosen)
        assert any(isinstance(event, ThrowFailed) for event in events) is (laid != chosen)
        assert table.public().points == naive.points or not any(naive.hands)
        if naive.trick:
            assert table.public().top == naive.top()
        if any(naive.hands):
            assert names(table.phase.hands[seat]) == frozenset(before) - laid
            assert table.to_act() == (naive.turn,)

    def _accepts(self, seat, cards):
        try:
            self.table.game.apply(self.table.state, seat, Play(numbers(cards, self.copies)))
        except NotAllowed:
            return False
        return True

    def _check_result(self):
        naive, side = self.naive, self.dealer % 2
        took = naive.last % 2 != side
        judged = self._shengji if self.copies == 1 else self._huolong
        points, change, dealers, others = judged(points_of(naive.bottom), took)
        steps, levels = [others, others], list(self.levels)
        steps[side] = dealers
        for each in range(2):
            # shengji §1: a side that has not dealt at 3 does not leave it.
            if each == side or self.dealt[each] or self.copies > 1:
                levels[each] = risen(levels[each], steps[each])
        result = self.table.match.last
        assert (result.points, result.change, result.took_bottom) == (points, change, took)
        assert [NATURAL[level] for level in result.levels] == levels
        assert list(result.rises) == steps
        held = not change and (self.copies == 1 or not took)
        assert self.table.match.winner == (side if held and self.levels[side] == "A" else None)
        assert self.table.match.dealer == (self.dealer + self._next(change, dealers)) % 4

    def _shengji(self, kitty_points, took):
        return shengji_result(
            self.naive.points, kitty_points, took_bottom=took,
            bottom_takes_deal=self.options["bottom_takes_deal"] == "on",
        )  # fmt: skip

    def _huolong(self, kitty_points, took):
        side, big = self.dealer % 2, sum(card[0] == "B" for card in self.naive.bottom)
        others = sum(self.put[1 - side :: 2])
        own = self.options["star_owner"] == "own"
        return huolong_result(
            self.naive.points, kitty_points, (big - others, others) if own else (big, big),
            took_bottom=took, three_each=self.options["stars"] == "three_each",
        )  # fmt: skip

    def _next(self, change, dealers):
        if change:
            return 1
        if dealers or self.copies == 1 or self.options["no_rise_dealer"] == "partner":
            return 2
        return 0


@pytest.mark.parametrize("key", ["shengji", "huolong"])
def test_short_deals_are_played_and_settled_as_a_slow_reading_of_the_rules_has_it(key):
    for seed in range(250 * THOROUGH):
        Short(key, random.Random(seed)).play()


# -- showing -------------------------------------------------------------------------------------------


def crowded(level, rng):
    """A deal of three decks in which jokers and level cards come close together, early or late."""
    pack = [write_card(number) for number in deck(3)]
    rng.shuffle(pack)
    hot = [card for card in pack if card[0] in "sB" or (card[0] == level and rng.random() < 0.4)]
    rest = [card for card in pack if card not in hot]
    mixed = hot + rest[: rng.choice((2, 8, 20))]
    rest = rest[len(mixed) - len(hot) :]
    rng.shuffle(mixed)
    at = rng.choice((0, 60, 156 - len(mixed), 156 - len(mixed)))
    return [*rest[:at], *mixed, *rest[at:]], at, at + len(mixed)


def faces_of(shows):
    return {
        (RANKS[show.rank] + ("" if show.rank >= BIG - 1 else SUITS[show.suit]), show.count)
        for show in shows
        if isinstance(show, Show)
    }


class Crowded:
    """A drawing of Huolong, at both."""

    def __init__(self, rng):
        self.rng, ruleset = rng, any_options("huolong", rng)
        self.known = rng.choice((None, 0, 1, 2, 3))
        level = "3" if self.known is None else rng.choice("357A")
        order, self.begin, self.end = crowded(level, rng)
        match: Any = {"dealer": -1 if self.known is None else self.known}
        self.table: Table = deal_from(
            ruleset=ruleset, levels=(NATURAL.index(level),) * 2, dealt=(1, 1), **match
        )
        game = self.table.game
        written = {write_card(number): number for number in deck(3)}
        waiting = replace(game.start(), match=self.table.match)
        deal = Deal(tuple(written[card] for card in order))
        self.table.state, _ = game.apply(waiting, CHANCE, deal)
        options: Any = game.ruleset
        self.option = options["counter_takes_deal"]
        self.naive = NaiveShows(
            order[:156], self.known or 0, level,
            last_stands=options["level_show"] == "last_stands",
            joker_over_level=options["joker_over_level"] == "on",
        )  # fmt: skip

    def play(self):
        tick = max(0, self.begin - 4)
        while tick < min(156, self.end + 8):
            tick = min(156, tick + self.rng.randrange(4))
            self.naive.draw_to(tick)
            self._check(tick)
            seat = self.rng.randrange(4)
            shows = self.naive.may_show(seat)
            if shows and self.rng.random() < 0.7:
                self._show(seat, self.rng.choice(sorted(shows)), tick)
        self.naive.draw_to(156)
        self._check(156)
        if top := self.naive.top():
            events = self.table.close()
            told = next(event for event in events if isinstance(event, TrumpsSet))
            dealer = self.naive.dealer(self.known, self.option)
            assert (told.suit, told.dealer) == (suit_of(top.suit), dealer)

    def _check(self, tick):
        table, top = self.table, self.naive.top()
        for seat in range(4):
            legal = table.game.legal(table.state, seat, tick)
            assert faces_of(legal) == self.naive.may_show(seat)
        public = table.public(tick)
        assert public.suit == (suit_of(top.suit) if top and top.suit else -1)
        found = [(seen.seat, names(seen.cards), seen.on_top) for seen in public.shows]
        assert found == [(s.seat, frozenset(s.cards), s is top) for s in self.naive.shows]
        states = [seen.state.replace("covered", "stands") for seen in public.shows]
        assert states == [show.state for show in self.naive.shows]
        dealer = self.naive.dealer(self.known, self.option)
        assert public.dealer == (-1 if dealer is None else dealer)

    def _show(self, seat, show, tick):
        events = self.table.act(seat, f"show {show[0] * show[1]}", tick)
        cards = next(names(event.cards) for event in events if isinstance(event, TrumpShown))
        assert {(card[:-1], len(cards)) for card in cards} == {show}
        assert cards <= set(self.naive.hand(seat))
        self.naive.show(seat, sorted(cards))


def test_crowded_drawings_are_shown_in_as_a_slow_reading_of_the_rules_has_it():
    for seed in range(200 * THOROUGH):
        Crowded(random.Random(seed)).play()
