"""One person at a table: the page, its form and its socket."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from games.play.views.forms import CARD_VERBS

from .http import OK, Answer, Client
from .sockets import Socket, Version, open_socket

TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="([^"]+)"')
CARD = re.compile(r"[3-9TJQKA2sB][CDHS]?[a-d]")

Form = list[tuple[str, str]]


@dataclass
class Seated:
    """A person's connections to the server, and the CSRF token of the table's page."""

    client: Client
    page: str
    token: str = ""
    socket: Socket | None = None

    async def load(self) -> None:
        """Load the page. Raises RuntimeError where it has no form to act with."""
        answer = await self.client.get(self.page)
        found = TOKEN.search(answer.page())
        if answer.status != OK or found is None:
            raise RuntimeError(f"the page of {self.page} was answered with {answer.status}")
        self.token = found[1].decode()

    async def connect(self, report: Callable[[Version], None], within: float = 30) -> None:
        """Open the socket and wait for its first picture. Raises OSError where there is none."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        address = (self.client.host, self.client.port)
        self.socket = await open_socket(address, f"/ws{self.page}", cookie, report, within)

    async def post(self, form: Form) -> Answer:
        """Post the table's form. Raises OSError where the server went away before it answered."""
        form = [("csrfmiddlewaretoken", self.token), *form]
        return await self.client.post(f"{self.page}act/", form, self.page)


def form_of(text: str, seen: Version) -> Form:
    """The form that the page posts for an action in text form, by a player who sees that match and version.

    >>> form_of("play 9Sa9Sb", (12, 48))
    [('do', 'play'), ('seen', '12-48'), ('c', '9Sa'), ('c', '9Sb')]
    >>> form_of("pass", (12, 48))
    [('do', 'pass'), ('seen', '12-48')]
    """
    verb, _, rest = text.partition(" ")
    cards = CARD.findall(rest) if verb in CARD_VERBS else []
    form = [("do", verb if cards or not rest else text), ("seen", f"{seen[0]}-{seen[1]}")]
    return [*form, *(("c", card) for card in cards)]
