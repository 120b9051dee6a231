"""What the table costs on the wire."""

from playwright.sync_api import expect

FIRST_LOAD = 200_000
FRAME = 8_000


def test_the_first_load_of_a_table_is_under_200_kb_and_a_frame_under_8(
    newcomer, stage, size, artifacts
):
    person = newcomer(size)
    page = person.page
    ranks = "BBss2222AAAAKKKKQQQQJJJTTT9988776543"
    code = stage.record(f"ruleset gouji(games=1)\nchance deal {ranks} 3 3 3 3 3 | 0")
    person.sign_in_by(stage.session("甲"))
    frames: list[int] = []
    received: list[float] = []
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda data: frames.append(len(encoded(data)))),
    )
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", lambda done: received.append(done["encodedDataLength"]))

    person.go(f"table/{code}/")
    expect(page.locator("#link-state")).to_have_text("已连接")
    expect(person.cards).to_have_count(36)
    page.wait_for_load_state("networkidle")
    stage.act(code, *(f"{seat} stay" for seat in range(6)), *(f"{seat} done" for seat in range(6)))
    expect(person.controls()).to_contain_text("轮到你发牌")
    taken = person.take("KK")
    person.do("play")
    expect(person.cards).to_have_count(34)
    assert taken

    words = f"first load {sum(received):.0f} bytes, largest of {len(frames)} frames {max(frames)}\n"
    (artifacts / f"page-weight-{size}.txt").write_text(words)
    assert sum(received) < FIRST_LOAD
    assert max(frames) < FRAME


def encoded(data):
    return data.encode() if isinstance(data, str) else data
