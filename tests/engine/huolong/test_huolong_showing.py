"""huolong §2: showing and countering on the clock."""

import pytest

from games.engine.core.actions import CHANCE
from games.engine.core.cards import take_all
from games.engine.levels.events import NobodyShowed, ShowLost, SuitFixed, TrumpShown, TrumpsSet
from tests.engine.levels.tables import deal_from, faces

# Seat 0 draws at ticks 1, 5, 9 …; seat 1 at 2, 6 …; seat 2 at 3, 7 …; seat 3 at 4, 8 …


def drawing(drawn, ruleset="huolong", **match):
    return deal_from(drawn.replace(" ", ""), ruleset=ruleset, **match)


def rows(*hands):
    """Cards in the order drawn, from what each seat draws."""
    return "".join(
        card for each in zip(*(hand.split() for hand in hands), strict=True) for card in each
    )


def later(drawn, ruleset="huolong"):
    """The drawing of a later deal, in which seat 0 is the known dealer."""
    return drawing(drawn, ruleset, dealer=0, dealt=(1, 1))


def top(table, tick):
    """Owner, cards and state of the show that counts at a tick."""
    found = [(s.seat, faces(s.cards), s.state) for s in table.public(tick).shows if s.on_top]
    return found[0] if found else None


# -- level cards ---------------------------------------------------------------------------------------


def test_a_level_card_makes_its_suit_trump():
    table = drawing(rows("3H 4H", "4S 5S", "4D 5D", "4C 5C"))
    assert table.act(0, "show 3H", 1) == (TrumpShown(0, take_all("3H")),)

    assert table.public().suit == 2
    assert "3H" in table.hand(0)


@pytest.mark.parametrize("ruleset", ["huolong", "huolong(level_show=first_stands)"])
def test_level_show_first_stands(ruleset):
    table = drawing(rows("3H 4H", "3S 5S", "4D 5D", "4C 5C"), ruleset)
    table.act(0, "show 3H", 1)

    assert table.refused(1, "show 3S", 2) == "show_too_weak"


def test_level_show_last_stands_a_later_level_card_of_another_suit_replaces_it():
    table = drawing(rows("3H 4H", "3S 5S", "3H 5D", "3D 5C"), "huolong(level_show=last_stands)")
    table.act(0, "show 3H", 1)
    table.act(1, "show 3S", 2)
    assert table.refused(1, "show 3S", 3) == "show_too_weak"
    table.act(2, "show 3H", 3)
    table.act(3, "show 3D", 4)

    assert (table.public().suit, table.public().dealer) == (1, 3)


@pytest.mark.parametrize(
    ("ruleset", "seconds"), [("huolong", 0.0), ("huolong(level_show=last_stands)", 10.0)]
)
def test_showing_ends_at_once_when_a_show_stands_that_nothing_can_follow(ruleset, seconds):
    table = drawing(rows("3H 4H", "3S 5S", "4D 5D", "4C 5C"), ruleset)
    table.act(0, "show 3H", 1)

    assert table.game.pace(table.state).seconds == seconds
    assert table.game.pace(table.state).ticks == 156
    table.close()
    assert table.public().phase == "burying"


def test_when_all_cards_are_visible_and_a_show_stands_nobody_is_asked_any_more():
    table = drawing(rows("3H 4H", "3S 5S", "4D 5D", "4C 5C"))
    table.act(0, "show 3H", 1)
    assert table.to_act() == (0, 1, 2, 3)
    table.act(1, "decline", 156)

    assert table.to_act() == (CHANCE,)


def test_where_a_level_card_may_still_follow_all_four_declining_end_it_too():
    table = drawing(rows("3H", "3S", "4D", "4C"), "huolong(level_show=last_stands)")
    table.act(0, "show 3H", 1)
    for seat in range(4):
        table.act(seat, "decline", 156)

    assert table.public().phase == "burying"
    early = drawing(rows("3H", "3S", "4D", "4C"), "huolong(level_show=last_stands)")
    early.act(0, "show 3H", 1)
    for seat in range(4):
        early.act(seat, "decline", 20)
    assert early.game.pace(early.state).seconds == 0.0


# -- stronger shows ------------------------------------------------------------------------------------


def test_from_weak_to_strong_level_small_big_two_big_three_big():
    table = drawing(rows(
        "3H 4H 5H 6H 7H 8H 9H", "s 4S 5S 6S 7S 8S 9S", "4D B 5D 6D 7D 8D 9D",
        "4C 5C B B 6C 7C 8C"))  # fmt: skip
    table.act(0, "show 3H", 1)
    table.act(1, "show s", 5)
    assert table.refused(0, "show 3H") == "show_too_weak"
    table.act(2, "show B", 8)
    assert table.refused(1, "show s", 9) == "show_too_weak"
    table.act(3, "show BB", 16)

    assert top(table, 16) == (3, "BB", "pending")
    assert top(table, 20) == (3, "BB", "stands")
    assert table.public(20).suit == 0


def test_three_big_jokers_are_the_strongest_and_end_the_countering():
    table = drawing(rows("B 4H B B 5H 6H", "s 4S s s 5S 6S", *["4D 5D 6D 7D 8D 9D"] * 2))
    table.act(0, "show BB", 9)
    table.act(1, "decline", 10)
    assert table.to_act() == (0, 2, 3)
    assert table.legal(0, 13) == ["decline", "show B"]
    table.act(0, "show B", 13)
    assert faces(table.public().shows[0].cards) == "BBB"
    table.act(2, "decline", 17)

    assert table.public().suit == 2
    assert table.to_act() == (CHANCE,)
    assert table.refused(1, "show s", 20) == "declined"


def test_an_equal_show_does_not_replace():
    table = drawing(rows("B 4H", "B 4S", "s 4D", "s 4C"))
    table.act(0, "show B", 1)

    assert table.refused(1, "show B", 2) == "show_too_weak"
    assert table.refused(2, "show s", 3) == "show_too_weak"


@pytest.mark.parametrize(
    ("ruleset", "refusal"), [("huolong", ""), ("huolong(joker_over_level=off)", "show_too_weak")]
)
def test_option_joker_over_level(ruleset, refusal):
    table = drawing(rows("3H 4H", "B 4S", "4D 5D", "4C 5C"), ruleset)
    table.act(0, "show 3H", 1)

    if refusal:
        assert table.refused(1, "show B", 2) == refusal
        assert table.to_act() == (CHANCE,)
    else:
        table.act(1, "show B", 2)
        assert table.public(6).suit == 3


def test_only_level_cards_and_jokers_are_shown():
    table = drawing(rows("4H", "B", "4D", "4C"))

    assert table.refused(0, "show 4H", 4) == "show_level_only"
    assert table.refused(0, "show B", 4) == "show_not_held"
    assert table.refused(1, "show BB", 4) == "show_not_held"


# -- jokers and the next card --------------------------------------------------------------------------


def test_a_joker_show_fixes_the_suit_by_the_next_card_its_owner_draws_which_all_see():
    table = drawing(rows("s 9C 4H", "4S 5S 6S", "4D 5D 6D", "5C 6C 7C"))
    table.act(0, "show s", 1)
    assert (top(table, 4), table.public(4).suit) == ((0, "s", "pending"), -1)
    assert (top(table, 5), table.public(5).suit) == ((0, "s", "stands"), 0)
    assert faces(table.public(5).shown[0]) == "s9C"
    assert table.public(5).shows[0].fixed_by == next(iter(table.phase.order[4:5]))

    events = table.act(1, "decline", 6)
    assert events == (SuitFixed(0, table.phase.order[4]),)


@pytest.mark.parametrize(("card", "suit"), [("3D", 1), ("2S", 3)])
def test_level_cards_and_2s_give_their_suit_too(card, suit):
    table = drawing(rows(f"s {card}", "4S 5S", "4D 5D", "5C 6C"))
    table.act(0, "show s", 1)

    assert table.public(5).suit == suit


def test_if_that_card_is_a_joker_they_may_show_it_in_turn_before_their_following_card_and_so_on():
    table = drawing(rows("s B B 9D", "4S 5S 6S 7S", "4D 5D 6D 7D", "5C 6C 7C 8C"))
    table.act(0, "show s", 1)
    assert top(table, 5) == (0, "s", "awaiting")
    assert table.legal(0, 5) == ["decline", "show B"]
    table.act(0, "show B", 6)
    assert top(table, 8) == (0, "Bs", "pending")
    table.act(0, "show B", 12)

    assert top(table, 13) == (0, "BBs", "stands")
    assert table.public(13).suit == 1


def test_before_their_following_card_is_visible_not_after():
    table = drawing(rows("s B 9D 8D", "4S 5S 6S 7S", "4D 5D 6D 7D", "5C 6C 7C 8C"))
    table.act(0, "show s", 1)

    assert table.legal(0, 8) == ["decline", "show B"]
    assert top(table, 9) is None
    table.act(0, "show B", 9)
    assert [s.state for s in table.public(9).shows] == ["lost", "pending"]


@pytest.mark.parametrize(
    ("cards", "refused", "accepted"),
    [("s B", ("B",), ("BB",)), ("B s", ("B",), ("BB",)), ("s s", ("s",), ("B", "BB"))],
)
def test_the_chain_ranks_by_its_big_jokers_without_one_as_a_small(cards, refused, accepted):
    hand = f"{cards} 9D 8D"
    for show in (*refused, *accepted):
        table = drawing(rows(hand, "B B s 7S", "4D 5D 6D 7D", "5C 6C 7C 8C"))
        table.act(0, f"show {cards[0]}", 1)
        table.act(0, f"show {cards[2]}", 5)
        if show in refused:
            assert table.refused(1, f"show {show}", 10) == "show_too_weak"
        else:
            table.act(1, f"show {show}", 10)
            assert top(table, 10)[0] == 1


def test_if_they_do_not_the_show_is_lost_and_what_it_replaced_stands_again():
    table = drawing(rows("3H 4H 5H 6H", "s s 6S 7S", "4D 5D 6D 7D", "5C 6C 7C 8C"))
    table.act(0, "show 3H", 1)
    table.act(1, "show s", 2)
    assert (top(table, 6), table.public(6).dealer) == ((1, "s", "awaiting"), 1)

    assert (top(table, 10), table.public(10).dealer) == ((0, "3H", "stands"), 0)
    assert table.public(10).suit == 2
    assert table.act(2, "decline", 11) == (ShowLost(1),)
    assert table.act(3, "decline", 12) == ()


def test_its_jokers_cannot_be_shown_again_but_others_can():
    table = drawing(rows("s s s 4H 5H", "4S 5S 6S 7S 8S", *["4D 5D 6D 7D 8D"] * 2))
    table.act(0, "show s", 1)
    assert table.public(9).shows[0].state == "lost"
    table.act(0, "show s", 10)

    shown = table.phase.shows
    assert shown[0].cards != shown[1].cards
    assert table.public(13).suit == 2
    again = drawing(rows("s s 4H 5H", "4S 5S 6S 7S", *["4D 5D 6D 7D"] * 2))
    again.act(0, "show s", 5)
    assert again.refused(0, "show s", 5) == "show_pending"


def test_a_lost_joker_is_refused_by_name():
    table = drawing(rows("s B 4H 5H", "4S 5S 6S 7S", *["4D 5D 6D 7D"] * 2))
    table.act(0, "show s", 1)

    assert table.refused(0, "show s", 9) == "show_lost"
    assert "show B" in table.legal(0, 9)


def test_a_show_whose_owner_has_no_card_left_to_draw_is_lost_and_then_the_grace_follows():
    hand = " ".join(["4H"] * 3 + ["5H"] * 3 + ["6H"] * 3 + ["7H"] * 3 + ["8H"] * 3 + ["9H"] * 3
                    + ["TH"] * 3 + ["JH"] * 3 + ["QH"] * 3 + ["KH"] * 3 + ["AH"] * 3
                    + ["4C"] * 3 + ["5C", "s", "B"])  # fmt: skip
    others = [" ".join(r + s for r in "456789TJQKA" for _ in range(3)) for s in "SD"]
    plain = " ".join([r + "C" for r in "6789TJQKA" for _ in range(3)] + ["2C", "2C", "2C"])
    fill = "2S 2S 2S 2D 2D 2D"
    table = drawing(rows(hand, f"{others[0]} {fill}", f"{others[1]} 2H 2H 2H 3C 3C 3D",
                         f"{plain} 5C 5C s s B B 3D 3D 3C"))  # fmt: skip
    table.act(0, "show s", 149)
    assert top(table, 152) == (0, "s", "pending")
    assert table.game.pace(table.state).seconds == 0.0
    assert top(table, 156) is None

    assert table.close() == (ShowLost(0),)
    assert table.public().phase == "drawing"
    assert table.game.pace(table.state).seconds == 10.0
    assert table.refused(0, "show B") == "show_no_card_left"
    table.act(2, "show 3C")
    table.close()
    assert (table.public().suit, table.public().dealer) == (0, 2)


def test_a_pending_show_holds_its_rank():
    table = drawing(rows("B 4H", "s 3S", "B B", "4C 5C"))
    table.act(0, "show B", 1)

    assert table.refused(1, "show s", 2) == "show_too_weak"
    table.tick = 4
    assert table.refused(1, "show s") == "show_too_weak"


def test_a_covered_chain_that_grows_stronger_comes_to_the_top():
    table = drawing(rows("s B B 4H", "4S 5S 6S 7S", "B 4D 5D 6D", "4C 5C 6C 7C"))
    table.act(0, "show s", 1)
    table.act(2, "show B", 3)
    table.act(0, "show B", 6)
    assert top(table, 8)[:2] == (2, "B")
    table.act(0, "show B", 10)

    assert top(table, 12)[:2] == (0, "BBs")
    assert [s.state for s in table.public(13).shows] == ["stands", "covered"]


def test_a_covered_chain_that_grows_only_as_strong_as_what_covers_it_stays_covered():
    table = drawing(rows("s B 4H", "4S 5S 6S", "B s 5D", "4C 5C 6C"))
    table.act(0, "show s", 1)
    table.act(2, "show B", 3)
    table.act(0, "show B", 5)
    assert top(table, 5)[:2] == (2, "B")
    table.act(2, "show s", 7)

    assert top(table, 11) == (2, "Bs", "stands")
    assert table.public(11).suit == 1


# -- who deals -----------------------------------------------------------------------------------------

COUNTERED = rows("3H 4H 5H", "B 4S 5S", "4D 5D 6D", "4C 5C 6C")


@pytest.mark.parametrize(
    ("option", "dealer", "expected"),
    [
        ("first_deal", -1, 1),
        ("never", -1, 0),
        ("always", -1, 1),
        ("first_deal", 2, 2),
        ("never", 2, 2),
        ("always", 2, 3),
    ],
)
def test_option_counter_takes_deal(option, dealer, expected):
    table = drawing(COUNTERED, f"huolong(counter_takes_deal={option})", dealer=dealer)
    first = max(dealer, 0)
    table.act(first, "show 3H", 1)
    table.act((first + 1) % 4, "show B", 2)

    assert table.public(6).dealer == expected
    assert next(e.dealer for e in table.close() if isinstance(e, TrumpsSet)) == expected


def test_what_became_of_each_show_stays_known_after_the_drawing():
    table = drawing(COUNTERED)
    table.act(0, "show 3H", 1)
    table.act(1, "show B", 2)
    table.close()

    assert table.public().phase == "burying"
    assert [(s.seat, s.state) for s in table.public().shows] == [(0, "covered"), (1, "stands")]


def test_deal_1_the_first_to_show_deals():
    table = drawing(rows("4H", "4S", "3D", "4C"))
    table.act(2, "show 3D", 3)

    assert table.public().dealer == 2


def test_always_in_later_deals_a_first_show_takes_nothing():
    table = later(rows("4H", "4S", "3D", "4C"), "huolong(counter_takes_deal=always)")
    table.act(2, "show 3D", 3)

    assert table.public().dealer == 0


def test_countering_ones_own_show_takes_nothing():
    table = later(
        rows("4H 5H 6H", "B 5S 6S", "3D B 6D", "4C 5C 6C"),
        "huolong(counter_takes_deal=always)",
    )
    table.act(2, "show 3D", 3)
    assert table.public().dealer == 0
    table.act(2, "show B", 7)

    assert (table.public(11).suit, table.public(11).dealer) == (1, 0)


@pytest.mark.parametrize("option", ["first_deal", "never", "always"])
def test_last_stands_in_deal_1_the_seat_of_the_later_level_card_deals(option):
    table = drawing(
        rows("3H 4H 5H", "3S 5S 6S", "4D B 6D", "4C 5C 6C"),
        f"huolong(level_show=last_stands,counter_takes_deal={option})",
    )
    table.act(0, "show 3H", 1)
    assert table.public().dealer == 0
    table.act(1, "show 3S", 2)
    assert (table.public().suit, table.public().dealer) == (3, 1)
    table.act(2, "show B", 7)

    # A joker is stronger, so it counters: under never with the suit only.
    assert (table.public(11).suit, table.public(11).dealer) == (1, 1 if option == "never" else 2)


@pytest.mark.parametrize("option", ["first_deal", "never", "always"])
def test_last_stands_in_later_deals_a_later_level_card_is_no_counter_and_takes_the_suit_alone(
    option,
):
    table = later(
        rows("4H 5H", "3S 5S", "3D 6D", "4C 5C"),
        f"huolong(level_show=last_stands,counter_takes_deal={option})",
    )
    table.act(2, "show 3D", 3)
    table.act(1, "show 3S", 7)

    assert (table.public().suit, table.public().dealer) == (3, 0)


def test_who_countered_keeps_the_deal_until_the_covered_chain_grows_over_it_and_is_a_counter_too():
    """§2: always, a counter takes the deal with the suit; only a stronger show replaces a weaker."""
    table = later(
        rows("4H 5H 6H 7H", "s B B 7S", "B 4D 5D 6D", "4C 5C 6C 7C"),
        "huolong(counter_takes_deal=always)",
    )
    table.act(1, "show s", 2)
    assert table.public().dealer == 0
    table.act(2, "show B", 3)
    assert table.public().dealer == 2
    table.act(1, "show B", 6)
    assert table.public().dealer == 2
    table.act(1, "show B", 10)

    assert (table.public(14).suit, table.public(14).dealer) == (3, 1)


@pytest.mark.parametrize("option", ["first_deal", "never", "always"])
def test_a_lost_show_is_none_and_who_shows_first_after_it_deals(option):
    """§2: where a show is lost, what it replaced stands again: nothing, so the next is the first to show."""
    table = drawing(
        rows("s s 4H 5H", "4S 3S 5S 6S", "B 4D 5D 6D", "4C 5C 6C 7C"),
        f"huolong(counter_takes_deal={option})",
    )
    table.act(0, "show s", 1)
    assert table.public(8).dealer == 0
    table.act(1, "show 3S", 9)
    assert table.public().dealer == 1
    table.act(2, "show B", 9)

    assert table.public(11).dealer == (1 if option == "never" else 2)


def test_the_level_stays_the_one_the_drawing_began_with():
    table = drawing(rows("7H 4H", "B 4S", "4D 5D", "4C 5C"), "huolong(counter_takes_deal=always)",
                    dealer=0, levels=(4, 9), dealt=(1, 1))  # fmt: skip
    table.act(0, "show 7H", 1)
    table.act(1, "show B", 2)
    table.close()

    assert (table.public().dealer, table.public().level) == (1, 4)


# -- the end -------------------------------------------------------------------------------------------


def test_with_none_standing_all_is_dealt_again():
    table = drawing(rows("4H", "4S", "4D", "4C"))
    assert table.game.pace(table.state).seconds == 10.0

    assert table.close() == (NobodyShowed(),)
    assert table.public().phase == "waiting"


def test_when_all_have_declined_a_show_that_is_lost_leads_to_a_redeal_without_a_grace():
    table = drawing(rows("s s 4H", "4S 5S 6S", "4D 5D 6D", "4C 5C 6C"))
    table.act(0, "show s", 1)
    for seat in range(4):
        table.act(seat, "decline", 3)
    assert table.to_act() == (CHANCE,)
    assert table.game.pace(table.state).seconds == 0.0

    assert table.close() == (ShowLost(0), NobodyShowed())


@pytest.mark.parametrize("option", ["draw_pace=0.2", "show_grace=20"])
def test_the_clock_is_as_in_shengji(option):
    pace = drawing("", f"huolong({option})").game.pace(drawing("", f"huolong({option})").state)

    assert (pace.tick_seconds, pace.seconds) == {
        "draw_pace=0.2": (0.2, 10.0), "show_grace=20": (0.4, 20.0),
    }[option]  # fmt: skip
