"""Nothing is told or started: there are no workers here."""

import pytest

from games.play.services import broadcast


@pytest.fixture(autouse=True)
def _without_broadcast(monkeypatch):
    for name in ("table_changed", "start_bots", "start_settling", "start_deliveries"):
        monkeypatch.setattr(broadcast, name, lambda *args, **details: None)
