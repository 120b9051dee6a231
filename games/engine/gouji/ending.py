"""The end of a deal: places, points, and what comes next (gouji §9)."""

from games.engine.core.actions import Seat
from games.engine.core.events import Event

from .events import DealEnded, MatchEnded
from .match import DealResult, Match, Phase
from .rules import Rules
from .scoring import places, points, swept_by, winner
from .seats import ALL
from .waiting import Between, Over


def settle(
    rules: Rules,
    match: Match,
    *,
    finished: tuple[Seat, ...],
    counts: tuple[int, ...],
    played_last: Seat,
    opened: int,
) -> tuple[Match, Phase, tuple[Event, ...]]:
    """The match with the deal's result added, the phase after it, and the events of both."""
    placed = places(finished, counts, played_last)
    won = points(placed, ALL & ~opened, event_points=rules.event_points)
    sweep = swept_by(placed) is not None
    result = DealResult(match.deal, placed, finished, won, sweep)
    scores = (match.scores[0] + won[0], match.scores[1] + won[1])
    match = Match(match.deal, scores, (*match.results, result))
    ended = DealEnded(match.deal, placed, won, sweep)
    if len(match.results) < rules.games:
        return match, Between(), (ended,)
    return match, Over(), (ended, MatchEnded(scores, winner(scores)))
