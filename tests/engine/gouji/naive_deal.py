"""A deal in play as the rules page says it, slowly: the reference for the fast one (gouji §3, §5-§9).

Hands are strings of ranks, sets of seats are sets, and who may act is worked out anew each time it is asked.
"""

from collections import Counter

from tests.engine.naive import NATURALS, beats, high_first, is_gouji, plays_of


def opposite(seat):
    return (seat + 3) % 6


def after(seat):
    """The other five in playing order."""
    return [(seat + step) % 6 for step in range(1, 6)]


class NaiveDeal:
    """A deal from its first lead on. ``option`` are the ruleset's values; one seat may have revolted, its
    opposite be headed for so many gouji plays.

    ``player`` laid ``top`` or leads; ``force`` is what it has before the melee: ``gouji``, ``dead`` or nothing.
    ``passed`` holds for the trick, ``refused`` for the top. ``unsettled`` still counts as having a head.
    """

    stage: str
    player: int
    top: str
    force: str
    passed: set[int]
    yielded: set[int]
    refused: set[int]
    offers: dict[int, str]
    yielder: int | None
    unsettled: int | None

    def __init__(self, option, hands, leader, *, revolted=None, heads=0):
        self.option, self.hold = option, option["hold_threes"] == "on"
        self.hands = [high_first(hand) for hand in hands]
        self.revolted, self.heads = revolted, heads
        self.active = {seat for seat in range(6) if hands[seat]}
        self.finished, self.fallen, self.opened = [], [], set()
        self.stifled, self.burned_out = [], []
        self.burner = self.burned = None
        self.melee = self.over = False
        self.lead(leader)

    # -- who may do what ---------------------------------------------------------------------------------

    def headless(self, seat):
        """§8: the opposite is out, unless headed; and while the opposite's last gouji hand is unsettled not yet (§6)."""
        headed = self.revolted == opposite(seat) and self.heads
        return opposite(seat) not in self.active and not headed and seat != self.unsettled

    def burners(self):
        """§7: every other active seat except the opposite and headless players."""
        others = [seat for seat in after(self.player) if seat in self.active]
        return [s for s in others if s != opposite(self.player) and not self.headless(s)]

    def may_answer(self, seat):
        if seat == self.player or seat not in self.active or seat in self.refused:
            return False
        fresh = seat not in self.passed
        if self.melee:
            return fresh or self.option["melee_reentry"] == "on"
        if self.force == "dead":
            return False
        if self.force == "gouji":
            return seat == opposite(self.player) or (self.headless(seat) and fresh)
        if self.after_yield:
            return seat == opposite(self.player)
        return fresh or seat == opposite(self.player)

    def asked(self):
        """The seats that may answer still, in order; who yielded is last (§5)."""
        order = [s for s in after(self.player) if self.may_answer(s) and s != self.yielder]
        return order + ([self.yielder] if self.yielder is not None else [])

    def to_act(self):
        if self.stage == "burn":
            return [seat for seat in self.burners() if seat not in self.offers]
        return [self.player] if self.stage == "lead" else self.asked()[:1]

    def legal(self, seat):
        """Every legal action of a seat that is to act, as text with cards by rank."""
        plays = plays_of(self.hands[seat], hold=self.hold)
        if self.stage == "lead":
            if self.burner == seat:
                plays = {p for p in plays if set(p) & set("sB") or p == self.hands[seat]}
            return {f"play {play}" for play in plays}
        mixed, two = self.option["mixed_jokers"], self.option["big_joker_two_to_one"] == "on"
        plays = {p for p in plays if beats(p, self.top, mixed, two)}
        if self.stage == "burn":
            return {"decline"} | {f"burn {play}" for play in plays if self.may_burn(seat, play)}
        said = {"pass", "yield"} if self.may_yield(seat) else {"pass"}
        return said | {f"play {play}" for play in plays}

    def may_yield(self, seat):
        """§5: on the opposite's ordinary play, when a seat after this one may still answer; once per trick and seat."""
        ordinary = not self.melee and self.force == ""
        others = [other for other in self.asked() if other != seat]
        theirs = self.player == opposite(seat)
        return ordinary and theirs and seat not in self.yielded and bool(others)

    def may_burn(self, seat, play):
        """Option burn (§7): jokers left at least the ranks left, less one."""
        if self.option["burn"] == "free":
            return True
        left = Counter(self.hands[seat]) - Counter(play)
        ranks = [rank for rank in NATURALS if left[rank]]
        attach = [rank for rank in ranks if rank != "3" or not self.hold]
        more = 1 if left["2"] and not attach else 0
        return left["s"] + left["B"] >= len(ranks) + more - 1

    # -- what it does ------------------------------------------------------------------------------------

    def act(self, seat, text):
        verb, _, cards = text.partition(" ")
        if self.stage == "burn":
            self.offers[seat] = cards
            if not self.to_act():
                self.close_window()
        elif verb == "pass":
            self.passed.add(seat)
            self.refused.add(seat)
            self.yielder = None if self.yielder == seat else self.yielder
            self.unsettled = None if self.unsettled == seat else self.unsettled
            self.go_on()
        elif verb == "yield":
            self.yielder = seat
            self.yielded.add(seat)
        else:
            self.lay(seat, high_first(cards))

    def close_window(self):
        """§7: among several the player's own federation goes first, then playing order."""
        burns = [seat for seat in self.burners() if self.offers[seat]]
        self.stage = "answer"
        if not burns:
            self.go_on()
            return
        seat = min(burns, key=lambda seat: (seat - self.player) % 2)
        self.beaten_by(seat, burns=True)
        self.lay(seat, high_first(self.offers[seat]), burns=True)

    def lay(self, seat, cards, *, burns=False):
        answers_last = seat == self.unsettled
        self.after_yield = seat == self.yielder
        if self.stage == "answer" and not burns:
            self.beaten_by(seat)
        self.unsettled = None
        gouji = not self.melee and is_gouji(cards)
        headed = self.revolted == opposite(seat) and self.heads > 0
        self.force = ""
        if gouji and (answers_last or headed):
            self.force = "dead"
        elif gouji and not self.headless(seat):
            self.force = "gouji"
        self.heads -= 1 if gouji and headed else 0
        self.hands[seat] = high_first((Counter(self.hands[seat]) - Counter(cards)).elements())
        self.player, self.top = seat, cards
        self.yielder, self.refused, self.offers = None, set(), {}
        if not self.hands[seat]:
            self.go_out(seat)
        if self.force == "dead":
            self.unsettled = seat
        if not self.ended():
            self.stage = "burn" if self.force and self.burners() else "answer"
            self.go_on()

    def go_out(self, seat):
        self.active.remove(seat)
        self.finished.append(seat)
        if self.burner == seat:
            self.burned_out.append((self.burned, seat))
            self.burner = self.burned = None
        if self.force == "gouji":
            self.unsettled = opposite(seat)

    def beaten_by(self, seat, *, burns=False):
        """What a play or burn does to the one before: a yield, a burn, stifling (§3, §5, §7)."""
        if self.yielder not in (None, seat):
            self.passed.add(self.yielder)
        loser = self.player
        self.burner, self.burned = (seat, loser) if burns else (None, None)
        if self.hold and set(self.hands[loser]) == {"3"}:
            self.stifled.append((loser, seat))
            if self.option["stifled"] == "out":
                self.eliminate(loser)

    def eliminate(self, seat):
        self.active.remove(seat)
        self.fallen.append(seat)
        self.hands[seat] = ""

    def go_on(self):
        """The trick goes on, or its last player has won it (§5) and may have opened (§6)."""
        if self.stage == "burn" or self.asked():
            return
        winner, cards = self.player, self.top
        twos = self.option["open_with_twos"] == "on" or "2" not in cards
        counts = not set(cards) & set("sB") and cards != "2" and twos
        settled = self.revolted in (winner, opposite(winner)) and self.revolted is not None
        if not self.melee and not settled and is_gouji(cards) and counts:
            self.opened.add(winner)
        heirs = [seat for seat in [winner, *after(winner)] if seat in self.active]
        partners = [seat for seat in heirs if (seat - winner) % 2 == 0]
        chosen = partners if partners and self.option["successor"] == "partner" else heirs
        self.lead(winner if winner in self.active else chosen[0])

    def lead(self, seat):
        self.stage, self.player, self.top, self.force = "lead", seat, "", ""
        self.passed, self.yielded, self.refused, self.offers = set(), set(), set(), {}
        self.yielder = self.unsettled = None
        if self.burner == seat and not self.can_burn_on(self.hands[seat]):
            burned, self.burner, self.burned = self.burned, None, None
            self.eliminate(seat)
            if not self.ended():
                self.lead(next(s for s in [burned, *after(burned)] if s in self.active))
            return
        self.melee = self.melee or (len(self.active) < 5 and self.burner is None)

    def can_burn_on(self, hand):
        """§7: the seat holds a joker, or its cards are one legal play."""
        return bool(set(hand) & set("sB")) or hand in plays_of(hand, hold=self.hold)

    # -- the end (§9) ------------------------------------------------------------------------------------

    def ended(self):
        federations = {seat % 2 for seat in self.active}
        last_player = self.option["game_end"] == "last_player"
        self.over = len(self.active) < 2 if last_player else len(federations) < 2
        return self.over

    def places(self):
        """The place of each seat: fourth is kept for a revolutionary, who may move up to third."""
        kept = {} if self.revolted is None else {self.revolted: 4}
        free = [place for place in range(1, 7) if place not in kept.values()]
        low = {seat: free.pop() for seat in self.fallen}
        order = [seat for seat in [*after(self.player), self.player] if seat in self.active]
        holding = sorted(order, key=lambda seat: len(self.hands[seat]))
        placed = kept | low | dict(zip([*self.finished, *holding], free, strict=True))
        of = {place: seat for seat, place in placed.items()}
        if kept and of[1] % 2 == of[2] % 2 == of[4] % 2:
            of[3], of[4] = of[4], of[3]
        return tuple(place for seat in range(6) for place in range(1, 7) if of[place] == seat)
