"""What a recorded match of Gouji came to, as ``expect`` writes it, and the ways it may take."""

from collections.abc import Callable
from functools import partial
from itertools import combinations
from typing import Any

from games.engine.core.cards import write_ranks
from games.engine.gouji import events
from games.engine.gouji.playing import Playing
from games.engine.gouji.seats import FEDERATIONS, OPPOSITE, SEATS_IN
from tests.recorded.reading import Recorded

TRIBUTE = ("stifle", "burn", "open", "place", "sweep")


def facts_of(recorded: Recorded) -> dict[str, str]:
    """Results of deals, what was paid in them, and how it stands in the end."""
    game, state = recorded.game, recorded.state
    public, outcome = game.view(state, None).public, game.outcome(state)
    facts = {
        "phase": public.phase,
        "deals": str(len(public.results)),
        "voids": str(state.match.voids),
        "opened": _seats(public.opened),
        "headless": _seats(public.headless),
        "outcome": _numbers(outcome.scores) if outcome else "",
        "winner": "none" if outcome is None or outcome.winner is None else str(outcome.winner),
    }
    for lead in recorded.told("lead_given"):
        facts["leads"] = f"{lead.seat} {lead.by}"
    for result in public.results:
        facts |= {f"deal {result.number} {key}": value for key, value in _result(result).items()}
    for number, paid in _payments(recorded).items():
        facts[f"deal {number} paid"] = paid
    return facts


def _numbers(values: Any) -> str:
    return " ".join(map(str, values))


def _seats(flags: tuple[bool, ...]) -> str:
    return _numbers(seat for seat, flag in enumerate(flags) if flag) or "none"


def _result(result: Any) -> dict[str, str]:
    dues = [
        f"{due.kind} {due.payer}>{due.receiver}" + (f" x{due.count}" if due.count > 1 else "")
        for due in result.dues
    ]
    return {
        "places": _numbers(result.places),
        "points": _numbers(result.points),
        "finished": _numbers(result.finished) or "none",
        "sweep": "yes" if result.sweep else "no",
        "opened": _seats(result.opened),
        "stifled": _numbers(result.stifled) or "none",
        "burned": _numbers(result.burned) or "none",
        "dues": ", ".join(dues) or "none",
    }


def _payments(recorded: Recorded) -> dict[int, str]:
    """The tribute of each deal, in the order in which it was paid; of a void one and its successor the last."""
    paid: dict[int, list[str]] = {}
    number = 0
    told = recorded.events
    for event, after in zip(told, (*told[1:], None), strict=True):
        if isinstance(event, events.DealBegan):
            number = event.number
            paid[number] = []
        if isinstance(event, events.CardsGiven) and event.kind in TRIBUTE:
            assert isinstance(after, events.CardsMoved)
            cards = write_ranks(after.cards)
            paid[number].append(f"{event.kind} {event.giver}>{event.receiver} {cards}")
    return {number: ", ".join(each) or "none" for number, each in paid.items()}


# -- the ways -----------------------------------------------------------------------------------------------


def _bought(recorded: Recorded) -> list[tuple[Any, str]]:
    """Each 3 bought, and what was paid for it."""
    told = recorded.events
    return [
        (event, write_ranks(told[at + 2].cards))
        for at, event in enumerate(told)
        if isinstance(event, events.CardsGiven) and event.kind == "buy"
    ]


def _revolted(recorded: Recorded) -> set[int]:
    return {entry.seat for entry in recorded.did("revolt")}


def _said(recorded: Recorded, verb: str, phase: str) -> bool:
    """Whether the verb was said in a phase."""
    before: Any = None
    for step in recorded.steps:
        if before and step.entry.action == verb and phase == before.phase.NAME:
            return True
        before = step.state
    return False


def _charge_beaten(recorded: Recorded) -> int:
    """How many sets of a charge were beaten; -1 without a charge."""
    return len(recorded.told("charge_beaten")) if recorded.told("charged") else -1


def _shows(recorded: Recorded) -> list[int]:
    return [event.cards.bit_count() for event in recorded.told("shown")]


def _led_by(recorded: Recorded, by: str) -> list[Any]:
    return [event for event in recorded.told("lead_given") if event.by == by]


def _given(recorded: Recorded, kind: str) -> bool:
    return any(event.kind == kind for event in recorded.told("cards_given"))


def _tribute_order(recorded: Recorded, *kinds: str) -> bool:
    """Whether one payer served these kinds of dues in this order."""
    orders = [
        [due.split()[0] for due in paid.split(", ") if due.split()[1][0] == seat]
        for paid in _payments(recorded).values()
        if paid != "none"
        for seat in "012345"
    ]
    return any(tuple(dict.fromkeys(order)) == kinds for order in orders)


def _after(recorded: Recorded, first: type, then: type) -> bool:
    """Whether an event is followed at once by another, within one action."""
    return any(
        isinstance(a, first) and isinstance(b, then)
        for step in recorded.steps
        for a, b in zip(step.events, step.events[1:], strict=False)
    )


def _burned_in_turn(recorded: Recorded) -> bool:
    return any(
        any(isinstance(event, events.Played) and event.burns for event in step.events)
        and any(isinstance(event, events.BurnEnded) for event in step.events)
        for step in recorded.steps
    )


def _yield_ends(recorded: Recorded, *, answered: bool) -> bool:
    """Whether after a yield somebody else plays, or else the one who yielded."""
    yielder = None
    for event in recorded.events:
        if isinstance(event, events.Yielded):
            yielder = event.seat
        elif isinstance(event, events.Played) and yielder is not None:
            if (event.seat != yielder) == answered:
                return True
            yielder = None
    return False


def _unopened(recorded: Recorded, ranks: str) -> bool:
    """Whether a play of these ranks, in force as gouji, wins a trick and does not open."""
    won = False
    for step in recorded.steps:
        top = step.state.phase.top if isinstance(step.state.phase, Playing) else None
        for event in step.events:
            if isinstance(event, events.TrickWon) and won:
                return not any(isinstance(each, events.Opened) for each in step.events)
        won = top is not None and write_ranks(top.cards) == ranks and step.state.phase.gouji
    return False


def _answers_headless(recorded: Recorded) -> bool:
    """Whether a headless player's gouji play is answered by somebody who is not the opposite."""
    headless: set[int] = set()
    top = None
    for event in recorded.events:
        if isinstance(event, events.BecameHeadless):
            headless.add(event.seat)
        if isinstance(event, events.HeadChosen) and not event.headed:
            headless.add(event.seat)
        if isinstance(event, events.Played):
            if (
                top
                and not event.leads
                and top.seat in headless
                and event.seat != OPPOSITE[top.seat]
            ):
                return True
            top = event
    return False


def _burn_into_melee(recorded: Recorded) -> bool:
    """Whether a burner leads with fewer than five active, and not yet in the melee."""
    return any(
        isinstance(step.state.phase, Playing)
        and step.state.phase.burner >= 0
        and step.state.phase.active.bit_count() < 5
        and not step.state.phase.melee
        and step.state.phase.turn == step.state.phase.burner
        for step in recorded.steps
    )


def _left_by(recorded: Recorded) -> list[tuple[str, ...]]:
    """For each deal that one federation's leaving ended: how its three left."""
    found: list[tuple[str, ...]] = []
    ways: dict[int, str] = {}
    for event in recorded.events:
        match event:
            case events.DealBegan():
                ways = {}
            case events.WentOut(seat=seat):
                ways[seat] = "finished"
            case events.Revolted(seat=seat):
                ways[seat] = "revolted"
            case events.Stifled(seat=seat) if recorded.game.ruleset["stifled"] == "out":
                ways[seat] = "stifled"
            case events.BurnFailed(seat=seat):
                ways[seat] = "failed"
            case events.DealEnded():
                found += [
                    tuple(sorted(ways[seat] for seat in SEATS_IN[mask]))
                    for mask in FEDERATIONS
                    if all(seat in ways for seat in SEATS_IN[mask])
                ]
    return found


def _out_on(places: tuple[int, ...]) -> Callable[[Recorded], bool]:
    """Whether a federation goes out on these places, its last player ending the deal."""

    def holds(recorded: Recorded) -> bool:
        for result in recorded.game.view(recorded.state, None).public.results:
            for mask in FEDERATIONS:
                seats = SEATS_IN[mask]
                if set(seats) <= set(result.finished) and result.finished[-1] in seats:
                    return tuple(sorted(result.places[seat] for seat in seats)) == places
        return False

    return holds


def _facts(recorded: Recorded, key: str) -> str:
    return facts_of(recorded).get(key, "")


PATHS: dict[str, Callable[[Recorded], bool]] = {
    # The opening
    "§8 dealt again after a void game": lambda r: (
        len(r.told("deal_began")) > len({each.number for each in r.told("deal_began")})
    ),
    "§3 bought from the opposite": lambda r: any(
        OPPOSITE[event.receiver] == event.giver for event, _ in _bought(r)
    ),
    "§3 bought from a partner of the opposite": lambda r: any(
        OPPOSITE[event.receiver] != event.giver for event, _ in _bought(r)
    ),
    "§3 paid with a 2": lambda r: any(paid == "2" for _, paid in _bought(r)),
    "§3 paid with a small joker": lambda r: any(paid == "s" for _, paid in _bought(r)),
    "§3 paid with a big joker": lambda r: any(paid == "B" for _, paid in _bought(r)),
    "§3 begged": lambda r: _given(r, "beg"),
    "§3 automatic revolution": lambda r: any(
        each.seat not in _revolted(r) for each in r.told("revolted")
    ),
    "§3 two automatic revolutions": lambda r: bool(r.told("deal_voided")) and not _revolted(r),
    "§8 nobody revolts": lambda r: bool(r.told("lead_given")) and not r.told("revolted"),
    "§8 one revolts": lambda r: len(_revolted(r)) == len(r.told("revolted")) == 1,
    "§8 two revolt": lambda r: bool(r.told("deal_voided")) and len(_revolted(r)) == 2,
    "§8 no charge": lambda r: (
        r.game.ruleset["charge"] == "on" and _said(r, "decline", "charge") and not r.told("charged")
    ),
    "§8 charge declined": lambda r: (
        _charge_beaten(r) == 0 and r.told("charge_settled")[0].seat == r.told("revolted")[0].seat
    ),
    "§8 charge beaten in part": lambda r: (
        0 < _charge_beaten(r) < 3 and r.told("charge_settled")[0].seat == r.told("revolted")[0].seat
    ),
    "§8 charge beaten": lambda r: (
        _charge_beaten(r) == 3 and r.told("charge_settled")[0].seat != r.told("revolted")[0].seat
    ),
    "§8 headed": lambda r: any(each.headed for each in r.told("head_chosen")),
    "§8 headless": lambda r: any(not each.headed for each in r.told("head_chosen")),
    "§4 declared": lambda r: bool(r.told("declared")),
    "§4 nobody declares": lambda r: bool(r.told("lead_given")) and not r.told("declared"),
    "§4 most cards shown": lambda r: (
        len(_shows(r)) > 1 and _shows(r).count(max(_shows(r))) == 1 and bool(_led_by(r, "show"))
    ),
    "§4 as many shown, the first leads": lambda r: (
        len(_shows(r)) > 1
        and _shows(r).count(max(_shows(r))) > 1
        and r.did("show")[0].seat == _led_by(r, "show")[0].seat
    ),
    "§4 nobody shows": lambda r: bool(_led_by(r, "drawn")),
    "§4 the seat drawn has revolted": lambda r: any(
        each.seat == (r.told("revolted")[0].seat + 1) % 6
        and r.did("deal")[-1].action.endswith(f"| {r.told('revolted')[0].seat}")
        for each in _led_by(r, "drawn")
        if r.told("revolted")
    ),
    "§4 the last place leads": lambda r: bool(_led_by(r, "last_place")),
    "§4 the first place leads": lambda r: bool(_led_by(r, "first_place")),
    # Tribute
    **{f"§9 {kind} tribute": partial(_given, kind=kind) for kind in TRIBUTE},
    "§9 served stifle, burn, open, place": lambda r: _tribute_order(
        r, "stifle", "burn", "open", "place"
    ),
    "§9 served open, burn, stifle, place": lambda r: _tribute_order(
        r, "open", "burn", "stifle", "place"
    ),
    "§9 returned": lambda r: _given(r, "return"),
    "§9 nothing owed between partners": lambda r: (
        any((each.seat - each.burned) % 2 == 0 for each in r.told("burn_succeeded"))
        and "burn" not in _facts(r, "deal 1 dues")
    ),
    "§8 paid anew after a void game": lambda r: any(
        a.kind in TRIBUTE and b.kind in TRIBUTE
        for void in r.told("deal_voided")
        for a in r.events[: r.events.index(void)]
        for b in r.events[r.events.index(void) :]
        if isinstance(a, events.CardsGiven) and isinstance(b, events.CardsGiven)
    ),
    # Play
    "§5 a yield that was a pass": lambda r: _yield_ends(r, answered=True),
    "§5 a yield that comes back": lambda r: _yield_ends(r, answered=False),
    "§5 the next seat leads for one who is out": lambda r: any(
        each.seat != each.leader and (each.leader - each.seat) % 2 for each in r.told("trick_won")
    ),
    "§5 a partner leads for one who is out": lambda r: any(
        each.seat != each.leader and not (each.leader - each.seat) % 2
        for each in r.told("trick_won")
    ),
    "§6 opened": lambda r: bool(r.told("opened")),
    "§6 a single 2 does not open": lambda r: _unopened(r, "2"),
    "§6 a joker does not open": lambda r: _unopened(r, "B"),
    "§6 the last hand is answered by a dead gouji": lambda r: any(
        each.dead and each.seat == OPPOSITE[out.seat]
        for out in r.told("went_out")
        for each in r.told("played")
        if not r.told("head_chosen")
    ),
    "§7 burn succeeded": lambda r: bool(r.told("burn_succeeded")),
    "§7 burn beaten": lambda r: (
        any((each.by - each.seat) % 6 == 3 for each in r.told("burn_ended"))
        and not _burned_in_turn(r)
    ),
    "§7 burned in turn": _burned_in_turn,
    "§7 burn failed": lambda r: bool(r.told("burn_failed")),
    "§7 burned while stifled": lambda r: (
        _after(r, events.Played, events.Stifled)
        and any(
            each.burned in {s.seat for s in r.told("stifled")} for each in r.told("burn_succeeded")
        )
    ),
    "§7 melee": lambda r: bool(r.told("melee_began")),
    "§7 a burn ends before the melee": _burn_into_melee,
    "§3 stifled": lambda r: bool(r.told("stifled")),
    "§8 three dead gouji": lambda r: (
        sum(each.dead for each in r.told("played")) == 3
        and bool(r.told("head_chosen"))
        and bool(r.told("became_headless"))
    ),
    "§8 a headless player's gouji is answered": _answers_headless,
    # The end of a game
    **{
        f"§9 a federation out on places {' '.join(map(str, places))}": _out_on(places)
        for places in combinations(range(1, 6), 3)
    },
    "§9 out with a revolutionary": lambda r: ("finished", "finished", "revolted") in _left_by(r),
    "§9 out with one stifled": lambda r: ("finished", "finished", "stifled") in _left_by(r),
    "§9 out with a failed burner": lambda r: ("failed", "finished", "finished") in _left_by(r),
    "§9 out without a finisher": lambda r: any("finished" not in each for each in _left_by(r)),
    "§9 sweep": lambda r: (
        any(each.sweep for each in r.told("deal_ended")) and not r.told("revolted")
    ),
    "§9 sweep with the revolutionary's third": lambda r: any(
        each.sweep and each.places[r.told("revolted")[0].seat] == 3
        for each in r.told("deal_ended")
        if r.told("revolted")
    ),
    "§9 a revolutionary is fourth": lambda r: any(
        each.places[r.told("revolted")[0].seat] == 4
        for each in r.told("deal_ended")
        if r.told("revolted")
    ),
    "§9 only one player left": lambda r: any(
        len(each.finished) == 5
        and r.game.ruleset["game_end"] == "last_player"
        and not any(
            set(SEATS_IN[mask]) <= set(each.finished[:-1]) and len(each.finished[:-1]) == 3
            for mask in FEDERATIONS
        )
        for each in r.game.view(r.state, None).public.results
    ),
    "§9 a game drawn": lambda r: any(each.points == (0, 0) for each in r.told("deal_ended")),
    # The end of a match
    "§9 match won by 0": lambda r: _facts(r, "winner") == "0",
    "§9 match won by 1": lambda r: _facts(r, "winner") == "1",
    "§9 match drawn": lambda r: any(each.winner is None for each in r.told("match_ended")),
    "§2 a match of one game": lambda r: bool(r.told("match_ended")) and _facts(r, "deals") == "1",
    "§2 a match of three games": lambda r: (
        bool(r.told("match_ended")) and _facts(r, "deals") == "3"
    ),
    "§2 a match of five games": lambda r: bool(r.told("match_ended")) and _facts(r, "deals") == "5",
}
"""Every opening, every course that has a rule of its own, every end; and whether a record takes it."""
