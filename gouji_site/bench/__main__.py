"""The load generator, a process of its own in the environment of the instance that it loads."""

from __future__ import annotations

import sys
from pathlib import Path
from urllib.parse import urlsplit

import django
import msgspec
import uvloop

from gouji_site.embedded import state

from .load import Load


def main(argv: list[str]) -> int:
    """Load the instance that runs on the data folder given first, as the second argument says."""
    django.setup()
    from .driver import Tally  # noqa: PLC0415 -- after the setup
    from .run import measure, prepare  # noqa: PLC0415 -- after the setup

    found = state.running(Path(argv[1]))
    assert found is not None
    load = msgspec.json.decode(argv[2], type=Load)
    parts = urlsplit(found.url)
    address = (parts.hostname or "127.0.0.1", parts.port or 80)
    tally = Tally()
    drivers = prepare(load, address, tally)
    report = uvloop.run(measure(load, drivers, found.processes))
    sys.stdout.write(msgspec.json.encode(report).decode() + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
