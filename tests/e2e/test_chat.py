"""Talk at the table: in the sheet of a phone and beside a desktop's felt."""

import pytest
from playwright.sync_api import expect

from tests.e2e.proxy import Proxy
from tests.e2e.test_connection import CUT

RANKS = "BBss2222AAAAKKKKQQQQJJJTTT9988776543"
RECORD = f"ruleset gouji(games=1)\nchance deal {RANKS} 3 3 3 3 3 | 0"


@pytest.fixture
def code(stage):
    """A table just dealt."""
    return stage.record(RECORD)


@pytest.fixture
def at_the_table(newcomer, stage, code):
    """A function that seats somebody there, or shows the table to who holds no seat."""

    def come(name, size="desktop"):
        person = newcomer(size)
        person.take_seat(stage.session(name), code)
        return person

    return come


def open_chat(person):
    host = person.page.locator("#chat-open")
    if host.is_visible():
        host.click()
    expect(person.page.locator("#chat")).to_be_visible()


def open_tab(person, name):
    tab = person.page.locator(".tabs").get_by_role("button", name=name)
    if tab.is_visible():
        tab.click()


def say(person, words):
    person.page.get_by_label("说点什么").fill(words)
    person.button("发送").click()
    expect(lines(person).last).to_contain_text(words)
    expect(person.page.get_by_label("说点什么")).to_have_value("")


def lines(person):
    return person.page.locator("#talk-lines > li")


def bubble(person, seat):
    return person.page.locator(f".felt .bubble.seat-{seat}")


def box(person, selector):
    found = person.page.locator(selector).bounding_box()
    assert found
    return found


def test_what_is_said_shows_in_front_of_its_speaker_and_in_everybodys_panel(at_the_table, size):
    mine, theirs = at_the_table("甲", size), at_the_table("乙")
    open_chat(mine)
    mine.photograph("talk-empty")
    say(mine, "大家好，今天手气不错")
    expect(bubble(theirs, 0)).to_have_text("大家好，今天手气不错")
    expect(lines(theirs)).to_contain_text("大家好，今天手气不错")
    theirs.photograph("talk-bubble")

    theirs.button("够级打得真响！").click()
    expect(lines(theirs)).to_have_count(2)  # one press at a time
    open_tab(theirs, "表情")
    theirs.button("鼓掌").click()
    expect(lines(mine)).to_have_count(3)
    expect(lines(mine).last).to_contain_text("鼓掌")
    expect(mine.page.locator("#talk-news")).to_contain_text("乙：鼓掌")
    mine.photograph("talk-open")


def test_the_sheet_leaves_hand_and_buttons_free_and_cards_can_be_played_while_it_is_open(
    at_the_table, stage
):
    person = at_the_table("甲", "phone")
    host = box(person, "#chat-open")
    assert host["height"] >= 36
    open_chat(person)
    sheet, hand, controls = (box(person, each) for each in ("#chat", "#r-hand", "#r-controls"))
    assert sheet["y"] + sheet["height"] <= hand["y"] + 1
    assert sheet["y"] + sheet["height"] <= controls["y"] + 1
    for button in person.page.locator("#chat button:visible").all():
        height = button.bounding_box()["height"]
        assert height >= 43.5 or button.get_attribute("id") == "chat-close"
    person.do("stay")
    expect(person.controls().locator("button[value=stay]")).to_have_count(0)
    person.page.keyboard.press("Escape")
    expect(person.page.locator("#chat")).to_be_hidden()
    open_chat(person)
    person.button("打得漂亮！").click()
    expect(person.page.locator("#chat")).to_be_hidden()
    expect(bubble(person, 0)).to_have_text("打得漂亮！")
    person.photograph("talk-own-bubble")


def test_what_came_while_the_sheet_was_shut_or_the_line_was_cut_is_counted_once(at_the_table):
    person, other = at_the_table("丙", "phone"), at_the_table("丁")
    say(other, "第一句")
    expect(person.page.locator("#chat-unread")).to_have_text("1")
    person.photograph("talk-unread")
    say(other, "第二句")
    expect(person.page.locator("#chat-unread")).to_have_text("2")
    person.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    person.page.reload()
    expect(person.page.locator("#link-state")).to_have_text("已连接")
    open_chat(person)
    expect(lines(person)).to_have_count(2)
    expect(person.page.locator("#chat-unread")).to_be_hidden()
    say(other, "第三句")
    expect(lines(person)).to_have_count(3)
    expect(person.page.locator("#chat-unread")).to_be_hidden()


def test_what_is_said_while_the_line_is_cut_is_there_once_when_it_is_back(
    newcomer, at_the_table, stage, stack, code
):
    other = at_the_table("丁")
    with Proxy(stack.url) as cable:
        person = newcomer("phone", excused=CUT)
        person.site = cable.url
        person.take_seat(stage.session("丙"), code)
        say(other, "断线之前")
        expect(person.page.locator("#chat-unread")).to_have_text("1")
        open_chat(person)
        cable.cut()
        expect(person.page.locator("#link-state")).to_have_text("重新连接中…")
        say(other, "断线的时候")
        person.page.get_by_label("说点什么").fill("我掉线了")
        person.button("发送").click()
        expect(person.page.locator("#talk-refusal")).to_contain_text("再点一次")
        person.photograph("talk-cut")
        cable.mend()
        expect(lines(person)).to_contain_text(["断线之前", "断线的时候"])
        expect(person.page.locator("#link-state")).to_have_text("已连接")
        person.button("发送").click()
        expect(lines(other).last).to_contain_text("我掉线了")
        expect(lines(other)).to_have_count(3)
        expect(lines(person)).to_have_count(3)


def test_chat_fits_a_phone_held_sideways(newcomer, at_the_table, stage, code):
    other = at_the_table("乙")
    person = newcomer("landscape")
    person.take_seat(stage.session("甲"), code)
    say(other, "横着打更舒服")
    expect(bubble(person, 1)).to_be_visible()
    person.photograph("talk-sideways-bubble")
    open_chat(person)
    sheet, hand = box(person, "#chat"), box(person, "#r-hand")
    expect(lines(person).last).to_contain_text("横着打更舒服")
    person.photograph("talk-sideways")
    assert sheet["height"] >= 120
    assert sheet["y"] + sheet["height"] <= hand["y"] + 1
    person.page.get_by_label("说点什么").fill("好")
    person.button("发送").click()
    expect(lines(other)).to_have_count(2)


def test_a_muted_player_is_heard_no_more_until_they_are_heard_again(at_the_table, either):
    person, loud = at_the_table("戊", either), at_the_table("己")
    say(loud, "吵死了")
    open_chat(person)
    open_tab(person, "记录")
    lines(person).filter(has_text="吵死了").locator("summary").click()
    person.photograph("talk-mute")
    person.button("屏蔽此人").click()
    expect(lines(person)).to_have_count(0)
    say(loud, "听得见吗")
    expect(person.page.locator("#talk-muted")).to_contain_text("已屏蔽 1 人")
    assert person.page.locator(".bubble").count() == 0
    person.page.locator("#talk-muted summary").click()
    person.photograph("talk-muted")
    person.button("取消屏蔽").click()
    expect(lines(person)).to_have_count(2)
    expect(lines(loud)).to_have_count(2)


def test_watchers_chat_among_themselves_and_a_refusal_is_shown_beside_the_words(
    at_the_table, either
):
    watcher, player = at_the_table("看客", either), at_the_table("甲")
    open_chat(watcher)
    say(watcher, "谁会赢")
    watcher.page.get_by_label("说点什么").fill("加我微信 gouji_king")
    watcher.button("发送").click()
    expect(watcher.page.locator("#talk-refusal")).to_contain_text("聊天里不能发网址")
    watcher.photograph("talk-watcher")
    say(player, "安静看牌")
    expect(lines(watcher)).to_have_count(2)
    expect(lines(player)).to_have_count(1)


def test_chat_without_script_is_a_plain_form(at_the_table, newcomer, stage, either, code):
    other = at_the_table("乙")
    say(other, "大家好")
    person = newcomer(either, java_script_enabled=False)
    person.sign_in_by(stage.session("甲"))
    person.go(f"table/{code}/")
    expect(lines(person)).to_have_count(1)
    person.page.get_by_label("说点什么").fill("你好呀")
    person.button("发送").click()
    expect(lines(person)).to_have_count(2)
    expect(lines(other)).to_have_count(2)
    person.button("稍等，我想想").click()
    expect(lines(other).last).to_contain_text("稍等，我想想")
    person.page.get_by_label("说点什么").fill("www.example.com")
    person.button("发送").click()
    expect(person.page.locator(".messages")).to_contain_text("聊天里不能发网址")
    person.photograph("talk-without-script", whole=True)


def test_words_typed_in_the_panel_press_no_keys_of_the_table(at_the_table):
    person = at_the_table("甲")
    person.page.get_by_label("说点什么").press_sequentially("paych")
    expect(person.page.get_by_label("说点什么")).to_have_value("paych")
    assert person.ticked() == set()
    person.page.keyboard.press("Enter")
    expect(lines(person)).to_have_count(1)
    expect(person.cards).to_have_count(36)
