"""Recorded deals, one for every row of the scoring tables, and a whole match of each game.

The first line of a record says what is to come out: ``# expect points=45 change=yes rises=0,1 …`` of its last
deal, rises of the dealers and of the others, or ``# expect winner=0``.
"""

from pathlib import Path
from typing import Any

import pytest

from games.engine.core.cards import BIG, of_rank
from games.engine.core.records import play_back, read_record, write_record
from games.engine.registry import game_of
from tests.saying import replay

FILES = sorted(Path(__file__).parents[1].glob("*/recorded/*.txt"))
ROWS = {
    "shengji": {"points_0", "points_5_15", "points_20_35", "points_40_55", "points_60_75",
                "points_80_95", "points_100_up"},
    "huolong": {
        f"last_trick_{row}_stars_{stars}"
        for stars in (0, 1)
        for row in ("others_points_120_up", "others_points_under_120", "dealers_points_120_up",
                    "dealers_points_under_120", "dealers_points_0")
    },
}  # fmt: skip


def said_of(state: Any) -> dict[str, str]:
    """What a state's last deal and match came to, in the words of the records."""
    result = state.match.last
    side = result.dealer % 2
    return {
        "points": str(result.points),
        "change": "yes" if result.change else "no",
        "rises": f"{result.rises[side]},{result.rises[1 - side]}",
        "bottom": "yes" if result.took_bottom else "no",
        "stars": str(of_rank(result.kitty, BIG).bit_count()),
        "winner": str(state.match.winner),
    }


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parts[-3]}-{file.stem}")
def test_a_recorded_deal_comes_out_as_it_did(file):
    text = file.read_text()
    expected = dict(pair.split("=") for pair in text.splitlines()[0].split()[2:])
    record = read_record(text)
    state, _ = play_back(game_of(record.ruleset), record.entries)

    assert {key: said_of(state)[key] for key in expected} == expected
    assert write_record(record.ruleset, record.entries) == text.partition("\n")[2]


@pytest.mark.parametrize("key", ["shengji", "huolong"])
def test_every_row_of_the_table_and_a_whole_match_are_recorded(key):
    recorded = {file.stem for file in FILES if file.parts[-3] == key}

    assert ROWS[key] | {"match"} <= recorded


def test_a_record_is_replayed_as_plain_data():
    file = next(file for file in FILES if file.stem == "points_40_55")
    found = replay(file.read_text())

    assert found["public"]["phase"] == "between"
    assert found["events"][-1]["event"] == "deal_ended"
