"""How much of the log a stranger can fill."""

import io
import logging

import pytest

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
