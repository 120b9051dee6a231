"""Replay of a finished match: any move, any seat's view, and who may see it."""

import json
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.engine.core.cards import each_card, write_cards
from games.engine.core.records import play_back, read_any
from games.engine.registry import game_of
from games.play.models import Match, Table
from games.records import display, replay_cache
from games.records.models import Record
from games.records.replay_cache import replay_of
from games.records.services import record_match
from games.records.views import DOWNLOADED, MOST_PLAYED_BACK
from gouji_site.lib.ratelimit import within_limit
from tests.records.matches import NAMES, played, recorded, stored

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

RULESETS = ("gouji(games=1)", "shengji", "huolong")
HTMX = {"HX-Request": "true"}


@pytest.fixture
def visitor(make_user):
    """Somebody signed in who sat in no match."""
    client = Client()
    client.force_login(make_user("客"))
    return client


def page(client, record, **asked):
    answer = client.get(reverse("record", args=[record.match_id]), asked)
    assert answer.status_code == 200
    return answer.content.decode()


def hands_in(html):
    """How many cards each hand on a page has, by the name of its holder."""
    part = html[html.index('id="r-hands"') :]
    part = part[: part.index("</section>")]
    hands = re.findall(r"</i>([^<]*)<small>[^<]*</small></h2>\s*<p>(.*?)</p>", part, re.DOTALL)
    return {name: cards.count("<b ") for name, cards in hands}


def link(html, words):
    """Where a step leads; None where there is nowhere to go."""
    found = re.search(r'href="\?m=(\d+)&amp;seat=[^"]*"[^>]*aria-label="' + words, html)
    return int(found[1]) if found else None


# -- what is shown -------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", RULESETS)
def test_all_hands_at_any_move_are_those_that_the_rules_reckon(ruleset, make_user, visitor):
    match = played(ruleset)
    record = recorded(make_user, match)
    game = game_of(ruleset)
    for move in (1, 2, 40, len(match.entries) // 2, len(match.entries)):
        state, _ = play_back(game, match.entries[:move])
        expected = {}
        for seat in range(game.meta.seats):
            own = game.view(state, seat).own
            expected[NAMES[seat]] = len(list(each_card(own.hand))) if own else 0
        assert hands_in(page(visitor, record, m=move, seat="all")) == expected


def test_a_replay_has_at_every_move_the_state_that_the_record_plays_to(make_user):
    match = played("gouji(games=1)")
    record = recorded(make_user, match)
    replay, game = replay_of(record), game_of(match.ruleset)
    state = game.start()
    for move, entry in enumerate(match.entries, 1):
        action = game.read(state, entry.seat, entry.action)
        state, _ = game.apply(state, entry.seat, action, entry.tick)
        assert replay.state_at(move) == state
    assert replay.last == len(match.entries)


def test_one_seats_view_shows_its_hand_alone_and_none_shows_no_hand(make_user, visitor):
    record = recorded(make_user)
    assert list(hands_in(page(visitor, record, m=1, seat="2"))) == ["程"]
    assert hands_in(page(visitor, record, m=1, seat="none")) == {}
    assert 'class="table replay seats-6 game-gouji from-2"' in page(visitor, record, seat="2")


def test_who_sat_there_sees_their_own_hand_first_and_others_see_all(make_user, visitor):
    record = recorded(make_user)
    own = Client()
    own.force_login(record.players.get(seat=4).user)
    assert list(hands_in(page(own, record))) == ["尔"]
    assert len(hands_in(page(visitor, record))) == 6


def test_the_cards_of_a_hand_are_drawn_with_their_ranks(make_user, visitor):
    match = played("gouji(games=1)")
    game = game_of(match.ruleset)
    state, _ = play_back(game, match.entries[:1])
    own = game.view(state, 3).own
    assert own is not None
    ranks = re.sub(r"[CDHS]?[a-d]", "", write_cards(own.hand))
    html = page(visitor, recorded(make_user, match), m=1, seat="3")
    shown = re.findall(r'<b class="[a-zKQJ ]+">([^<]+)</b>', html[html.index('id="r-hands"') :])[
        :36
    ]
    symbols = {"10": "T", "小王": "s", "大王": "B"}
    assert sorted(symbols.get(rank, rank) for rank in shown) == sorted(ranks)


def test_the_kitty_is_shown_beside_the_hand_of_who_buried_it_and_no_other(make_user, visitor):
    match = played("shengji")
    record = recorded(make_user, match)
    buried = next(n for n, each in enumerate(match.entries, 1) if each.action.startswith("bury "))
    dealer = match.entries[buried - 1].seat
    for seat in range(4):
        html = page(visitor, record, m=buried, seat=seat)
        assert ("我扣的底" in html) == (seat == dealer)
    assert page(visitor, record, m=buried, seat="all").count("我扣的底") == 1
    assert "我扣的底" not in page(visitor, record, m=buried - 1, seat="all")


def test_bots_and_people_who_are_gone_keep_their_names(make_user, visitor):
    record = recorded(make_user, bots=(1, 3))
    record.players.get(seat=2).user.delete()
    names = list(hands_in(page(visitor, record, m=1, seat="all")))
    assert (names[0], names[2]) == ("安", "程")
    assert names[1]
    assert "空位" not in names


# -- going on and back ---------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", RULESETS)
def test_step_by_step_on_is_the_whole_match_and_back_is_the_same_way(ruleset, make_user):
    replay = replay_of(recorded(make_user, played(ruleset)))
    assert replay.stops[0] == 1
    assert replay.stops[-1] == replay.last
    assert list(replay.stops) == sorted(set(replay.stops))


def test_a_step_leads_to_the_next_move_that_everybody_sees(make_user, visitor):
    record = recorded(make_user)
    replay = replay_of(record)
    for at in (0, 1, 5, len(replay.stops) - 1):
        html = page(visitor, record, m=replay.stops[at], seat="all")
        later = replay.stops[at + 1] if at + 1 < len(replay.stops) else None
        assert link(html, "下一步") == later
        assert link(html, "上一步") == (replay.stops[at - 1] if at else None)
    between = next(move for move in range(1, replay.last) if move not in replay.stops)
    html = page(visitor, record, m=between, seat="all")
    assert link(html, "下一步") > between > link(html, "上一步")


def test_a_deal_is_jumped_to_from_the_list_and_by_the_bar(make_user, visitor):
    match = played("huolong")
    record = recorded(make_user, match)
    dealt = [n for n, entry in enumerate(match.entries, 1) if entry.action.startswith("deal ")]
    html = page(visitor, record, m=dealt[1] + 3, seat="all")
    for move in dealt:
        assert f'href="?m={move}&amp;seat=all" data-step><b>发牌</b>' in html
    assert (link(html, "上一局"), link(html, "下一局")) == (dealt[1], dealt[2])


@pytest.mark.parametrize(
    ("ruleset", "kinds"),
    [
        ("gouji(games=5)", ("够级", "走科", "结算", "终局", "开点")),
        ("shengji", ("定主", "扣底", "亮牌", "得分", "结算")),
        ("huolong", ("定主", "扣底", "摘星", "结算")),
    ],
)
def test_events_are_listed_with_the_move_at_which_they_happened(ruleset, kinds, make_user, visitor):
    match = played(ruleset)
    record = recorded(make_user, match)
    html = page(visitor, record, seat="all")
    listed = re.findall(r'href="\?m=(\d+)&amp;seat=all" data-step><b>([^<]+)</b>([^<]*)</a>', html)
    assert set(kinds) <= {kind for _, kind, _ in listed}
    replay = replay_of(record)
    for move, kind, words in listed:
        if kind == "走科":
            assert "走科" in words
            tags = [type(event).__name__ for event in replay.told[int(move) - 1]]
            assert "WentOut" in tags


def test_a_burn_is_listed_as_one(make_user):
    matches = (played("gouji(games=5)", seed) for seed in range(1, 30))
    match = next(each for each in matches if b'"burns":true' in b"".join(each.events))
    replay = replay_of(recorded(make_user, match))
    burned = {move for move, told in enumerate(match.events, 1) if b'"burns":true' in told}
    listed = {mark.move for each in replay.chapters for mark in each.marks if mark.kind == "burns"}
    assert listed == burned


def test_htmx_is_sent_the_parts_that_the_page_has_and_nothing_else(make_user, visitor):
    record = recorded(make_user)
    html = page(visitor, record, m=30, seat="all")
    answer = visitor.get(
        reverse("record", args=[record.match_id]), {"m": 30, "seat": "all"}, headers=HTMX
    )
    sent = answer.content.decode()
    ids = re.findall(r'id="(r-[a-z0-9-]+)" hx-swap-oob="true"', sent)
    assert set(ids) == {
        "r-status", "r-result", "r-log", "r-hands", "r-bar", *(f"r-seat-{n}" for n in range(6))
    }  # fmt: skip
    assert "<html" not in sent
    for each in ids:
        assert f'id="{each}"' in html
    assert hands_in(sent) == hands_in(html)


# -- odd addresses -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("0", 1), ("-5", 1), ("", 1), ("x", 1), ("1e3", 1), ("²", 1), ("٣", 1), ("7.5", 1),
        ("9" * 400, 1), ("99999999", None), ("12", 12), ("\x00", 1),
    ],
)  # fmt: skip
def test_a_move_that_there_is_not_is_the_nearest_or_the_first(asked, shown, make_user, visitor):
    record = recorded(make_user)
    last = replay_of(record).last
    html = page(visitor, record, m=asked, seat="all")
    assert f'data-link="?m={shown or last}&amp;seat=all"' in html


@pytest.mark.parametrize("seat", ["6", "-1", "x", "ALL", "0'", "\x00", "9" * 50])
def test_a_seat_that_there_is_not_is_all(seat, make_user, visitor):
    assert len(hands_in(page(visitor, recorded(make_user), m=1, seat=seat))) == 6


@pytest.mark.parametrize("number", ["0", "99999999", "9" * 18, "9" * 25, "9" * 5000])
@pytest.mark.parametrize("ending", ["/", ".txt", ".json"])
def test_a_record_that_there_is_not_is_not_found(number, ending, visitor):
    assert visitor.get(f"/records/{number}{ending}").status_code == 404


def test_a_record_that_the_rules_do_not_play_any_more_can_still_be_had(make_user, visitor):
    record = recorded(make_user)
    for text in (
        record.text + "0 play 3\n",
        record.text.replace("gouji(games=1)", "chess"),
        "ruleset gouji\n",
    ):
        Record.objects.filter(id=record.id).update(text=text)
        body = page(visitor, record)
        assert "放不出来" in body
        assert reverse("record_text", args=[record.match_id]) in body


def test_only_looking_is_allowed(make_user, visitor):
    record = recorded(make_user)
    for name in ("record", "record_text", "record_json"):
        assert visitor.post(reverse(name, args=[record.match_id])).status_code == 405


# -- who may see it ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["record", "record_text", "record_json"])
def test_a_record_is_seen_by_everybody_signed_in_and_of_a_private_table_by_its_players(
    name, make_user, visitor, django_user_model
):
    open_one = recorded(make_user)
    player = Client()
    player.force_login(django_user_model.objects.get(username="丁"))
    address = reverse(name, args=[open_one.match_id])
    assert [each.get(address).status_code for each in (visitor, player, Client())] == [
        200,
        200,
        302,
    ]

    Record.objects.filter(id=open_one.id).update(private=True)
    assert [each.get(address).status_code for each in (visitor, player, Client())] == [
        404,
        200,
        302,
    ]


@pytest.mark.parametrize("name", ["record", "record_text", "record_json"])
def test_of_a_match_that_is_watched_late_the_record_opens_as_late_to_whoever_held_no_seat(
    name, make_user, visitor, django_user_model
):
    record = recorded(make_user)
    table = record.match.table
    Table.objects.filter(id=table.id).update(watch_delay=60)
    player = Client()
    player.force_login(django_user_model.objects.get(username="丁"))
    address = reverse(name, args=[record.match_id])

    def ended(seconds):
        at = timezone.now() - timedelta(seconds=seconds)
        Record.objects.filter(id=record.id).update(ended_at=at)
        return [each.get(address).status_code for each in (visitor, player)]

    assert ended(50) == [404, 200]
    assert ended(61) == [200, 200]


def test_the_privacy_of_a_record_is_that_of_its_table(make_user, visitor):
    private = recorded(make_user, private=True)
    assert private.private
    assert visitor.get(reverse("record", args=[private.match_id])).status_code == 404


def test_who_was_put_in_a_seat_later_did_not_sit_in_the_match(make_user, visitor):
    record = recorded(make_user, private=True, bots=(1,))
    late = make_user("后来")
    record.match.table.seats.filter(number=1).update(user=late, bot="")
    client = Client()
    client.force_login(late)
    assert client.get(reverse("record", args=[record.match_id])).status_code == 404


@pytest.mark.parametrize("page", ["record", "record_text", "record_json"])
def test_looking_for_a_record_that_is_yet_to_be_written_writes_nothing(make_user, page):
    match = stored(make_user)
    own = Client()
    own.force_login(User.objects.get(id=match.holders[0]["user"]))
    answer = own.get(reverse(page, args=[match.id]))
    assert (answer.status_code, answer.headers["Refresh"]) == (202, "2")
    assert "牌谱正在存档" in answer.content.decode()
    assert not Record.objects.exists()


def test_who_did_not_sit_in_a_match_is_not_told_that_its_record_is_being_written(
    make_user, visitor
):
    match = stored(make_user)
    assert visitor.get(reverse("record", args=[match.id])).status_code == 404


def test_a_match_under_way_or_abandoned_is_not_found(make_user, visitor):
    match = stored(make_user)
    Match.objects.filter(id=match.id).update(status="running", ended_at=None)
    assert visitor.get(reverse("record", args=[match.id])).status_code == 404
    Match.objects.filter(id=match.id).update(
        status="abandoned", ended_at="2026-11-30T12:00Z", result=None
    )
    assert visitor.get(reverse("record", args=[match.id])).status_code == 404
    assert not Record.objects.exists()


def test_pages_of_records_are_kept_by_no_cache(make_user, visitor):
    record = recorded(make_user)
    addresses = [
        reverse(name, args=[record.match_id]) for name in ("record", "record_text", "record_json")
    ]
    for address in (*addresses, reverse("own_records")):
        assert "no-store" in visitor.get(address).headers["Cache-Control"]


def test_steps_are_limited(make_user, visitor, settings):
    settings.RATE_LIMITS = True
    record = recorded(make_user)
    address = reverse("record", args=[record.match_id])
    assert visitor.get(address, headers=HTMX).status_code == 200
    user_id = visitor.session["_auth_user_id"]
    codes = set()
    for _ in range(3):  # a window may end between the two lines
        while within_limit("replay", user_id, most=200, seconds=10):
            pass
        codes.add(visitor.get(address, headers=HTMX).status_code)
    assert 429 in codes


def test_nobody_has_many_matches_played_through_in_a_minute(make_user, visitor, all_but_one):
    replay_cache._replays.clear()
    display._verdicts.clear()
    first = recorded(make_user)
    address = reverse("record", args=[first.match_id])
    assert visitor.get(address).status_code == 200
    user_id = visitor.session["_auth_user_id"]
    all_but_one("unwind", user_id, most=MOST_PLAYED_BACK - 1, seconds=60)
    others = [recorded(make_user, played(seed=seed), bots=range(6)).match_id for seed in (2, 3)]
    codes = [visitor.get(reverse("record", args=[each])).status_code for each in others]
    assert codes == [200, 429]
    again = visitor.get(reverse("record", args=[others[1]]), headers=HTMX)
    assert (again.status_code, again.content) == (429, b"")
    for known in (first.match_id, others[0]):
        for headers in ({}, HTMX):
            shown = visitor.get(reverse("record", args=[known]), headers=headers)
            assert shown.status_code == 200


# -- downloads -----------------------------------------------------------------------------------------


def test_text_and_json_are_downloads_that_play_back_to_the_same_match(make_user, visitor):
    match = played("gouji(games=1)")
    record = recorded(make_user, match)
    text = visitor.get(reverse("record_text", args=[record.match_id]))
    plain = visitor.get(reverse("record_json", args=[record.match_id]))
    assert (
        text.headers["Content-Disposition"] == f'attachment; filename="gouji-{record.match_id}.txt"'
    )
    assert plain.headers["Content-Type"] == "application/json"
    for answer in (text, plain):
        read = read_any(answer.content.decode())
        assert (read.ruleset, read.entries) == (match.ruleset, match.entries)
        assert read.proof is not None
        assert read.proof.opens
    told = json.loads(plain.content)
    assert [player["name"] for player in told["players"]] == list(NAMES)
    assert told["result"] == match.result
    assert len(told["events"]) == sum(len(json.loads(events)) for events in match.events)


# -- the page that explains ----------------------------------------------------------------------------


def test_files_are_taken_so_many_a_minute(make_user, visitor, all_but_one):
    record = recorded(make_user)
    text, plain = (reverse(name, args=[record.match_id]) for name in ("record_text", "record_json"))
    all_but_one("download", visitor.session["_auth_user_id"], most=DOWNLOADED, seconds=60)
    assert [visitor.get(each).status_code for each in (plain, plain, text)] == [200, 429, 429]


def test_how_deals_are_checked_is_told_to_everybody(make_user):
    assert "HMAC-SHA256" in Client().get(reverse("fair")).content.decode()
    assert Client().get(reverse("fair_at", args=["nowhere"])).status_code == 404
    assert Client().get("/records/fair/%00/").status_code == 404


def test_a_replay_tells_whose_decision_each_move_was(make_user, visitor):
    match = stored(make_user)
    first = match.moves.exclude(seat=-1).filter(action__startswith="play").order_by("number")[0]
    type(first).objects.filter(pk=first.pk).update(by="autoplay")
    record = record_match(match_id=match.id)
    assert record is not None
    shown = page(visitor, record, m=first.number)
    assert "（托管）" in shown
    told = json.loads(visitor.get(reverse("record_json", args=[match.id])).content)
    assert told["decided_by"][first.number - 1] == "autoplay"
    assert told["decided_by"][0] == "chance"


def test_a_record_from_before_deciders_were_kept_replays_without_them(make_user, visitor):
    record = recorded(make_user)
    Record.objects.filter(id=record.id).update(decided_by="")
    record.refresh_from_db()
    assert record.deciders == ()
    assert replay_of(record).deciders_at(30) is not None
    assert page(visitor, record, m=30)
