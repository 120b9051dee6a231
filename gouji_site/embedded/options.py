"""The options of an instance."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / ".data"


@dataclass(frozen=True)
class Options:
    """One instance. With `database_url` or `redis_url` that server is used and none is started.

    Without `site` only the servers start. Without `durable` a power cut may lose data (for tests). `discard` removes
    the data folder at the end.
    """

    data: Path
    host: str = "127.0.0.1"
    port: int = 8000
    database_url: str = ""
    redis_url: str = ""
    site: bool = True
    durable: bool = True
    discard: bool = False

    def to_json(self) -> str:
        """Return the options as one argument for another process."""
        return json.dumps(asdict(self), default=str)

    @classmethod
    def from_json(cls, text: str) -> Options:
        """Read what `to_json` wrote."""
        content = json.loads(text)
        return cls(**{**content, "data": Path(content["data"])})
