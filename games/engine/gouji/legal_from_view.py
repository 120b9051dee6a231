"""What is legal and who may answer, worked out from a view alone.

Bots and screens use it. It also lets tests check that a view says enough to play from.
"""

from collections.abc import Sequence

from games.engine.core.actions import Action, Seat
from games.engine.core.views import View

from .actions import Burn
from .burning import covers
from .charging import charges_of
from .legal import answers_of, leads_of
from .notation import read
from .plays import shape_of
from .public import Public
from .returns import returns_of
from .rules import Rules
from .seats import BIT, SEATS, from_seat, mask_of
from .trick import answering, answering_in_melee


def legal_in(rules: Rules, view: View[Public]) -> Sequence[Action]:
    """The legal actions of a view's seat, ones without cards first."""
    own = view.own
    if own is None:
        return ()
    said: list[Action] = []
    # At most one choice of a view takes cards; the others come before its plays, as in ``Phase.legal``.
    verb, count = "", 0
    for choice in own.choices:
        if choice.cards:
            verb, count = choice.verb, choice.count or 0
        else:
            said += [read(text, own.hand) for text in choice.picks or (choice.verb,)]
    if verb == "charge":
        return (*said, *charges_of(own.hand))
    if verb == "return":
        return returns_of(rules, own.hand, own.barred, count)
    return _plays(rules, view, verb, tuple(said)) if verb else tuple(said)


def _plays(
    rules: Rules, view: View[Public], verb: str, said: tuple[Action, ...]
) -> Sequence[Action]:
    public = view.public
    hand = view.own.hand if view.own else 0
    # In a charge the set in turn has to be beaten, in play the top.
    old = public.charge[public.charge_beaten] if public.charge else 0
    if public.top is not None:
        old = public.top.cards
    shape = shape_of(old, rules.mixed_jokers)
    if shape is None:
        return leads_of(rules, hand, burner=view.seat == public.burner)
    if verb != "burn":
        return answers_of(rules, hand, shape, said)
    burns = answers_of(rules, hand, shape, said, Burn)
    if rules.burn == "covered":
        return tuple(b for b in burns if not isinstance(b, Burn) or covers(hand, b.cards, rules))
    return burns


def answerers(rules: Rules, public: Public, seat: Seat, *, gouji: bool) -> tuple[Seat, ...]:
    """The seats that may answer a play that ``seat`` lays now, in playing order. ``gouji``: it is a gouji play."""
    active, passed = mask_of(public.active), mask_of(public.passed)
    if public.melee:
        may = answering_in_melee(seat, active, passed, reentry=rules.melee_reentry)
    else:
        headless = mask_of(public.headless)
        in_force = gouji and not headless & BIT[seat]
        may = answering(seat, active, passed, headless, gouji=in_force, only_opposite=False)
    return from_seat(may, (seat + 1) % SEATS)
