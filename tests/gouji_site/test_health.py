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
