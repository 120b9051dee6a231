"""Asking a web process whether it is well."""

import pytest

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


@pytest.mark.parametrize("host", ["localhost", "192.0.2.7", "another.example"])
def test_a_proxy_that_ends_tls_asks_by_address_and_is_answered(client, settings, host):
    settings.ALLOWED_HOSTS = ["gouji.example"]
    settings.SECURE_SSL_REDIRECT = True

    assert client.get("/healthz", headers={"host": host}).content == b"ok"
    assert client.get("/", headers={"host": "gouji.example"}).status_code == 301
    assert client.get("/", headers={"host": host}, secure=True).status_code == 400


def test_health_is_only_asked_for(client):
    assert client.post("/healthz").status_code == 405


USUAL = (
    "Content-Security-Policy",
    "X-Content-Type-Options",
    "X-Frame-Options",
    "Referrer-Policy",
    "Cross-Origin-Opener-Policy",
)


@pytest.mark.parametrize("host", ["localhost", "another.example"])
def test_the_answer_has_the_headers_that_every_page_has(client, host):
    page, health = client.get("/"), client.get("/healthz", headers={"host": host})
    assert {name: health.headers.get(name) for name in USUAL} == {
        name: page.headers[name] for name in USUAL
    }


def test_behind_tls_the_answer_says_so_to_browsers(client, settings):
    settings.SECURE_HSTS_SECONDS = 3600
    settings.SECURE_SSL_REDIRECT = True
    assert "Strict-Transport-Security" in client.get("/healthz", secure=True).headers
    assert client.get("/healthz").status_code == 200
    assert client.get("/healthz/x").status_code == 301
