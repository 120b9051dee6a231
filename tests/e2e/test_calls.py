"""What is called out: words in front of the player, tones and voices, once each."""

import signal
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import SHAPES
from tests.e2e.levels_stage import deal_of
from tests.e2e.test_gouji_shown import dealt
from tests.e2e.test_levels_deals import SHENGJI, SHENGJI_HANDS, SHENGJI_KITTY
from tests.e2e.test_look import likes

FILL = "3456789"
HEAR = """() => {
    window.heard = [];
    window.floated = [];
    document.addEventListener('table:heard', event => window.heard.push(event.detail));
    new MutationObserver(changes => changes.forEach(change => change.addedNodes.forEach(
        node => window.floated.push([node.textContent, node.className])))
    ).observe(document.getElementById('calls'), {childList: true});
}"""
VOICES = """
    const voice = (name, lang) => ({name, lang, default: false, localService: true, voiceURI: name});
    speechSynthesis.getVoices = () => [voice('Xiaoxiao', 'zh-CN'), voice('Kangkang', 'zh-CN')];
    window.spoken = [];
    window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
    speechSynthesis.speak = said => {
        if (said.text) window.spoken.push([said.text, said.voice.name]);
        else window.begun = navigator.userActivation.isActive;
    };
"""


WATCH_REVOLT = """() => new MutationObserver(() => {
    const call = document.querySelector('.call.k-revolt.seat-0 b');
    if (call) window.revolt ??= getComputedStyle(call).animationName;
}).observe(document.getElementById('calls'), {childList: true, subtree: true})"""
"""How the call is animated, kept when it has gone."""


@pytest.fixture(autouse=True, scope="module")
def _still_clock(stack):
    """No call for burning runs out meanwhile, as six seconds may on a busy machine."""
    stack.kill("beat", signal.SIGSTOP)
    yield
    stack.kill("beat", signal.SIGCONT)


def snap(person, name) -> None:
    """A photograph of what moves, as it is at this moment."""
    person.page.screenshot(path=person.artifacts / f"{name}-{person.size}.png", animations="allow")


def listen(person, touch=True):
    person.page.evaluate(HEAR)
    if touch:
        person.page.locator("#r-status").click(position={"x": 3, "y": 3})


def heard(person, key) -> dict[str, object]:
    found = "key => window.heard.find(each => each.key === key)"
    return dict(person.page.wait_for_function(found, arg=key).json_value())


def expect_floated(person, kind, words) -> None:
    """This is put before 甲, now or a moment ago: it stands there for two seconds, which are short on a busy machine."""
    found = "([kind, words]) => window.floated.some(([said, at]) => said === words && at === `call k-${kind} seat-0`)"
    person.page.wait_for_function(found, arg=[kind, words])


def burning(stage):
    """戊 led a gouji play; 己, 甲, 丙 and 丁 are asked whether they burn it."""
    hand = "BBss9KKKK" + FILL
    code = stage.position(hand, *["TT" + FILL] * 3, "QQQ" + FILL, "TT" + FILL, turn=4)
    stage.act(code, "4 play QQQ")
    return code


@pytest.mark.parametrize("shape", SHAPES)
def test_a_burn_is_in_flames_before_the_burner_and_a_reload_is_silent(newcomer, stage, shape):
    person = newcomer(shape)
    code = burning(stage)
    person.take_seat(stage.session("甲"), code)
    listen(person)
    person.take("KKK")
    person.do("burn")
    stage.decline(code, 2, 3, 5)

    expect_floated(person, "burn", "烧牌")
    snap(person, "call-burn")
    assert heard(person, "burn")["toned"]
    expect(person.page.locator("#calls .call")).to_have_count(0)

    person.page.reload()
    listen(person)
    expect(person.page.locator("#link-state")).to_have_text("已连接")
    assert person.page.evaluate("() => [window.heard.length, window.floated.length]") == [0, 0]


def test_a_revolution_is_animated_but_not_for_who_wants_stillness(newcomer, stage):
    code = stage.record(dealt("gouji(games=1)"))
    person = newcomer("phone")
    still = newcomer("desktop", reduced_motion="reduce")
    for each, name in ((person, "甲"), (still, "乙")):
        each.take_seat(stage.session(name), code)
        listen(each)
        each.page.evaluate(WATCH_REVOLT)
    stage.act(code, "0 revolt", *(f"{seat} stay" for seat in range(1, 6)))

    expect_floated(person, "revolt", "革命")
    snap(person, "call-revolt")
    assert "raise" in str(person.page.wait_for_function("window.revolt").json_value())
    assert still.page.wait_for_function("window.revolt").json_value() == "none"
    assert heard(person, "revolt")["toned"]


def test_plays_are_called_by_the_voice_that_was_chosen_and_nothing_before_the_first_touch(
    newcomer, stage
):
    code = stage.position("99KK" + FILL, "TTQQ" + FILL, *["JJ" + FILL] * 4, turn=1)
    person = newcomer("phone")
    person.page.add_init_script(VOICES)
    person.take_seat(stage.session("甲"), code)
    likes(person, {"voice": "male"})
    listen(person, touch=False)
    stage.act(code, "1 play TT")
    page = person.page
    expect(person.log()).to_contain_text("乙 发牌")
    assert page.evaluate("() => [window.heard.length, window.spoken.length]") == [0, 0]

    person.page.locator("#r-status").click(position={"x": 3, "y": 3})
    assert page.evaluate("() => window.begun"), "voices may speak from now on"
    stage.act(code, "2 play JJ")
    assert heard(person, "answer")["spoken"] == "2 张 J"
    assert page.evaluate("() => window.spoken") == [["2 张 J", "Kangkang"]]

    page.locator("#mute").click()
    stage.act(code, "3 pass")
    expect(person.log()).to_contain_text("丁 过牌")
    assert len(page.evaluate("() => window.spoken")) == 1

    page.locator("#mute").click()
    stage.act(code, "4 pass", "5 pass")
    assert heard(person, "turn")["toned"]

    page.evaluate("prefs.set('voice', 'female')")
    stage.act(code, "0 pass", "1 pass", "2 play 9")
    page.wait_for_function("() => window.spoken.at(-1)[1] === 'Xiaoxiao'")
    page.wait_for_function("() => window.heard.at(-1).key === 'lead'")
    page.evaluate("prefs.set('volume', 0)")
    silent = page.evaluate("() => window.heard.length")
    stage.act(code, "3 pass")
    expect(person.log().locator("li").last).to_contain_text("丁 过牌")
    assert page.evaluate("() => window.heard.length") == silent


RECORDS = Path(__file__).parents[1] / "recorded" / "gouji"
CALLED: tuple[tuple[str, int, int, set[str]], ...] = (
    ("show_equal_first", 14, 15, {"上班"}),
    ("declared_and_opened", 14, 15, {"宣点"}),
    ("headed_three_dead_gouji", 6, 8, {"要头"}),
    ("headed_three_dead_gouji", 27, 29, {"无头"}),
    ("headed_three_dead_gouji", 30, 31, {"打够级"}),
    ("headed_three_dead_gouji", 34, 35, {"开点"}),
    ("last_hand_answered", 30, 31, {"够死级"}),
    ("charge_declined", 6, 8, {"冲点"}),
    ("yielding", 15, 18, {"让牌"}),
)
"""What is called out in a recorded match between two of its lines: no more than a picture of the table holds, should a
busy page be shown all of it at once.
"""


def test_every_word_of_the_game_is_put_before_its_player_with_a_sound(newcomer, stage, either):
    person = newcomer(either)
    for name, first, last, words in CALLED:
        text = (RECORDS / f"{name}.txt").read_text()
        ruleset, *lines = [line for line in text.splitlines() if line and line[0] != "#"]
        code = stage.record("\n".join((ruleset, *lines[:first])))
        person.take_seat(stage.session("甲"), code)
        listen(person)
        stage.act(code, *lines[first:last])
        person.page.wait_for_function(
            """words => words.every(word => window.floated.some(([called, kind]) => called === word && kind.includes('seat-')))
                && window.heard.filter(each => each.toned).length >= words.length""",
            arg=sorted(words),
        )


def test_a_plain_play_and_a_pass_are_heard_and_stamp_no_word_over_the_cards(newcomer, stage):
    code = stage.position("99KK" + FILL, "TTQQ" + FILL, *["JJ" + FILL] * 4, turn=1)
    person = newcomer("phone")
    person.take_seat(stage.session("甲"), code)
    listen(person)
    stage.act(code, "1 play TT", "2 play JJ", "3 pass")
    for key in ("lead", "answer", "pass"):
        heard(person, key)
    assert person.page.evaluate("() => window.floated") == []


def test_a_show_is_called_in_the_levels_games(newcomer, levels):
    code = levels.table(SHENGJI)
    person = newcomer("phone")
    person.take_seat(levels.session("甲"), code)
    listen(person)
    levels.begin(code, deal_of(SHENGJI_HANDS, SHENGJI_KITTY))
    levels.draw_on(code, 8)
    person.do("show 3S")
    expect_floated(person, "trump", "亮主")
    snap(person, "call-trump")
    assert heard(person, "trump")["toned"]
