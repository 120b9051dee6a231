"""Somebody to talk, and somewhere to do it."""

import pytest

from games.chat.forms import Said
from games.chat.models import Message
from games.chat.services import Place, say


@pytest.fixture
def place():
    """A function that gives a place in a room."""

    def make(room="table:abcd2345", audience="seats", **fields):
        return Place(room=room, audience=audience, **fields)

    return make


@pytest.fixture
def speak(place):
    """A function with which somebody says something of their own; the line."""
    count = iter(range(10_000))

    def speak_it(user, text, *, once=None, **where):
        said = Said(Message.Kind.WORDS, "", text)
        once = once or f"draw{next(count):08}"
        return say(user=user, place=place(**where), said=said, once=once)[0]

    return speak_it
