"""The bench of faults: tables of all games with a person and bots at each, through one fault after another."""

from __future__ import annotations

import asyncio
import os
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final, TypeVar

from django.db import connections

from accounts.models import User
from games.engine.registry import GAMES, game_of
from games.play.models import Table
from gouji_site.embedded.progress import note

from . import people, phases
from .faults import FAULTS, Fault, Instance
from .http import Client
from .ledger import Ledger
from .load import FaultReport, Trial, Trials
from .person import Person
from .phases import PHASES, PLAY, Phase
from .pictures import Pictures
from .recovery import Recovery
from .stored import connect

T = TypeVar("T")

WARM: Final = 1.5
ARRIVE_WITHIN: Final = 30.0
LEAST: Final = 4.0
DELIVERED_WITHIN: Final = 30.0
"""Ends of matches are delivered to all consumers by then, even where a task was lost."""
UP_WITHIN: Final = 60.0


@dataclass
class TrialTable:
    """A table with its person, and whether it has to be in the phase when the fault strikes."""

    table: Table
    user: User
    cookie: str
    subject: bool


async def run_trials(orders: Trials, address: tuple[str, int], instance: Instance) -> FaultReport:
    """Run every fault in every phase.

    Phase by phase: until a process is killed again it has been up for a while, and its restart is quick.
    """
    people.silence_broadcasts()
    began, before = time.perf_counter(), os.getloadavg()[0]
    done: list[Trial] = []
    for phase in orders.phases:
        for fault in orders.faults:
            trial = _Trial(FAULTS[fault], PHASES[phase], address, instance)
            done.append(await trial.run(orders.tables, len(done)))
            total = len(orders.phases) * len(orders.faults)
            note(f"· {len(done)}/{total} {summary_line(done[-1])}")
    seconds = round(time.perf_counter() - began, 1)
    return FaultReport(tuple(done), seconds, (before, os.getloadavg()[0], os.cpu_count() or 1))


def summary_line(trial: Trial) -> str:
    """The result of a trial in one line."""
    times = "  ".join(
        f"{name} {'—' if value is None else f'{value:5.1f}'}"
        for name, value in (
            ("page", trial.page),
            ("sockets", trial.sockets),
            ("tables", trial.tables),
        )
    )
    return (
        f"{trial.fault:16} {trial.phase:8} {times}  accepted {trial.accepted:4}  lost {trial.lost}"
        f"  doubled {trial.doubled}  unsound {trial.unsound}  stuck {trial.stuck}"
    )


class _Trial:
    """One fault in one phase."""

    def __init__(
        self, fault: Fault, phase: Phase, address: tuple[str, int], instance: Instance
    ) -> None:
        self._fault, self._phase = fault, phase
        self._address, self._instance = address, instance
        self._tables: list[TrialTable] = []
        self._people: list[Person] = []
        self._damaged: set[int] = set()

    async def run(self, tables: int, number: int) -> Trial:
        """Bring tables to the phase, strike, watch, and count."""
        await _until(self._is_ready, UP_WITHIN, "the instance to be up and steady")
        self._tables = await _in_thread(lambda: self._prepare(tables, number))
        ids = [entry.table.id for entry in self._tables]
        pictures = Pictures(os.environ["DATABASE_URL"], ids)
        self._people = [self._person(entry, pictures) for entry in self._tables]
        async with _running(pictures.run()):
            recovery = await self._strike(pictures)
        try:
            counts = await _in_thread(self._count)
        finally:
            await _in_thread(
                lambda: phases.leave_all([(entry.table.id, entry.user) for entry in self._tables])
            )
        return self._result(recovery, counts)

    def _is_ready(self) -> bool:
        return self._instance.is_up() and self._instance.are_steady(self._fault.hits)

    # -- before ----------------------------------------------------------------------------------------

    def _prepare(self, tables: int, number: int) -> list[TrialTable]:
        return [self._seat(at, f"f{number:03}t{at:03}") for at in range(tables)]

    def _seat(self, at: int, name: str) -> TrialTable:
        key = GAMES[at % len(GAMES)]
        subject = key in self._phase.rulesets
        phase = self._phase if subject else PLAY
        table, user = people.seat_with_bots(name, phase.rulesets[key])
        if phase.begun:
            phases.bring(table, user, phase)
        return TrialTable(table, user, people.sign_in(user), subject)

    def _person(self, entry: TrialTable, pictures: Pictures) -> Person:
        client = Client(*self._address, {"sessionid": entry.cookie})
        return Person(client, f"/table/{entry.table.code}/", entry.table.id, pictures)

    # -- during ----------------------------------------------------------------------------------------

    async def _strike(self, pictures: Pictures) -> Recovery:
        for person in self._people:
            await person.seated.load()
        pairs = list(zip(self._people, self._tables, strict=True))
        playing = [
            asyncio.create_task(person.play()) for person, entry in pairs if not entry.subject
        ]
        async with _running(*(person.stay_connected() for person in self._people)):
            await asyncio.sleep(WARM)
            subjects = [person for person, entry in pairs if entry.subject]
            playing += [asyncio.create_task(person.play()) for person in subjects]
            await _until(lambda: self._has_arrived(subjects), ARRIVE_WITHIN, "the phase")
            if self._phase.name in {"drawing", "between"}:
                ids = [person.table for person in subjects]
                await _in_thread(lambda: phases.let_clock_act(ids))
            recovery = await self._watch(subjects[0], pictures)
            for person in self._people:
                person.stopping = True
            await asyncio.gather(*playing)
        for person in self._people:
            person.close()
        return recovery

    def _has_arrived(self, subjects: list[Person]) -> bool:
        """Whether all are in the phase, or, for the end of matches, whether the first match is over."""
        arrived = [self._is_there(person) for person in subjects]
        connected = all(person.is_connected(time.perf_counter()) for person in self._people)
        return (any(arrived) if self._phase is phases.END else all(arrived)) and connected

    def _is_there(self, person: Person) -> bool:
        picture = person.picture
        if picture is None:
            return False
        if self._phase is phases.END:
            later = bool(person.posted) and picture.match > person.posted[0].match
            return later or not picture.running
        game = game_of(picture.ruleset)
        return self._phase.begun or self._phase.reached(game, game.load(picture.snapshot))

    async def _watch(self, victim: Person, pictures: Pictures) -> Recovery:
        picture = victim.picture
        assert picture is not None
        if self._fault.damages_events:
            self._damaged.add(picture.match)
        recovery = Recovery(self._people, pictures, self._address)
        with self._fault.active(self._instance, picture.match) as lasts:
            watching = asyncio.create_task(recovery.watch(lasts, LEAST))
            await asyncio.sleep(lasts)
        await watching
        return recovery

    # -- after -----------------------------------------------------------------------------------------

    def _count(self) -> Counter[str]:
        ledger = Ledger(self._people, self._damaged)
        until = time.monotonic() + DELIVERED_WITHIN
        with connect() as connection:
            while ledger.undelivered(connection) and time.monotonic() < until:
                time.sleep(0.2)
        return ledger.count()

    def _result(self, recovery: Recovery, counts: Counter[str]) -> Trial:
        moved = recovery.moved
        stuck = len(self._people) - len(moved)
        complaints = sum((person.complaints for person in self._people), Counter[str]())
        return Trial(
            fault=self._fault.name,
            phase=self._phase.name,
            page=recovery.seconds(recovery.page.since),
            sockets=recovery.seconds(recovery.sockets.since),
            tables=None if stuck else recovery.seconds(max(moved.values())),
            goal=self._fault.goal,
            accepted=counts["accepted"],
            lost=counts["lost"],
            doubled=counts["doubled"],
            unsound=counts["unsound"],
            stuck=stuck,
            complaints=dict(complaints),
        )


@asynccontextmanager
async def _running(*works: Coroutine[None, None, None]) -> AsyncIterator[None]:
    """Run coroutines beside the block, and cancel them after it."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _until(test: Callable[[], bool], within: float, what: str) -> None:
    """Wait until a test holds. Raises TimeoutError after ``within`` seconds."""
    until = time.monotonic() + within
    while not test():
        if time.monotonic() > until:
            raise TimeoutError(f"not within {within:.0f} s: {what}")
        await asyncio.sleep(0.02)


async def _in_thread(work: Callable[[], T]) -> T:
    """Run in a thread, with new connections to the database: a fault may have ended the old ones."""

    def fresh() -> T:
        connections.close_all()
        try:
            return work()
        finally:
            connections.close_all()

    return await asyncio.to_thread(fresh)
