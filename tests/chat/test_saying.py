"""Saying lines, reading them, muting people, and forgetting."""

import threading
from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from games.chat import selectors, services, tasks
from games.chat.forms import Said
from games.chat.models import Message, Mute
from games.engine.core.errors import NotAllowed

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

ROOM = "table:abcd2345"
BOTH = frozenset({"seats", "watchers"})


@pytest.fixture
def people(make_user):
    return [make_user(name) for name in ("安", "柏", "程")]


def age(line, **ago):
    Message.objects.filter(id=line.id).update(said_at=timezone.now() - timedelta(**ago))


def words(lines):
    return [line.text for line in lines]


def test_a_line_keeps_what_a_report_would_need_when_author_and_table_are_gone(people, speak):
    author = people[0]
    line = speak(author, "好牌", seat=3, table_id=77, code="abcd2345", match_number=2, version=41)
    author.username = "改名"
    author.save()
    number = author.id
    author.delete()
    line.refresh_from_db()
    kept = (line.room, line.audience, line.text, line.author_id, line.author_name, line.seat)
    assert kept == (ROOM, "seats", "好牌", number, "安", 3)
    assert (line.table_id, line.code, line.match_number, line.version) == (77, "abcd2345", 2, 41)
    assert timezone.now() - line.said_at < timedelta(minutes=5)


def test_a_post_that_comes_twice_is_said_once(people, place):
    said = Said(Message.Kind.WORDS, "", "好牌")
    said_it = [
        services.say(user=people[0], place=place(), said=said, once="draw-0001") for _ in range(2)
    ]
    assert [new for _, new in said_it] == [True, False]
    assert said_it[0][0].id == said_it[1][0].id
    assert Message.objects.count() == 1


def test_another_line_from_a_page_that_draws_only_once_is_another_line(people, speak):
    first = speak(people[0], "好牌", once="draw-0001")
    second = speak(people[0], "承让", once="draw-0001")
    assert words(selectors.latest_lines(ROOM, [])) == ["好牌", "承让"]
    assert first.id < second.id


def test_nobody_says_more_than_five_lines_in_ten_seconds_and_others_are_not_held_up(people, speak):
    lines = [speak(people[0], f"第{n}句") for n in "甲乙丙丁戊"]
    with pytest.raises(NotAllowed) as refused:
        speak(people[0], "第己句", room="table:other")
    assert refused.value.code == "talk_fast"
    assert speak(people[1], "第己句").id > lines[-1].id
    for line in lines:
        age(line, seconds=11)
    assert speak(people[0], "又来了").id


def test_nobody_says_more_than_forty_lines_in_five_minutes(people, speak):
    Message.objects.bulk_create(
        Message(
            room=ROOM,
            audience="seats",
            kind="words",
            text=f"{number}",
            author_id=people[0].id,
            once=f"old{number}",
            said_at=timezone.now() - timedelta(seconds=60),
        )
        for number in range(40)
    )
    with pytest.raises(NotAllowed) as refused:
        speak(people[0], "第四十一句")
    assert refused.value.code == "talk_fast"


@pytest.mark.parametrize("again", ["快点吧！", "快 点 吧", "快点吧"])
def test_nobody_says_the_same_twice_in_a_row_of_seconds(people, speak, again):
    line = speak(people[0], "快点吧")
    with pytest.raises(NotAllowed) as refused:
        speak(people[0], again)
    assert refused.value.code == "talk_again"
    assert speak(people[1], again).id
    age(line, seconds=21)
    assert speak(people[0], again).id


def test_a_guest_says_phrases_and_emotes_and_types_once_the_account_is_kept(people, place, speak):
    guest = people[0]
    guest.is_guest = True
    for number, said in enumerate(
        (Said("phrase", "nice", "打得漂亮！"), Said("emote", "like", "👍"))
    ):
        services.say(user=guest, place=place(), said=said, once=f"draw-000{number}")
    with pytest.raises(NotAllowed) as refused:
        speak(guest, "好牌")
    assert refused.value.code == "talk_guest"
    guest.is_guest = False
    assert speak(guest, "好牌").id


def test_the_last_thirty_lines_of_each_audience_are_read_in_their_order(people, speak, monkeypatch):
    monkeypatch.setattr(services, "_check_flood", lambda *args: None)
    for number in range(35):
        speak(people[number % 3], f"座{number}")
        speak(people[number % 3], f"旁{number}", audience="watchers")
    speak(people[0], "别处", room="table:other")
    both = selectors.latest_lines(ROOM, [])
    assert words(both) == [f"{who}{number}" for number in range(5, 35) for who in "座旁"]
    seats = selectors.latest_lines(ROOM, [], ["seats"])
    assert words(seats) == [f"座{number}" for number in range(5, 35)]
    assert words(selectors.lines_after(ROOM, both[-3].number, [])) == ["座34", "旁34"]
    assert selectors.newest_numbers()[ROOM] == both[-1].number


def test_the_lines_of_a_room_are_read_in_one_query(people, speak, django_assert_num_queries):
    speak(people[0], "好牌")
    speak(people[1], "旁观的话", audience="watchers")
    with django_assert_num_queries(1):
        assert len(selectors.latest_lines(ROOM, [user.id for user in people])) == 2


def test_a_hidden_line_is_read_by_nobody_and_stays_as_evidence(people, speak):
    line = speak(people[0], "难听的话", table_id=77)
    for _ in range(2):
        assert services.hide(message_id=line.id) == 77
    assert selectors.latest_lines(ROOM, []) == []
    assert selectors.lines_after(ROOM, 0, []) == []
    line.refresh_from_db()
    assert (line.hidden, line.text) == (True, "难听的话")
    assert services.hide(message_id=line.id + 1) is None


def test_a_mute_is_of_the_muter_alone_and_goes_for_every_room(people, speak):
    loud, hurt, other = people
    line = speak(loud, "吵")
    for _ in range(2):
        services.mute(user=hurt, message_id=line.id, room=ROOM, audiences=BOTH)
    speak(loud, "更吵", room="table:other")
    for room in (ROOM, "table:other"):
        (read,) = selectors.latest_lines(room, [hurt.id, other.id, loud.id])
        assert read.unheard_by == {hurt.id}
    assert [name for _, name in selectors.mutes_of(hurt.id)] == ["安"]
    assert selectors.mutes_of(loud.id) == selectors.mutes_of(other.id) == []
    (mute,) = Mute.objects.all()
    services.unmute(user=other, mute_id=mute.id)
    assert Mute.objects.count() == 1
    for _ in range(2):
        services.unmute(user=hurt, mute_id=mute.id)
    assert Mute.objects.count() == 0


def refusal_of_mute(**wish):
    with pytest.raises(NotAllowed) as refused:
        services.mute(**wish)
    return refused.value.code


def test_only_the_author_of_a_line_that_one_may_hear_can_be_muted(people, speak):
    loud, hurt, _ = people
    mine = speak(hurt, "我的话")
    aside = speak(loud, "旁观的话", audience="watchers")
    elsewhere = speak(loud, "别处的话", room="table:other")
    hidden = speak(loud, "藏起来的话")
    services.hide(message_id=hidden.id)
    seats = frozenset({"seats"})
    for line in (aside, elsewhere, hidden):
        wish = {"user": hurt, "message_id": line.id, "room": ROOM, "audiences": seats}
        assert refusal_of_mute(**wish) == "talk_gone"
    wish = {"user": hurt, "message_id": mine.id, "room": ROOM, "audiences": BOTH}
    assert refusal_of_mute(**wish) == "talk_self"
    assert refusal_of_mute(**{**wish, "message_id": 10**17}) == "talk_gone"
    assert Mute.objects.count() == 0


def test_the_database_itself_lets_nobody_mute_themselves_or_anybody_twice(people):
    Mute.objects.create(muter=people[0], muted=people[1])
    for muted in people[:2]:
        with pytest.raises(IntegrityError), transaction.atomic():
            Mute.objects.create(muter=people[0], muted=muted)


def test_lines_are_forgotten_after_ninety_days_in_small_steps_and_twice_is_as_good(
    people, speak, monkeypatch
):
    monkeypatch.setattr(services, "_check_flood", lambda *args: None)
    monkeypatch.setattr(tasks, "AT_ONCE", 2)
    for number in range(5):
        age(speak(people[0], f"旧{number}"), days=90, minutes=1)
    kept = speak(people[0], "新")
    age(kept, days=89, hours=23)
    assert tasks.forget_old_lines() == 5
    assert tasks.forget_old_lines() == 0
    assert words(selectors.latest_lines(ROOM, [])) == ["新"]


def test_a_forgetting_that_dies_half_way_goes_on_where_it_was(people, speak, monkeypatch):
    monkeypatch.setattr(services, "_check_flood", lambda *args: None)
    monkeypatch.setattr(tasks, "AT_ONCE", 1)
    monkeypatch.setattr(tasks, "MOST", 2)
    for number in range(5):
        age(speak(people[0], f"旧{number}"), days=91)
    assert [tasks.forget_old_lines() for _ in range(4)] == [2, 2, 1, 0]


@pytest.mark.django_db(transaction=True)
def test_six_posts_of_one_line_at_the_same_moment_are_said_once(people, place):
    said = Said(Message.Kind.WORDS, "", "好牌")
    start = threading.Barrier(6)
    numbers, failures = [], []

    def post():
        try:
            start.wait(20)
            line, _ = services.say(user=people[0], place=place(), said=said, once="draw-0001")
            numbers.append(line.id)
        except Exception as error:  # noqa: BLE001 -- the test tells
            failures.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=post) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert failures == []
    assert len(numbers) == 6
    assert len(set(numbers)) == 1


@pytest.mark.django_db(transaction=True)
def test_a_room_numbers_its_lines_in_the_order_in_which_they_can_be_read(people, speak):
    """Who has read a line has read all before it: the second author waits for the first one's commit."""
    began, said = threading.Event(), []

    def second():
        began.set()
        said.append(speak(people[1], "后说"))
        connection.close()

    thread = threading.Thread(target=second)
    with transaction.atomic():
        first = speak(people[0], "先说")
        thread.start()
        assert began.wait(20)
        thread.join(0.3)
        assert said == []
        speak(people[0], "别处不用等", room="table:other")
    thread.join(60)
    assert said[0].id > first.id
