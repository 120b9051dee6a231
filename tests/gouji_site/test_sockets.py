"""Which pages may open a socket: those of this site's scheme, host and port."""

import pytest

from gouji_site.sockets import is_from_here

pytestmark = pytest.mark.unit


def shake(origin, host, *, scheme="ws", proto=None):
    headers = [(b"host", host), (b"origin", origin)]
    if proto is not None:
        headers.append((b"x-forwarded-proto", proto))
    return is_from_here(headers, scheme)


@pytest.fixture(autouse=True)
def _site(settings):
    settings.ALLOWED_HOSTS = ["gouji.example", ".gouji.test", "127.0.0.1", "[::1]"]
    settings.CSRF_TRUSTED_ORIGINS = []
    settings.SECURE_PROXY_SSL_HEADER = None


@pytest.fixture
def behind_tls(settings):
    """The site with HTTPS=1."""
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        (b"http://gouji.example", b"gouji.example"),
        (b"http://gouji.example", b"gouji.example:80"),
        (b"http://GOUJI.example", b"Gouji.Example"),
        (b"http://gouji.example:8000", b"gouji.example:8000"),
        (b"http://a.gouji.test", b"a.gouji.test"),
        (b"http://127.0.0.1:8000", b"127.0.0.1:8000"),
        (b"http://[::1]:8000", b"[::1]:8000"),
    ],
)
def test_a_page_of_this_site_opens_a_socket(origin, host):
    assert shake(origin, host)


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        (b"http://gouji.example:81", b"gouji.example"),
        (b"http://gouji.example", b"gouji.example:8000"),
        (b"http://127.0.0.1:3000", b"127.0.0.1:8000"),
        (b"https://gouji.example", b"gouji.example"),
        (b"https://gouji.example:80", b"gouji.example"),
        (b"http://a.gouji.test", b"b.gouji.test"),
        (b"http://127.0.0.1", b"gouji.example"),
        (b"http://evil.example", b"evil.example"),
        (b"http://gouji.example@evil.example", b"gouji.example"),
        (b"http://x@gouji.example", b"gouji.example"),
        (b"http://gouji.example/", b"gouji.example"),
        (b"http://gouji.example?", b"gouji.example"),
        (b"null", b"gouji.example"),
        (b"", b"gouji.example"),
        (b"http://gouji.example:x", b"gouji.example"),
        (b"http://gouji.example", b"gouji.example:x"),
        (b"ftp://gouji.example", b"gouji.example"),
    ],
)
def test_a_page_of_another_scheme_host_or_port_opens_none(origin, host):
    assert not shake(origin, host)


def test_a_handshake_without_an_origin_or_with_two_opens_none():
    host, origin = (b"host", b"gouji.example"), (b"origin", b"http://gouji.example")
    assert is_from_here([host, origin], "ws")
    assert not is_from_here([host], "ws")
    assert not is_from_here([host, origin, origin], "ws")
    assert not is_from_here([host, host, origin], "ws")


@pytest.mark.parametrize("proto", [b"https", b"https, http"])
@pytest.mark.usefixtures("behind_tls")
def test_behind_a_proxy_that_ends_tls_pages_with_tls_open_a_socket_and_others_none(proto):
    assert shake(b"https://gouji.example", b"gouji.example", proto=proto)
    assert shake(b"https://gouji.example:8443", b"gouji.example:8443", proto=proto)
    assert not shake(b"http://gouji.example", b"gouji.example", proto=proto)
    assert not shake(b"https://gouji.example:8443", b"gouji.example", proto=proto)


@pytest.mark.parametrize("proto", [None, b"http", b"http, https", b""])
@pytest.mark.usefixtures("behind_tls")
def test_what_did_not_come_by_tls_is_not_taken_for_a_page_with_it(proto):
    assert not shake(b"https://gouji.example", b"gouji.example", proto=proto)


def test_without_https_set_nobody_says_that_there_was_tls():
    assert not shake(b"https://gouji.example", b"gouji.example", proto=b"https")
    assert shake(b"http://gouji.example", b"gouji.example", proto=b"https")


@pytest.mark.parametrize(
    ("origin", "opens"),
    [
        (b"https://gouji.example", True),
        (b"https://play.other.example", True),
        (b"https://other.example", False),
        (b"https://evilother.example", False),
        (b"http://gouji.example:8443", False),
        (b"https://gouji.example:8443", False),
        (b"http://play.other.example", False),
    ],
)
def test_origins_that_are_trusted_with_posts_are_trusted_with_sockets(settings, origin, opens):
    settings.CSRF_TRUSTED_ORIGINS = ["https://gouji.example", "https://*.other.example"]
    assert shake(origin, b"127.0.0.1:8000") == opens
