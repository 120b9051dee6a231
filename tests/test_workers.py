"""A pytest plugin that keeps the workers of a parallel run out of each other's way, and all busy to its end.

pytest-django gives each its own database; here each gets its own part of Redis and its own folder, before settings
are read; the static files are the same for all. A run without workers is left as it is.
"""

import os
import re
from collections import Counter
from pathlib import Path

import pytest

WORKER = "PYTEST_XDIST_WORKER"
DATABASES = re.compile(r"(?<=db=)\d+|(?<=virtual_host=)\d+|(?<=\d/)\d+$")


def environment(worker: str, before: dict[str, str]) -> dict[str, str]:
    """What a worker, ``gw0`` and so on, is told instead of what is known.

    Redis' messages know no databases, so names get a prefix too.
    """
    number = int(worker.removeprefix("gw")) + 1
    addresses = ("REDIS_URL", "CELERY_BROKER_URL")
    told = {key: DATABASES.sub(str(number), before[key]) for key in addresses if key in before}
    folder = Path(before.get("DATA_DIR", ".data/test"))
    told["STATIC_ROOT"] = before.get("STATIC_ROOT", str(folder.resolve() / "static"))
    return {**told, "REDIS_PREFIX": f"gouji-{worker}", "DATA_DIR": str(folder / worker)}


COSTS = {"e2e": 60, "live": 15, "integration": 2, "unit": 0}
SLOW = {
    "test_broker": 36,
    "test_crashes": 50,
    "test_crashes_levels": 240,
    "test_earlier_databases": 7,
    "test_ends_killed": 150,
    "test_faults": 200,
    "test_hangs": 130,
    "test_levels_deals": 120,
    "test_levels_random": 8,
    "test_outage": 180,
    "test_random_deals": 8,
    "test_servers_away": 250,
    "test_sockets": 25,
    "test_whole_deal": 100,
}
"""How long a test takes with one of these marks, or in one of these files: tenths of a second, roughly."""


def longest_first(items: list[pytest.Item]) -> list[pytest.Item]:
    """Tests file by file, those that take long first: who gets one of them last works on alone."""
    costs = Counter[Path]()
    for item in items:
        costs[item.path] += _cost(item)
    return sorted(items, key=lambda item: (-costs[item.path], item.path))


def _cost(item: pytest.Item) -> int:
    marked = (cost for mark, cost in COSTS.items() if item.get_closest_marker(mark))
    return SLOW.get(item.path.stem) or max(marked, default=0)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if WORKER in os.environ:
        items[:] = longest_first(items)


if WORKER in os.environ:
    os.environ.update(environment(os.environ[WORKER], dict(os.environ)))
