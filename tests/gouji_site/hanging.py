"""What the tests of processes that hang, and of those that wait, have in common."""

import time
import urllib.request

from gouji_site.embedded.signs import EVERY, MISSES
from gouji_site.embedded.stack import wait_until

LONGER_THAN_A_HANG = MISSES * EVERY + 1.5
FIRST_SIGNS = 4.0

_settled: dict[str, dict[str, int]] = {}


def is_well(stack):
    """Whether the site answers and can work."""
    try:
        with urllib.request.urlopen(f"{stack.url}healthz", timeout=2) as answer:
            return answer.status == 200
    except OSError:
        return False


def settle(stack):
    """Wait until all have started, so that each has given its first sign. Those it has seen need no second wait."""
    wait_until(lambda: is_well(stack) and all(stack.processes.values()), 60, "answer")
    name, before = str(stack.data), stack.processes
    if _settled.get(name) != before:
        time.sleep(FIRST_SIGNS)
        _settled[name] = before
