"""What a match is dealt from is shown to nobody before its end, and what it was committed to is shown to all."""

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.core.fair import commitment_to
from games.play.display.page_parts import Renderer
from games.play.models import Match, Move, Table
from games.play.services import moves, seats
from games.play.state.table_state import load
from games.records.access import record_for
from games.records.services import record_match
from tests.play.seated import open_full
from tests.records.matches import swapped

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


@pytest.fixture
def people(make_user):
    return [make_user(name) for name in ("安", "柏", "程", "丁")]


@pytest.fixture
def table(people):
    """Four people at a table, nobody ready."""
    return open_full("shengji", people)


@pytest.fixture
def match(table, people):
    """A match just dealt to them."""
    for number, user in enumerate(people):
        seats.set_ready(table_id=table.id, user=user, ready=True, salt=f"口令{number}")
    return Match.objects.get(table=table)


def client_of(user):
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def shown(table, user):
    """All that the site answers about a table to somebody: pages, fragments, frames."""
    client, act = client_of(user), reverse("act", args=[table.code])
    fragments = {"HX-Request": "true"}
    match = table.matches.order_by("-number").first()
    answers = [
        client.get(reverse("table", args=[table.code])),
        client.get(reverse("fair_at", args=[table.code])),
        client.get(reverse("lobby")),
        client.get(reverse("own_records"), follow=True),
        client.post(act, {"do": "hint", "seen": "0-0"}, headers=fragments),
        client.post(act, {"do": "play", "seen": "0-0"}, headers=fragments),
        client.post(act, {"do": "bots"}, headers=fragments),
    ]
    names = ("record", "record_text", "record_json")
    answers += [client.get(reverse(name, args=[match.id if match else 1])) for name in names]
    loaded = load(table.id)
    assert loaded is not None
    frames = [
        Renderer().public(loaded),
        Renderer().own(loaded, loaded.viewer(user and user.id).seat),
    ]
    text = "\n".join(answer.content.decode() + str(answer.headers) for answer in answers)
    return text + "\n".join(html for frame in frames for html in frame.values())


def secrets_of(table):
    table.refresh_from_db()
    matches = Match.objects.filter(table=table).values_list("secret", flat=True)
    return {table.secret, *matches}


def test_while_players_are_waited_for_the_commitment_is_shown_and_its_secret_is_not(
    table, people, caplog
):
    caplog.set_level("DEBUG")
    for user in (*people, None):
        text = shown(table, user)
        assert table.commitment in text
        assert commitment_to(table.secret) == table.commitment
        assert table.secret not in text
    assert table.secret not in caplog.text


def test_in_a_match_no_page_fragment_frame_or_log_has_the_secret(match, people, caplog):
    caplog.set_level("DEBUG")
    for _ in range(12):
        Match.objects.filter(id=match.id).update(deadline="2026-01-01T00:00Z")
        moves.expire(match_id=match.id)
    found = secrets_of(match.table)
    assert len(found) == 2
    for user in (*people, None):
        text = shown(match.table, user)
        assert match.commitment in text
        assert not [secret for secret in found if secret in text]
    lines = [line.getMessage() for line in caplog.records if not line.name.startswith("django.db")]
    assert not [line for line in lines for secret in found if secret in line]


def test_the_match_is_dealt_from_what_the_table_was_committed_to(table, people):
    committed = Table.objects.get(id=table.id).commitment
    for user in people:
        seats.set_ready(table_id=table.id, user=user, ready=True)
    match = Match.objects.get(table=table)
    table.refresh_from_db()
    assert match.commitment == committed == commitment_to(match.secret)
    assert table.commitment == commitment_to(table.secret) != committed


def test_salts_are_shown_to_all_once_the_match_has_begun_and_not_before(table, people):
    seats.set_ready(table_id=table.id, user=people[0], ready=True, salt="我的口令")
    for user in (*people, None):
        assert "我的口令" not in shown(table, user)
    for user in people[1:]:
        seats.set_ready(table_id=table.id, user=user, ready=True, salt=f"{user}说")
    for user in (*people, None):
        page = client_of(user).get(reverse("fair_at", args=[table.code])).content.decode()
        assert [word in page for word in ("我的口令", "柏说", "程说", "丁说")] == [True] * 4


def test_the_salts_of_a_match_with_bots_are_shown_by_the_names_of_the_table(make_user):
    table = seats.quick_start(user=make_user("快"), salt="一二三")
    page = client_of(None).get(reverse("fair_at", args=[table.code])).content.decode()
    assert "快：<code>一二三</code>" in page
    assert "趵突：没有" in page


def test_a_match_at_its_end_opens_and_the_next_one_does_not(match, people):
    Match.objects.filter(id=match.id).update(
        status="finished",
        ended_at="2026-11-30T12:00Z",
        deadline=None,
        result={"scores": [2, -2], "winner": 0},
    )
    record_match(match_id=match.id)
    match.table.refresh_from_db()
    text = shown(match.table, people[1])
    assert match.secret in text
    assert match.table.commitment in text
    assert match.table.secret not in text


def test_the_record_of_a_match_played_here_checks(match, people):
    Match.objects.filter(id=match.id).update(
        status="finished",
        ended_at="2026-11-30T12:00Z",
        deadline=None,
        result={"scores": [2, -2], "winner": 0},
    )
    record_match(match_id=match.id)
    body = client_of(people[0]).get(reverse("record", args=[match.id])).content.decode()
    assert "验牌通过" in body
    assert all(word in body for word in (match.secret, match.commitment, "口令3"))


def test_a_deal_that_was_not_drawn_from_the_secret_is_told_on_the_page(match, people):
    first = Move.objects.get(match=match, number=1)
    first.action = swapped(match.ruleset, first.action)
    first.save(update_fields=["action"])
    Match.objects.filter(id=match.id).update(
        status="finished",
        ended_at="2026-11-30T12:00Z",
        deadline=None,
        result={"scores": [2, -2], "winner": 0},
    )
    record_match(match_id=match.id)
    body = client_of(people[0]).get(reverse("record", args=[match.id])).content.decode()
    assert "第 1 次发牌不是由秘密和口令洗出来的" in body
    assert "验牌通过" not in body


@pytest.mark.parametrize("salt", ["x" * 65, "a\x00b", "a\nb", "\u2028"])
def test_a_salt_that_is_too_long_or_not_printable_is_refused_and_changes_nothing(
    table, people, salt
):
    client = client_of(people[0])
    answer = client.post(
        reverse("act", args=[table.code]),
        {"do": "ready", "salt": salt},
        headers={"HX-Request": "true"},
    )
    assert answer.status_code == 409
    assert "洗牌口令" in answer.content.decode()
    assert table.seats.filter(ready=True).count() == 0
    assert client.post(reverse("quick"), {"salt": salt}).status_code in {302, 409}
    assert not Match.objects.exists()


def test_quick_start_deals_with_the_salt_that_came_with_it(make_user):
    client = client_of(make_user("快"))
    client.post(reverse("quick"), {"salt": "来一手好牌"})
    assert Match.objects.get().salts[0] == "来一手好牌"


def test_a_match_from_before_the_scheme_says_so(match, people):
    Match.objects.filter(id=match.id).update(
        status="finished",
        ended_at="2026-11-30T12:00Z",
        result={},
        deadline=None,
        secret="",
        commitment="",
    )
    record = record_match(match_id=match.id)
    assert record is not None
    assert record.proof is None
    body = client_of(people[0]).get(reverse("record", args=[match.id])).content.decode()
    assert "早于公平发牌" in body
    assert record_for(people[0], match.id).text_with_proof.startswith("ruleset ")
