"""All browsers reconnect at once, as after a restart or when a network returns."""

from __future__ import annotations

import asyncio
import random
import time
from typing import Final

from .driver import Driver

SOONEST: Final = 0.3
SPREAD_OVER: Final = 0.7
"""The waits of ``static/js/link.js`` before it tries again, in seconds: SOONEST and a random part of SPREAD_OVER."""


async def reconnect_all(drivers: list[Driver]) -> list[float]:
    """Cut every socket at one moment and open each again after the wait of its page.

    Returns the seconds from that moment to the first picture of each, the wait included. Sockets that get none, or an
    old one, are counted among the complaints.
    """
    began = time.perf_counter()
    for driver in drivers:
        driver.cut()
    dice = random.Random(len(drivers))  # noqa: S311 -- load, not chance
    found: list[float] = []

    async def back(driver: Driver, number: int, wait: float) -> None:
        await asyncio.sleep(wait)
        try:
            await driver.connect(number)
        except OSError as error:
            driver.counts.complaints[f"did not come back: {type(error).__name__}"] += 1
        else:
            found.append(time.perf_counter() - began)

    await asyncio.gather(
        *(
            back(driver, number, SOONEST + SPREAD_OVER * dice.random())
            for driver in drivers
            for number in range(len(driver.seated))
        )
    )
    for driver in drivers:
        driver.counts.complaints["came back to an old picture"] += not driver.up_to_date
    return found
