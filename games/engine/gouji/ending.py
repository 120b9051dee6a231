"""The end of a deal: places, points, what is owed, and what comes next (gouji §9)."""

from msgspec.structs import replace

from games.engine.core.actions import Seat

from .events import DealEnded, DealVoided, MatchEnded
from .match import Match, Phase, Step
from .play_state import Events, PlayState
from .public import counts_of, seat_or_none
from .results import DealResult
from .rules import Rules
from .scoring import places, points, sufferers, swept_by, winner
from .seats import ALL, flags
from .tribute_dues import dues_after
from .waiting import Between, Over


def settle(rules: Rules, match: Match, play_state: PlayState, events: Events) -> Step:
    """The match with the deal's result added, the phase after it, and the events of both."""
    result = _result(rules, match, play_state)
    scores = (match.scores[0] + result.points[0], match.scores[1] + result.points[1])
    match = Match(
        deal=match.deal,
        scores=scores,
        results=(*match.results, result),
        voids=match.voids,
        dues=result.dues,
    )
    events.append(DealEnded(match.deal, result.places, result.points, result.sweep))
    after: Phase = Between()
    if len(match.results) == rules.games:
        after = Over()
        events.append(MatchEnded(scores, winner(scores)))
    return match, after, tuple(events)


def void(match: Match, seats: tuple[Seat, ...], events: Events) -> Step:
    """Two or more revolted: dealt again, unscored, not counted (§8)."""
    # ``match.dues`` stays as it is: tribute is paid anew from the new hands.
    events.append(DealVoided(seats))
    return replace(match, voids=match.voids + 1), Between(), tuple(events)


def _result(rules: Rules, match: Match, play_state: PlayState) -> DealResult:
    placed = places(
        play_state.finished,
        counts_of(play_state.hands),
        play_state.played_last,
        fallen=play_state.fallen,
        revolted=play_state.revolted,
    )
    stifled, burned = sufferers(play_state.owed)
    lost = (
        ALL & ~play_state.opened,
        *(sum(1 << seat for seat in each) for each in (stifled, burned)),
    )
    opened, declared = flags(play_state.opened), flags(play_state.declared)
    last = len(match.results) + 1 == rules.games  # nothing is owed where no game follows
    return DealResult(
        number=match.deal,
        places=placed,
        finished=play_state.finished,
        points=points(placed, lost, event_points=rules.event_points),
        sweep=swept_by(placed) is not None,
        opened=opened,
        declared=declared,
        revolted=seat_or_none(play_state.revolted),
        stifled=stifled,
        burned=burned,
        dues=() if last else dues_after(rules, placed, opened, declared, play_state.owed),
    )
