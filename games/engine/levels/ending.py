"""The end of a deal: rises, the next dealer, and the match won at A (shengji §1, §5, §6)."""

from msgspec.structs import replace

from .events import DealEnded, MatchEnded
from .ladder import climb
from .match import DealResult, DealSetup, Match
from .phases import Step
from .rules import DealScore, DealVerdict, Rules
from .seats import SEATS, side_of
from .trumps import TOP_LEVEL
from .waiting import Between, Over


def settle(rules: Rules, match: Match, setting: DealSetup, deal_score: DealScore) -> Step:
    """The match with the deal's result added, the phase after it, and the events of both."""
    verdict = rules.judge(deal_score)
    side = side_of(setting.dealer)
    # Before the rise: a side that only now reaches A has not held the deal at A (shengji §1). Both levels are
    # looked at, because a counter may give the deal to a side that is not at the level played (huolong §2).
    wins = verdict.held and setting.level == match.levels[side] == TOP_LEVEL
    match = _rise(rules, match, setting, verdict)
    rises = (verdict.dealers, verdict.others) if side == 0 else (verdict.others, verdict.dealers)
    result = DealResult(
        number=match.deal,
        dealer=setting.dealer,
        level=setting.level,
        suit=setting.suit,
        points=verdict.points,
        kitty=deal_score.kitty,
        kitty_points=deal_score.kitty_points,
        took_bottom=deal_score.took_bottom,
        change=verdict.change,
        rises=rises,
        levels=match.levels,
        stars=verdict.stars,
    )
    match = replace(
        match,
        dealer=(setting.dealer + verdict.next) % SEATS,
        results=(*match.results, result),
        winner=side if wins else None,
    )
    ended = DealEnded(result)
    if wins:
        return match, Over(), (ended, MatchEnded(side, match.levels))
    return match, Between(), (ended,)


def _rise(rules: Rules, match: Match, setting: DealSetup, verdict: DealVerdict) -> Match:
    """The match with both sides' levels after a deal, and the level at which the dealers have now dealt."""
    side = side_of(setting.dealer)
    levels, dealt = list(match.levels), list(match.dealt)
    # Before the climb: having dealt this deal at a must-play level is enough to leave it (shengji §1).
    if setting.level == levels[side]:
        dealt[side] |= 1 << setting.level
    for each, steps in ((side, verdict.dealers), (1 - side, verdict.others)):
        levels[each] = climb(levels[each], steps, rules.must_play, dealt[each])
    return replace(match, levels=(levels[0], levels[1]), dealt=(dealt[0], dealt[1]))
