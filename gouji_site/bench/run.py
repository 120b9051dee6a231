"""The bench of tables: many at once, each with people of its own."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Iterable, Mapping
from typing import NamedTuple

from gouji_site.embedded.progress import note

from . import people
from .driver import ActionCounts, Driver
from .load import LOST_AFTER, Load, Report, spread
from .pages import first_load
from .reconnect import reconnect_all
from .sockets import Socket
from .usage import Usage

AT_ONCE = 8
"""Tables whose pages and sockets are opened at the same time."""
SETTLE = 2.0
IDLE_WITHIN = 60.0


def prepare(load: Load, address: tuple[str, int], counts: ActionCounts) -> list[Driver]:
    """Make tables, seat people and deal, directly in the database."""
    people.silence_broadcasts()
    drivers = []
    for number in range(load.tables):
        table, users = people.seat_people(number, load.game)
        drivers.append(Driver(address, table, users, counts))
        drivers[-1].begin()
    return drivers


async def measure(load: Load, drivers: list[Driver], processes: Mapping[str, int]) -> Report:
    """Open all pages and sockets, play under load, reconnect all at once, and report."""
    page_bytes = await first_load(drivers[0].seated[0].client, drivers[0].page)
    note(f"· {load.tables} 桌，正在打开网页和连接 tables, opening pages and sockets …")
    await _all(driver.open() for driver in drivers)
    await _all(driver.play_opening() for driver in drivers)
    await _wait_until_idle(drivers)
    note(f"· 测量 {load.seconds:.0f} 秒 Measuring …")
    usage = Usage(processes)
    usage.start()
    began = time.perf_counter()
    every = load.tables / load.moves_per_second
    await asyncio.gather(*(driver.run(every, began + load.seconds) for driver in drivers))
    seconds = time.perf_counter() - began
    # Before the sockets are cut: to come back is another load, measured by its time alone.
    cpu, memory = usage.stop()
    await _settle(drivers)
    sockets = [seat.socket for driver in drivers for seat in driver.seated if seat.socket]
    note(f"· {len(sockets)} 个连接同时断开再回来 All come back at once …")
    measured = Measured(seconds, cpu, memory, page_bytes, await reconnect_all(drivers))
    for driver in drivers:
        driver.finish()
    return _report(load, drivers, sockets, measured)


async def _all(works: Iterable[Awaitable[None]]) -> None:
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(work: Awaitable[None]) -> None:
        async with gate:
            await work

    await asyncio.gather(*(one(work) for work in works))


async def _wait_until_idle(drivers: list[Driver]) -> None:
    """Wait until every socket shows the present version, so that the load begins on an idle server."""
    until = time.perf_counter() + IDLE_WITHIN
    while not all(driver.up_to_date for driver in drivers) and time.perf_counter() < until:  # noqa: ASYNC110
        await asyncio.sleep(0.05)
    await asyncio.sleep(SETTLE)


async def _settle(drivers: list[Driver]) -> None:
    """Wait for updates that are on their way, for as long as they do not count as lost."""
    until = time.perf_counter() + LOST_AFTER
    while any(driver.updates.waiting for driver in drivers) and time.perf_counter() < until:  # noqa: ASYNC110
        await asyncio.sleep(0.05)


class Measured(NamedTuple):
    """What was measured apart from the tables' own counts."""

    seconds: float
    cpu: dict[str, float]
    memory: dict[str, float]
    page_bytes: int
    reconnects: list[float]


def _report(load: Load, drivers: list[Driver], sockets: list[Socket], measured: Measured) -> Report:
    counts = drivers[0].counts
    sizes = [size for socket in sockets for size in socket.sizes]
    return Report(
        moves_per_second=round(counts.moves / measured.seconds, 1),
        latency_ms=spread([each for driver in drivers for each in driver.updates.seconds]),
        answer_ms=spread(counts.answers),
        errors=sum(counts.complaints.values()),
        updates_lost=sum(driver.updates.lost for driver in drivers),
        tables=load.tables,
        sockets=len(sockets),
        moves=counts.moves,
        seconds=round(measured.seconds, 1),
        cpu=measured.cpu,
        memory_mb=measured.memory,
        first_load_bytes=measured.page_bytes,
        first_picture_bytes=max(socket.first_size for socket in sockets),
        largest_update_bytes=max(sizes, default=0),
        comeback_ms=spread(measured.reconnects),
        mean_update_bytes=sum(sizes) // max(1, len(sizes)),
        complaints={what: count for what, count in counts.complaints.items() if count},
    )
