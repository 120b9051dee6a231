"""The bytes of a first visit to a table, as they come over the wire."""

from __future__ import annotations

import re

from .http import Client

ASSET = re.compile(rb'<(?:link|script|img)\b[^>]*?\b(?:href|src)="?(/[^"\s>]+)')


async def first_load(client: Client, path: str) -> int:
    """Load a page and everything that it names; the bytes of all answers, their headers included."""
    page = await client.get(path)
    total = page.size
    for asset in dict.fromkeys(ASSET.findall(page.page())):
        answer = await client.get(asset.decode(), accept="*/*")
        total += answer.size
    return total
