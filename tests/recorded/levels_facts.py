"""What a recorded match of a Shengji game came to, as ``expect`` writes it, and the ways it may take."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from games.engine.core.cards import BIG, RANKS, SMALL, SUITS, of_rank, write_ranks
from games.engine.levels import events
from games.engine.levels.playing import Playing
from games.engine.levels.seats import side_of
from games.engine.levels.trumps import TRUMP
from tests.recorded.reading import Recorded

NO_SUIT = -1


def facts_of(recorded: Recorded) -> dict[str, str]:
    """Results of deals, and how it stands in the end."""
    game, state = recorded.game, recorded.state
    public, outcome = game.view(state, None).public, game.outcome(state)
    facts = {
        "phase": public.phase,
        "deals": str(len(public.results)),
        "drawings": str(state.match.drawings),
        "dealer": str(public.dealer),
        "level": RANKS[public.level],
        "suit": SUITS[public.suit] if public.suit != NO_SUIT else "none",
        "points": str(public.points),
        "outcome": _levels(outcome.scores) if outcome else "",
        "winner": str(outcome.winner) if outcome else "none",
    }
    for result in public.results:
        for key, value in _result(result).items():
            facts[f"deal {result.number} {key}"] = value
    return facts


def _levels(levels: Any) -> str:
    return " ".join(RANKS[level] for level in levels)


def _result(result: Any) -> dict[str, str]:
    return {
        "dealer": str(result.dealer),
        "level": RANKS[result.level],
        "suit": SUITS[result.suit],
        "points": str(result.points),
        "kitty points": str(result.kitty_points),
        "bottom": "others" if result.took_bottom else "dealers",
        "change": "yes" if result.change else "no",
        "rises": " ".join(map(str, result.rises)),
        "levels": _levels(result.levels),
        "stars": str(result.stars),
    }


def _results(recorded: Recorded) -> Any:
    return recorded.game.view(recorded.state, None).public.results


def _next_dealers(recorded: Recorded) -> list[tuple[Any, int]]:
    """Each result, and how many seats after its dealer the next one sits."""
    found = []
    for step in recorded.steps:
        for event in step.events:
            if isinstance(event, events.DealEnded):
                dealer = step.state.match.dealer
                found.append((event.result, (dealer - event.result.dealer) % 4))
    return found


def _all_declined(recorded: Recorded) -> bool:
    """Whether a drawing ends by the fourth declining, before the clock."""
    return any(
        step.entry.action == "decline"
        and any(isinstance(event, events.NobodyShowed) for event in step.events)
        for step in recorded.steps
    )


def _grace_over(recorded: Recorded) -> bool:
    return any(
        step.entry.action == "close"
        and any(isinstance(event, events.NobodyShowed) for event in step.events)
        for step in recorded.steps
    )


def _shown(recorded: Recorded) -> list[Any]:
    return list(recorded.told("shown"))


def _deal_of_show(recorded: Recorded, *, first: bool) -> bool:
    """Whether a show stands in deal 1 and takes the deal, or in a later one and does not."""
    number, shown = 0, None
    for event in recorded.events:
        if isinstance(event, events.DealBegan):
            number, shown = event.number, None
        if isinstance(event, events.TrumpShown):
            shown = event.seat
        if isinstance(event, events.TrumpsSet) and shown is not None:
            if first and number == 1 and event.dealer == shown:
                return True
            if not first and number > 1 and event.dealer != shown:
                return True
    return False


def _throws(recorded: Recorded) -> bool:
    return any(each.leads and each.cards.bit_count() > 1 for each in recorded.told("played"))


def _ruffs(recorded: Recorded) -> int:
    """The most ruffs that one trick is won over, its last included: 2 is an over-ruff 盖毙."""
    most = 0
    for step in recorded.steps:
        phase = step.state.phase
        trick = phase.last_trick if isinstance(phase, Playing) and not phase.trick else ()
        if not trick:
            continue
        trumps = phase.trumps(recorded.game.rules)
        suits = [
            {trumps.suits[number] for number in range(240) if laid.cards >> number & 1}
            for laid in trick
        ]
        if suits[0] != {TRUMP}:
            most = max(most, suits[1:].count({TRUMP}))
    return most


def _equal(recorded: Recorded) -> bool:
    """Whether of equal cards the first wins: a trick is won against another seat's equal power."""
    for step in recorded.steps:
        phase = step.state.phase
        if not isinstance(phase, Playing) or phase.trick or not phase.last_trick:
            continue
        trumps = phase.trumps(recorded.game.rules)
        powers = [trumps.powers[laid.cards.bit_length() - 1] for laid in phase.last_trick]
        counts = {laid.cards.bit_count() for laid in phase.last_trick}
        if counts == {1} and powers.count(max(powers)) > 1:
            best = powers.index(max(powers))
            return bool(phase.turn == phase.last_trick[best].seat)
    return False


def _must_play(recorded: Recorded) -> bool:
    """Whether a rise is lost at 3, for the side has not dealt there."""
    return any(
        result.rises[side] and result.levels[side] == 0
        for result in _results(recorded)
        for side in (0, 1)
    )


def _stops_at_ace(recorded: Recorded) -> bool:
    before = (0, 0)
    for result in _results(recorded):
        for side in (0, 1):
            if before[side] + result.rises[side] > RANKS.index("A") == result.levels[side]:
                return True
        before = result.levels
    return False


def _points(least: int, most: int) -> Callable[[Recorded], bool]:
    """Whether a deal comes to so many points."""
    return lambda recorded: any(least <= each.points <= most for each in _results(recorded))


def _held_at_ace(recorded: Recorded) -> bool:
    return bool(recorded.told("match_ended"))


PATHS: dict[str, Callable[[Recorded], bool]] = {
    "shengji §3 the first to show deals": lambda r: _deal_of_show(r, first=True),
    "shengji §3 later the dealer is known": lambda r: _deal_of_show(r, first=False),
    "shengji §3 all decline": _all_declined,
    "shengji §3 the grace is over": _grace_over,
    "shengji §6 dealers stay: the partner": lambda r: any(
        not result.change and step == 2 for result, step in _next_dealers(r)
    ),
    "shengji §6 change: the next seat": lambda r: any(
        result.change and step == 1 for result, step in _next_dealers(r)
    ),
    "shengji §4 a ruff": lambda r: _ruffs(r) > 0,
    "shengji §4 a ruff over a ruff": lambda r: _ruffs(r) > 1,
    "shengji §2 of equal cards the first": _equal,
    "shengji §1 a rise stops at A": _stops_at_ace,
    "shengji §1 the match won at A": _held_at_ace,
}
"""What both games have in common."""

SHENGJI: dict[str, Callable[[Recorded], bool]] = {
    **PATHS,
    "shengji §3 the kitty decides": lambda r: any(each.card >= 0 for each in r.told("trumps_set")),
    "shengji §4 a throw stands": _throws,
    "shengji §4 a throw fails": lambda r: bool(r.told("throw_failed")),
    "shengji §5 the bottom counts double": lambda r: any(
        result.took_bottom and result.kitty_points for result in _results(r)
    ),
    "shengji §5 the bottom takes the deal": lambda r: any(
        result.took_bottom and result.change and result.points < 40 for result in _results(r)
    ),
    "shengji §1 a rise lost at 3": _must_play,
}


def _strengths(recorded: Recorded) -> list[tuple[str, ...]]:
    """The cards shown, drawing by drawing."""
    found: list[list[str]] = []
    for event in recorded.events:
        if isinstance(event, events.DealBegan):
            found.append([])
        if isinstance(event, events.TrumpShown):
            found[-1].append(write_ranks(event.cards))
    return [tuple(each) for each in found]


def _countered(recorded: Recorded, weak: str, strong: str) -> bool:
    return any((weak, strong) in pairwise(each) for each in _strengths(recorded))


def _chain(recorded: Recorded) -> bool:
    """Whether a seat's own joker follows its joker, and a suit is fixed in the end."""
    shown = _shown(recorded)
    fixed = {event.seat for event in recorded.told("suit_fixed")}
    return any(
        a.seat == b.seat in fixed and all(each.cards.bit_length() > SMALL * 16 for each in (a, b))
        for a, b in pairwise(shown)
    )


def _lost(recorded: Recorded) -> bool:
    """Whether a show is lost, and an earlier one stands again and sets trumps."""
    lost = {event.seat for event in recorded.told("show_lost")}
    dealers = {event.dealer for event in recorded.told("trumps_set")}
    return bool(lost) and bool(dealers - lost)


def _stars(recorded: Recorded, *, others: bool | None = None) -> bool:
    """Whether stars are put in: by anybody, by the side not dealing, by nobody."""
    for step in recorded.steps:
        for event in step.events:
            if event.__struct_config__.tag != "stars_put":
                continue
            dealer = step.state.phase.setting.dealer
            put = [side_of(seat) != side_of(dealer) for seat, n in enumerate(event.counts) if n]
            if (not put) if others is None else (others in put):
                return True
    return False


def _row(recorded: Recorded, *, bottom: bool, least: int, most: int) -> bool:
    return any(
        result.took_bottom == bottom and least <= result.points <= most
        for result in _results(recorded)
    )


HUOLONG: dict[str, Callable[[Recorded], bool]] = {
    **PATHS,
    "huolong §2 a small joker counters": lambda r: _countered(r, "3", "s"),
    "huolong §2 a big joker counters": lambda r: _countered(r, "s", "B"),
    "huolong §2 two big jokers counter": lambda r: _countered(r, "B", "BB"),
    "huolong §2 three big jokers counter": lambda r: _countered(r, "BB", "BBB"),
    "huolong §2 the next card fixes the suit": lambda r: bool(r.told("suit_fixed")),
    "huolong §2 a chain of jokers": _chain,
    "huolong §2 a show is lost": _lost,
    "huolong §2 a counter takes the deal in deal 1": lambda r: any(
        each.dealer != _shown(r)[0].seat and each.dealer in {s.seat for s in _shown(r)}
        for each in r.told("trumps_set")[:1]
    ),
    "huolong §3 nobody puts stars": _stars,
    "huolong §3 the dealers put stars": lambda r: _stars(r, others=False),
    "huolong §3 the others put stars": lambda r: _stars(r, others=True),
    "huolong §3 big jokers buried": lambda r: any(
        of_rank(each.cards, BIG) for each in r.told("kitty_buried")
    ),
    "huolong §5 not dealing, 120 and more": lambda r: _row(r, bottom=True, least=120, most=999),
    "huolong §5 not dealing, under 120": lambda r: _row(r, bottom=True, least=0, most=119),
    "huolong §5 dealers, 120 and more": lambda r: _row(r, bottom=False, least=120, most=999),
    "huolong §5 dealers, 1 to 119": lambda r: _row(r, bottom=False, least=1, most=119),
    "huolong §5 dealers, none": lambda r: _row(r, bottom=False, least=0, most=0),
    "huolong §5 no rise: the same dealer": lambda r: any(
        not result.change and step == 0 for result, step in _next_dealers(r)
    ),
}
SHENGJI |= {
    f"shengji §5 {least} to {most} points": _points(least, most)
    for least, most in ((0, 0), (5, 15), (20, 35), (40, 55), (60, 75), (80, 95), (100, 999))
}
