"""Quick start of the Shengji games: a drawing on the clock with three bots, and on through the page."""

import pytest
from playwright.sync_api import expect

from tests.e2e.playing import CHANGED

MOST_STEPS = 60
PLAYS = 4


def step(person, state, made):
    """What is asked now is answered: a show that lights, else what the hint says. Declining a show is for good,
    so that one waits for more cards. What the page shows next, and the verb."""
    show = next((do for do in state["does"] if do.startswith("show ")), None)
    if show is not None and "show" not in made:
        person.do_if_offered(show)  # a bot may be first
        return changed(person, state), "show"
    if "stars 0" in state["does"]:
        return person.step(state, "stars 0"), "stars"
    for verb in ("bury", "play"):
        if verb in state["does"]:
            person.hint()
            return person.step(state, verb), verb
    return changed(person, state), ""


def last_said(made):
    """The last verb that was posted: what was refused stands on the page until the next."""
    return next((verb for verb in reversed(made) if verb), "")


def changed(person, state):
    return dict(person.page.wait_for_function(CHANGED, arg=state).json_value())


@pytest.mark.parametrize(("game", "size"), [("shengji", "phone"), ("huolong", "desktop")])
def test_quick_start_draws_cards_one_by_one_and_leads_through_the_show_to_tricks_with_bots(
    newcomer, levels, game, size
):
    person = newcomer(size)
    person.sign_in_by(levels.session(f"快{game}"))
    person.go()
    person.page.locator(f"button[name=game][value={game}]").click()
    person.page.wait_for_url("**/table/**")
    code = person.page.url.rstrip("/").rsplit("/", 1)[1]
    expect(person.page.locator("#link-state")).to_have_text("已连接")
    expect(person.page.locator(".seat .bot")).to_have_count(3)

    for count in (1, 2):
        expect(person.cards).to_have_count(count)
    before = levels.drawn(code, 0)
    person.page.reload()
    expect(person.page.locator("#link-state")).to_have_text("已连接")
    assert set(before) <= set(person.hand()) <= set(levels.drawn(code, 0))
    assert len(person.hand()) < 12
    person.photograph(f"quick-{game}")
    levels.draw_on(code)

    state = person.state()
    made: list[str] = []
    while made.count("play") < PLAYS:
        assert len(made) < MOST_STEPS
        state, verb = step(person, state, made)
        made.append(verb)
        assert state["refusal"] == "" or last_said(made) == "show"  # a bot may have been first
    expect(person.log()).to_contain_text("得本轮")
    person.photograph(f"quick-{game}-played")
    acted = [tuple(pair) for pair in levels.acted(code)]
    assert acted.count(("player", "play")) >= PLAYS
    assert acted.count(("bot", "play")) >= 3 * (PLAYS - 1)
    assert {verb for _, verb in acted} >= {"show", "bury"}
