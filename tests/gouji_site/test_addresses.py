"""Whose a request is taken for."""

import pytest
from django.test import Client
from django.urls import reverse

from gouji_site.lib.addresses import address_of

PEER = ("10.0.0.1", 5555)


@pytest.mark.unit
@pytest.mark.parametrize(
    ("proxies", "told", "client"),
    [
        (0, [b"192.0.2.1"], "10.0.0.1"),
        (1, [], "10.0.0.1"),
        (1, [b"192.0.2.1"], "192.0.2.1"),
        (1, [b"6.6.6.6, 192.0.2.1"], "192.0.2.1"),
        (1, [b"6.6.6.6", b"192.0.2.1"], "192.0.2.1"),
        (2, [b"6.6.6.6, 192.0.2.1, 10.0.0.2"], "192.0.2.1"),
        (2, [b"192.0.2.1"], "10.0.0.1"),
        (1, [b"192.0.2.1:4711"], "192.0.2.1"),
        (1, [b"2001:DB8::1"], "2001:db8::1"),
        (1, [b"[2001:db8::1]:4711"], "2001:db8::1"),
        (1, [b"unknown"], "10.0.0.1"),
        (1, [b"\xff" * 5000], "10.0.0.1"),
    ],
)
def test_the_client_is_whom_the_outermost_proxy_of_ours_saw(settings, proxies, told, client):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    headers = [(b"x-forwarded-for", value) for value in told]
    assert address_of({"headers": headers, "client": PEER}) == client


@pytest.mark.unit
def test_who_comes_by_a_unix_socket_and_is_not_named_is_one_client(settings):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    assert address_of({"headers": [], "client": None}) == "unknown"


@pytest.mark.integration
@pytest.mark.django_db
@pytest.mark.parametrize("told", ["192.0.2.1", "unknown", "", None])
@pytest.mark.parametrize("peer", ["10.0.0.1", ""])
@pytest.mark.parametrize("page", ["guest", "account_signup", "account_login"])
def test_what_a_proxy_says_in_another_way_than_is_expected_is_no_failure(
    settings, told, peer, page
):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 2
    settings.RATE_LIMITS = True
    settings.ACCOUNT_RATE_LIMITS = {}
    client = Client(REMOTE_ADDR=peer, headers={} if told is None else {"X-Forwarded-For": told})
    form = {"username": "庚", "password1": "yan-tai-44", "login": "庚", "password": "x"}
    assert client.post(reverse(page), form).status_code in {200, 302}
