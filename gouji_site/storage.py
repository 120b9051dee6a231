"""Static files as they are collected: bundled, named by their content's hash, and compressed."""

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage


class BundledStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Joins collected files into bundles, which are then hashed and compressed like any other file.

    ``bundles`` has the name of each and the files it is joined from, in order.
    """

    def __init__(
        self,
        *args: Any,  # noqa: ANN401 -- as Django has them
        bundles: Mapping[str, tuple[str, ...]],
        **kwargs: Any,  # noqa: ANN401 -- as Django has them
    ) -> None:
        super().__init__(*args, **kwargs)
        self.bundles = bundles

    def post_process(
        self,
        paths: dict[str, Any],
        dry_run: bool = False,  # noqa: FBT001, FBT002 -- as Django has it
        **options: Any,  # noqa: ANN401 -- as Django has them
    ) -> Iterator[Any]:
        """Join, then hash and compress. Raises FileNotFoundError for a part that was not collected."""
        if not dry_run:
            # Before the hashing, which then gives a bundle its name by content and its entry in the manifest.
            for name, parts in self.bundles.items():
                self._join(name, parts)
                paths[name] = (self, name)
        yield from super().post_process(paths, dry_run=dry_run, **options)

    def compress_files(self, paths: Iterable[str]) -> Iterator[Any]:
        """Compress what pages ask for: files by their hashed names, without the parts of bundles."""
        parts = {part for bundle in self.bundles.values() for part in bundle}
        requested = {hashed for key, hashed in self.hashed_files.items() if key not in parts}
        yield from super().compress_files(requested.intersection(paths))

    def _join(self, name: str, parts: tuple[str, ...]) -> None:
        """Write a bundle. Renamed when it is whole: another process may be collecting too."""
        bundle = Path(self.path(name))
        bundle.parent.mkdir(parents=True, exist_ok=True)
        fresh = bundle.with_name(f"{bundle.name}.{os.getpid()}")
        fresh.write_bytes(between(name).join(Path(self.path(part)).read_bytes() for part in parts))
        fresh.replace(bundle)


def between(name: str) -> bytes:
    """The bytes between two joined files: a script may end without its last semicolon."""
    return b"\n;\n" if name.endswith(".js") else b"\n"
