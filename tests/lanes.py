"""A pytest plugin that keeps the workers of a parallel run out of each other's way.

pytest-django gives each its own database; here each gets its own part of Redis and its own folder, before settings
are read; the static files are the same for all. A run without workers is left as it is.
"""

import os
import re
from pathlib import Path

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


if "PYTEST_XDIST_WORKER" in os.environ:
    os.environ.update(environment(os.environ["PYTEST_XDIST_WORKER"], dict(os.environ)))
