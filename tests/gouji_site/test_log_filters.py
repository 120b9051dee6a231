"""How much of the log a stranger can fill."""

import io
import logging
import subprocess
import sys

import pytest

from gouji_site.embedded.options import ROOT

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


@pytest.fixture
def written():
    """What the site's handler writes."""
    handler = next(each for each in logging.getLogger().handlers if each.name == "console")
    assert isinstance(handler, logging.StreamHandler)
    before = handler.setStream(stream := io.StringIO())
    yield stream
    handler.setStream(before)


def test_a_request_for_another_host_is_a_line_and_no_traceback(client, written):
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 400
    assert [line for line in written.getvalue().splitlines() if "evil.example" in line]
    assert "Traceback" not in written.getvalue()


def test_a_form_that_cannot_be_read_is_a_line_and_no_traceback(client, written):
    kind = "multipart/form-data; boundary=x"
    head = b'Content-Disposition: form-data; name="a"; filename="a"\r\nContent-Transfer-Encoding: base64'
    body = b"--x\r\n" + head + b"\r\n\r\n!!!\r\n--x--"
    assert client.post("/accounts/guest/", body, content_type=kind).status_code == 400
    assert "Bad request" in written.getvalue()
    assert "Traceback" not in written.getvalue()


def test_a_failure_of_ours_is_told_with_its_traceback(client, written, monkeypatch):
    monkeypatch.setattr("games.lobby.views.live_count", lambda: 1 / 0)
    client.raise_request_exception = False
    assert client.get("/").status_code == 500
    assert "ZeroDivisionError" in written.getvalue()


@pytest.mark.parametrize("path", ["/{}", "/table/{}/", "/%0A{}"])
def test_a_long_path_that_is_not_there_takes_a_line_of_300_characters(client, written, path):
    for _ in range(3):
        assert client.get(path.format("x" * 60_000)).status_code == 404
    lines = written.getvalue().splitlines()
    assert len(lines) == 3
    assert all("Not Found" in line and len(line) <= 300 for line in lines)


def test_a_failure_with_a_long_text_is_told_where_it_was_and_is_bounded(
    client, written, monkeypatch
):
    def fails(left=200):
        if left:
            try:
                return fails(left - 1)
            except ValueError as error:
                raise ValueError("y" * 60_000) from error
        raise ValueError("the first cause")

    monkeypatch.setattr("games.lobby.views.live_count", fails)
    client.raise_request_exception = False
    assert client.get("/?x=" + "x" * 60_000).status_code == 500
    told = written.getvalue()
    lines = told.splitlines()
    assert "Internal Server Error" in lines[0]
    assert "Traceback" in lines[1]
    assert any("the first cause" in line for line in lines)
    assert lines[-1].startswith("ValueError: yyy")
    assert "(+" in told
    assert len(lines) <= 42
    assert max(map(len, lines)) <= 300


def test_a_worker_writes_records_as_short_as_the_site_does():
    code = (
        "import django, logging; django.setup()\n"
        "from gouji_site.celery import app\n"
        "app.log.setup(loglevel='WARNING', redirect_stdouts=True)\n"
        "logging.getLogger('celery.app.trace').error('x' * 60_000)\n"
        "logging.getLogger('celery.app.trace').info('not at this level')\n"
    )
    said = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True
    )
    [line] = (said.stdout + said.stderr).splitlines()
    assert "celery.app.trace" in line
    assert len(line) <= 300
