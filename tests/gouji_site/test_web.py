"""How the embedded web process settles on its machine."""

import os

import pytest

from gouji_site.embedded import web

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(("pid", "usable", "chosen"), [(6, {3}, 3), (6, {0, 1}, 0), (7, {2, 5}, 5)])
def test_the_web_process_stays_on_one_of_the_processors_that_it_may_use(
    monkeypatch, pid, usable, chosen
):
    pinned = []
    monkeypatch.setattr(os, "getpid", lambda: pid)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: usable)
    monkeypatch.setattr(os, "sched_setaffinity", lambda who, cpus: pinned.append((who, cpus)))

    web.stay_on_one_processor()

    assert pinned == [(0, {chosen})]
