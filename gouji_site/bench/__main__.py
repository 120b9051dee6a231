"""The load generator: a process of its own, in the environment of the instance that it loads."""

from __future__ import annotations

import sys
from pathlib import Path
from urllib.parse import urlsplit

import django
import msgspec
import uvloop

from gouji_site.embedded import state

from .load import FaultReport, Load, Report, Trials


def main(argv: list[str]) -> int:
    """Run a bench and write its report to standard output as JSON.

    Arguments: the bench, the data folder of a running instance, and the orders for the bench as JSON.
    """
    django.setup()
    data = Path(argv[2])
    found = state.running(data)
    assert found is not None
    parts = urlsplit(found.url)
    address = (parts.hostname or "127.0.0.1", parts.port or 80)
    measured = BENCHES[argv[1]](argv[3], data, found, address)
    sys.stdout.write(msgspec.json.encode(measured).decode() + "\n")
    return 0


def _tables(text: str, _data: Path, found: state.InstanceState, address: tuple[str, int]) -> Report:
    from .driver import ActionCounts  # noqa: PLC0415 -- after the setup
    from .run import measure, prepare  # noqa: PLC0415 -- after the setup

    load = msgspec.json.decode(text, type=Load)
    return uvloop.run(measure(load, prepare(load, address, ActionCounts()), found.processes))


def _faults(
    text: str, data: Path, _found: state.InstanceState, address: tuple[str, int]
) -> FaultReport:
    from .faults import Instance  # noqa: PLC0415 -- after the setup
    from .trials import run_trials  # noqa: PLC0415 -- after the setup

    return uvloop.run(run_trials(msgspec.json.decode(text, type=Trials), address, Instance(data)))


BENCHES = {"tables": _tables, "faults": _faults}

if __name__ == "__main__":
    sys.exit(main(sys.argv))
