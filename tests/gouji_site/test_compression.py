"""How pages and their files go over the wire."""

import gzip
import re

import pytest
from django.templatetags.static import static
from django.urls import reverse

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

BRAVE = {"accept-encoding": "gzip, deflate, br"}
VARIES = re.compile(rb'name="(?:csrfmiddlewaretoken|once)" value="\w+"|data-now="\d+"')
"""What is another each time that the same page is asked for: tokens, and the server's clock."""


def content(answer):
    """What a browser makes of an answer, but for what varies."""
    packed = answer.headers.get("content-encoding") == "gzip"
    body = gzip.decompress(answer.content) if packed else answer.content
    assert len(VARIES.findall(body)) > 1
    return VARIES.sub(b"", body)


@pytest.fixture
def table(client, make_user):
    """The address of a table of bots and one that just has been dealt."""
    client.force_login(make_user("安"))
    return client.post(reverse("quick")).url


def test_a_page_is_compressed_for_whom_can_read_it_and_says_the_same(client, table):
    plain, packed = client.get(table), client.get(table, headers=BRAVE)

    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert content(packed) == content(plain)
    assert len(packed.content) * 2 < len(plain.content)
    for answer in (plain, packed):
        assert int(answer.headers["content-length"]) == len(answer.content)
        assert "Accept-Encoding" in answer.headers["vary"]
        assert "no-store" in answer.headers["cache-control"]
        assert "script-src 'self'" in answer.headers["content-security-policy"]


def test_the_size_of_a_compressed_page_does_not_tell_what_is_in_it(client, table):
    sizes = {len(client.get(table, headers=BRAVE).content) for _ in range(12)}
    assert len(sizes) > 1


def test_a_page_takes_files_that_never_change_under_their_names(client, table):
    page = client.get(table).content.decode()
    files = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page))
    assert static("bundles/table.css") in files
    for file in files:
        answer = client.get(file, headers=BRAVE)
        assert answer.status_code == 200, file
        assert "immutable" in answer.headers["cache-control"], file
        assert answer.headers["content-encoding"] == "br", file
