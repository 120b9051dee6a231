"""The bench of faults: what is killed comes back, and nothing is lost, played twice or stuck."""

import json
import subprocess
import sys

import pytest

from gouji_site.bench.load import FAULTS as NAMED_FAULTS
from gouji_site.bench.load import PHASES as NAMED_PHASES
from gouji_site.embedded.options import ROOT

FAULTS = ("kill-all", "empty-redis")
PHASE = "end"
TABLES = 3


@pytest.mark.live
def test_everything_killed_or_a_queue_emptied_at_the_end_of_matches_costs_no_move_and_stops_no_table(
    tmp_path,
):
    done = subprocess.run(
        [
            *(sys.executable, str(ROOT / "manage.py"), "bench", "faults", "--json"),
            *("--tables", str(TABLES), "--faults", *FAULTS, "--phases", PHASE),
            *("--data-dir", str(tmp_path / "data")),
        ],
        check=False,
        capture_output=True,
        text=True,
        cwd=ROOT,
    )

    assert done.returncode == 0, done.stderr
    trials = json.loads(done.stdout)["trials"]
    assert [(trial["fault"], trial["phase"]) for trial in trials] == [(f, PHASE) for f in FAULTS]
    for trial in trials:
        counts = [trial[what] for what in ("lost", "doubled", "unsound", "stuck")]
        assert counts == [0, 0, 0, 0], trial
        assert trial["accepted"] >= TABLES, trial
        assert None not in {trial["page"], trial["sockets"], trial["tables"]}
    assert "· 2/2" in done.stderr


@pytest.mark.unit
def test_every_fault_and_phase_that_the_command_offers_is_there():
    from gouji_site.bench.faults import FAULTS as STRUCK
    from gouji_site.bench.phases import PHASES as REACHED

    assert tuple(STRUCK) == NAMED_FAULTS
    assert tuple(REACHED) == NAMED_PHASES
