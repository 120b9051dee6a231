"""The pictures of the README can be taken again at any time."""

import os
import subprocess
import sys

from gouji_site.embedded.environment import base_env
from gouji_site.embedded.options import ROOT
from tests.gouji_site.reading import size_of_png

MOST_BYTES = 150_000


def test_the_pictures_of_a_table_are_taken_at_the_sizes_of_a_desktop_and_a_phone(stack, tmp_path):
    program = os.environ.get("GOUJI_BROWSER") or "/usr/bin/chromium"
    command = [sys.executable, "-m", "gouji_site.management.table_picture"]

    subprocess.run([*command, stack.url, program, tmp_path], env=base_env(), cwd=ROOT, check=True)

    assert size_of_png(tmp_path / "table.png") == (1280, 800)
    assert size_of_png(tmp_path / "table-phone.png") == (360, 780)
    assert all(path.stat().st_size < MOST_BYTES for path in tmp_path.iterdir())
