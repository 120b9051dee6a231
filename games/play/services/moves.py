"""The one write path of a match: lock, check, apply, store, notify.

Each function runs in one transaction that holds the lock on the match's row from before it reads the state until the
commit. What is sent or started waits for the commit, and its failure cannot undo the move.
"""

from datetime import datetime, timedelta
from functools import cached_property
from typing import Final

import msgspec
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.permissions import Act
from games.engine.core.actions import CHANCE, Action, Seat
from games.engine.core.cards import read_tokens
from games.engine.core.errors import NotAllowed, Refusal, Unreadable
from games.engine.core.fair import DealSource, commitment_to
from games.engine.core.game import AnyGame, AnyState
from games.engine.core.phases import Limit, Pace
from games.engine.registry import game_of
from games.permission import check_may
from games.play import models
from games.play.services import broadcast, clocks
from games.play.services.finish import finish
from games.play.state import deadlines, sql
from games.play.state.selectors import (
    load_state,
    one_each,
    prompt_versions_of,
    rules_of,
    ticks_gone,
)

MAX_ACTION: Final = 400
"""Characters. A whole hand takes under 200: what is longer is refused before a row is locked for it."""
BOT_LOST_AFTER: Final = timedelta(seconds=5)
"""When a bot that has not acted is started again. Longer than the slowest BOT_PACE (3 s), or bots that only think would
be started twice."""
BOT_RECHECK_AFTER: Final = timedelta(seconds=1.5)
"""The same while a clock shows more: a bot may have chosen to wait for its next tick."""


class LockedMatch:
    """A locked match with its engine and state, for one transaction. ``play`` and ``deal`` change it in memory; nothing is
    stored before ``save``.

    Raises BrokenMatchError where the match cannot be read.
    """

    def __init__(self, match: models.Match, now: datetime) -> None:
        self.match = match
        self.now = now
        self.game: AnyGame = rules_of(match)
        self.state: AnyState = load_state(match, self.game)
        # Lists that were stored damaged are made whole here: from now on they are indexed by seat.
        match.prompt_versions = prompt_versions_of(match, self.game, self.state)
        match.banks = one_each(match.banks, self.game, 0)
        match.missed_turns = one_each(match.missed_turns, self.game, 0)
        match.auto = one_each(match.auto, self.game, usual=False)
        # What was asked before any move of this transaction: ``save`` compares it with what is asked then.
        self.prompt_keys = deadlines.prompt_keys_of(self.game, self.state)
        self.pace = self.game.pace(self.state)
        self.moves: list[sql.MoveRow] = []

    @cached_property
    def seats(self) -> tuple[sql.SeatRow, ...]:
        """Who holds each seat. One read serves the transaction: a seat of a live match changes under the match's lock."""
        return sql.seat_rows(self.match.table_id)

    def seat_of(self, user: User) -> Seat:
        """The seat that ``user`` holds. Raises NotAllowed (``no_seat``)."""
        for seat in self.seats:
            if seat.user_id == user.id:
                return seat.number
        raise NotAllowed("no_seat")

    def waiting_bots(self) -> dict[Seat, int]:
        """The seats to act for which a bot plays, each with the version of its prompt."""
        prompt_versions, auto = self.match.prompt_versions, self.match.auto
        numbers = (seat.number for seat in self.seats if seat.bot or auto[seat.number])
        return {
            number: prompt_versions[number] for number in numbers if prompt_versions[number] >= 0
        }

    def play(self, seat: Seat, action: Action, by: models.Move.By) -> None:
        """Apply one action; ``save`` stores its move.

        Raises NotAllowed (``paused`` and the game's own); then nothing has changed.
        """
        if self.match.paused_at is not None:
            raise NotAllowed("paused")
        match, pace = self.match, self.game.pace(self.state)
        # Stored with the move: played back without a clock, the match shows the same.
        tick = ticks_gone(match, pace, self.now)
        state, events = self.game.apply(self.state, seat, action, tick)
        if seat == CHANCE:
            clocks.fill_banks(match)
        else:
            self._charge_clock(seat, pace, by)
        match.version += 1
        text, stored = self.game.write(action), self.game.dump_events(events)
        self.moves.append(sql.MoveRow(match.version, seat, text, tick, stored, by.value, self.now))
        self.state = state

    def _charge_clock(self, seat: Seat, pace: Pace, by: models.Move.By) -> None:
        # Bots pay no bank: they wait by our pace, on purpose.
        if by in {models.Move.By.PLAYER, models.Move.By.CLOCK}:
            clocks.charge_bank(self.match, pace, self.game.to_act(self.state), self.now)
        if by is models.Move.By.CLOCK and not self.seats[seat].bot:
            clocks.count_missed_turn(self.match, pace, seat)

    def deal(self) -> None:
        """Deal, drawing from the secret that the match was committed to when it began.

        Raises NotAllowed (``no_chance``) where no deal is due.
        """
        chance = self.game.chance(self.state)
        if chance is None:
            raise NotAllowed("no_chance")
        # A deal is keyed by how many came before it. By the number of its move, a player who knew the secret could choose
        # their cards by making one move more or less.
        source, dealt = sql.source_of_deals(self.match.id)
        deal = dealt + sum(sql.is_deal(move.seat, move.action) for move in self.moves) + 1
        action = source.deal(chance, deal=deal, move=self.match.version + 1)
        self.play(CHANCE, action, models.Move.By.CHANCE)

    def save(self, *, restart: bool = False) -> None:
        """Store the match and its moves, after what follows without a decision: deals, and declined calls.

        Bots that were asked earlier are left to the tasks they have, unless ``restart``; one that has acted and is to
        act again is started anew. Side effects on commit: sockets told, bots started; where the match is over, what
        ``finish`` does.
        """
        # In the same transaction, so that no page ever shows the moment between.
        self._play_automatic_moves()
        match, now = self.match, self.now
        prompt_keys = deadlines.prompt_keys_of(self.game, self.state)
        pace = self.game.pace(self.state)
        asks_anew = any(self.prompt_keys.get(seat) != key for seat, key in prompt_keys.items())
        if deadlines.begins_anew(self.prompt_keys, prompt_keys, pace):
            match.phase_began_at = now
        # An answer in a sealed window moves nobody's deadline: a clock that jumps would tell that it has come in.
        if asks_anew or pace != self.pace:
            match.deadline = clocks.deadline_of(match, pace, tuple(prompt_keys))
        match.prompt_versions = [
            self._prompt_version(seat, prompt_keys) for seat in range(self.game.meta.seats)
        ]
        match.snapshot = self.game.dump(self.state)
        match.schema = self.game.schema
        outcome = self.game.outcome(self.state)
        bots = self.waiting_bots()
        acted = {move.seat for move in self.moves}
        fresh = {
            seat: version
            for seat, version in bots.items()
            if restart or version == match.version or seat in acted
        }
        # Where no bot is started now, the time of those started earlier stands: moves of others must not put off the
        # search for a lost one.
        due = now + self.bots_due_in()
        match.bots_due_at = (due if fresh else match.bots_due_at) if bots else None
        sql.write(match, self.moves)
        self.prompt_keys, self.pace, self.moves = prompt_keys, pace, []
        self._notify_on_commit(fresh)
        if outcome is not None:
            # After the write, which still holds a deadline: ``finish`` clears it.
            result = msgspec.to_builtins(outcome)
            finish(match, models.Match.Status.FINISHED, now, result)

    def _notify_on_commit(self, fresh: dict[Seat, int]) -> None:
        # robust: an error after the commit must not look to the player like a refused move. What is lost is found by
        # the comparison of versions (sockets) and by the sweep (bots).
        match, table_id = self.match, self.match.table_id
        transaction.on_commit(lambda: broadcast.table_changed(table_id), robust=True)
        if fresh:
            transaction.on_commit(lambda: broadcast.start_bots(match.id, fresh), robust=True)
        # Tribute is due at once; the sweep would come up to a second later.
        if match.deadline is not None and match.deadline <= self.now:
            transaction.on_commit(lambda: broadcast.start_settling(match.id), robust=True)

    def bots_due_in(self) -> timedelta:
        """How long bots may take before they are started again."""
        pace = self.game.pace(self.state)
        gone = ticks_gone(self.match, pace, self.now)
        return BOT_RECHECK_AFTER if gone < pace.ticks else BOT_LOST_AFTER

    def _play_automatic_moves(self) -> None:
        while self.match.paused_at is None:
            auto_decline = self._auto_declined()
            if self._deals_at_once():
                self.deal()
            elif auto_decline is not None:
                self.play(*auto_decline, models.Move.By.AUTO_DECLINE)
            else:
                return

    def _auto_declined(self) -> tuple[Seat, Action] | None:
        """The answer of a seat whose holder has calls declined. It is the same whatever they hold, and tells nothing of
        it.
        """
        if self.game.pace(self.state).limit is not Limit.CALL:
            return None
        auto_decline = {seat.number for seat in self.seats if seat.auto_decline}
        answers = self.game.defaults(self.state)
        return next((answer for answer in answers if answer[0] in auto_decline), None)

    def _deals_at_once(self) -> bool:
        pace = self.game.pace(self.state)
        # Between two deals people read the result; the sweep deals when that time is over.
        pauses = pace.limit is Limit.BETWEEN and pace.seconds != 0
        return self.game.chance(self.state) is not None and not pauses

    def _prompt_version(self, seat: Seat, prompt_keys: dict[Seat, str]) -> int:
        if seat not in prompt_keys:
            return -1
        # A prompt that still stands keeps its version: an answer is not late because somebody else answered first.
        if (
            self.prompt_keys.get(seat) == prompt_keys[seat]
            and self.match.prompt_versions[seat] >= 0
        ):
            return self.match.prompt_versions[seat]
        return self.match.version


def submit_action(*, match_id: int, table_id: int, user: User, text: str, version: int) -> int:
    """Play ``text`` (an action in its wire form) for the seat that ``user`` holds, as an answer to the page of ``version``.

    Returns the match's version afterwards. The same action sent again is answered as the first was and played once,
    unless its prompt still stands and the rules allow it a second time. Raises NotAllowed (``no_match``, ``no_seat``,
    ``match_over``, ``moved_on``, those of ``may`` and of the game), Unreadable, BusyError where the match stays
    locked; then nothing has changed. Side effects on commit: sockets told, bots started.
    """
    if len(text) > MAX_ACTION:
        raise Unreadable("action", text=text[:20])
    with transaction.atomic():
        locked_match = open_locked(match_id, table_id)
        match = locked_match.match
        check_may(user, Act.PLAY, match.table)
        seat = locked_match.seat_of(user)
        # No page shows a later version. If one were taken, trying numbers would tell how many sealed answers have come
        # in: they count in the version of the match, not in the one that pages show.
        if version > match.last_prompt_version:
            raise NotAllowed("moved_on")
        try:
            _check_version(match, seat, version)
            action = locked_match.game.read(locked_match.state, seat, text)
            locked_match.play(seat, action, models.Move.By.PLAYER)
            clocks.take_back(match, seat)
        except Refusal:
            # The browser sends a post again whose answer was lost; the first one has changed what is allowed.
            if _is_repeated(match, seat, text, version):
                return match.version
            raise
        locked_match.save()
        return match.version


def submit_for_bot(*, match_id: int, seat: Seat, prompt_version: int, text: str) -> bool:
    """Play ``text`` for a bot's seat if its prompt of version ``prompt_version`` still stands.

    Returns whether it was played: a task that comes late, or a second time, does nothing. Raises as ``submit_action`` does.
    Side effects on commit: sockets told, bots started.
    """
    with transaction.atomic():
        locked_match = open_locked(match_id)
        # Chosen without the lock: meanwhile the player may be back, or another task may have answered.
        if (
            locked_match.match.paused_at is not None
            or locked_match.waiting_bots().get(seat) != prompt_version
        ):
            return False
        action = locked_match.game.read(locked_match.state, seat, text)
        is_bot = bool(locked_match.seats[seat].bot)
        locked_match.play(seat, action, models.Move.By.BOT if is_bot else models.Move.By.AUTOPLAY)
        locked_match.save()
        return True


def expire(*, match_id: int) -> bool:
    """Act on a deadline that has passed: deal, or play the default of each seat that has not answered.

    False where there is nothing to do, or where another transaction holds the match: the next sweep looks again.
    """
    with transaction.atomic():
        # Without waiting: a match that is locked is moving on, and other late matches wait for this sweep.
        match = sql.lock_free_match(match_id)
        now = timezone.now()
        if match is None or match.deadline is None or match.deadline > now or match.paused_at:
            return False
        locked_match = LockedMatch(match, now)
        if locked_match.game.chance(locked_match.state) is not None:
            locked_match.deal()
        else:
            _play_defaults(locked_match)
        locked_match.save()
        return True


def begin_match(
    table: models.Table, now: datetime, board: DealSource | None = None
) -> models.Match:
    """Begin a match at ``table``, whose row the caller has locked, and deal for the first time.

    Its deals follow from ``board``, or else from the table's secret and its seats' salts; then the table is committed to
    a new secret. Side effects on commit: sockets told, bots started.
    """
    game = game_of(table.ruleset)
    source = board or _own_source(table)
    last = table.matches.order_by("-number").first()
    state = game.start()
    match = models.Match.objects.create(
        table=table,
        number=last.number + 1 if last else 1,
        ruleset=table.ruleset,
        schema=game.schema,
        snapshot=game.dump(state),
        prompt_versions=[-1] * game.meta.seats,
        banks=[0] * game.meta.seats,
        missed_turns=[0] * game.meta.seats,
        auto=[False] * game.meta.seats,
        secret=source.secret,
        commitment=commitment_to(source.secret),
        salts=list(source.salts),
        deal_scheme=source.scheme,
        first_seat=source.first,
        origin=table.origin,
        # A later match at the table would else show what an event still keeps back.
        embargo_until=last.embargo_until if last else None,
        rated=_is_rated(table),
        phase_began_at=now,
        # As text beside the id: records tell names long after accounts are gone.
        holders=[
            {"user": seat.user_id, "name": seat.user.username if seat.user else "", "bot": seat.bot}
            for seat in table.seats.select_related("user").order_by("number")
        ],
    )
    # The old secret is opened when this match ends, so the next one needs another.
    if board is None:
        table.renew_secret()
    table.touched_at = now
    table.save(update_fields=["secret", "commitment", "touched_at"])
    locked_match = LockedMatch(match, now)
    locked_match.save()
    return match


def _own_source(table: models.Table) -> DealSource:
    salts = table.seats.order_by("number").values_list("salt", flat=True)
    return DealSource(table.secret, tuple(salts))


def _is_rated(table: models.Table) -> bool:
    """Whether a match that begins now counts for ratings: public, and only people with accounts."""
    guests = table.seats.exclude(user__is_guest=False)
    return not table.private and not guests.exists()


def open_locked(match_id: int, table_id: int | None = None) -> LockedMatch:
    """Lock a match and load its state; where ``table_id`` is given, only a match of that table.

    Raises NotAllowed (``no_match``) where there is none, BusyError where it stays locked, BrokenMatchError.
    """
    match = sql.lock_match(match_id, table_id=table_id)
    if match is None:
        raise NotAllowed("no_match")
    return LockedMatch(match, timezone.now())


def restart_bots(*, match_id: int) -> None:
    """Start again every bot of a match that has not answered in its time. A second call starts nothing.

    A match that another transaction holds is left to the next sweep. Side effect after the commit: bots started.
    """
    with transaction.atomic():
        match = sql.lock_free_match(match_id)
        if match is None:
            return
        locked_match = LockedMatch(match, timezone.now())
        due = locked_match.match.bots_due_at
        if due is None or due > locked_match.now or locked_match.match.paused_at is not None:
            return
        bots = locked_match.waiting_bots()
        locked_match.match.bots_due_at = (
            locked_match.now + locked_match.bots_due_in() if bots else None
        )
        # Lists that were damaged are stored whole again: the bots' tasks compare the stored version of their prompt.
        locked_match.match.save(update_fields=["bots_due_at", "prompt_versions", "auto"])
    if bots:
        broadcast.start_bots(match_id, bots)


def _check_version(match: models.Match, seat: Seat, version: int) -> None:
    if match.ended_at is not None:
        raise NotAllowed("match_over")
    # A seat that is asked may answer from any page since it was asked; the others need the latest.
    if version < (
        match.prompt_versions[seat]
        if match.prompt_versions[seat] >= 0
        else match.last_prompt_version
    ):
        raise NotAllowed("moved_on")


def _is_repeated(match: models.Match, seat: Seat, text: str, version: int) -> bool:
    later = models.Move.objects.filter(match=match, seat=seat, number__gt=version)
    stored = later.order_by("number").values_list("action", flat=True).first()
    return stored is not None and _same_action(stored, text)


def _same_action(stored: str, text: str) -> bool:
    if stored == text:
        return True
    # The browser lists ticked cards in the order of the page, the engine by rank.
    verb, _, cards = stored.partition(" ")
    other_verb, _, other_cards = text.partition(" ")
    if verb != other_verb:
        return False
    try:
        return sorted(read_tokens(cards)) == sorted(read_tokens(other_cards))
    except (Refusal, TypeError):
        return False


def _play_defaults(locked_match: LockedMatch) -> None:
    before = locked_match.match.version
    for seat, action in locked_match.game.defaults(locked_match.state):
        try:
            locked_match.play(seat, action, models.Move.By.CLOCK)
        except NotAllowed:
            continue  # the default before it has ended what this one answers
    # Else the sweep would take up this match every second, and nothing would tell why it stands still.
    if locked_match.match.version == before:
        raise RuntimeError(f"match {locked_match.match.id} has no default that its rules accept")
