"""Reading what a table's page posts. Anything that the page would not send is refused."""

import re
from typing import Final, NamedTuple

from django import forms
from django.db.models import TextChoices
from django.http import QueryDict

from games.engine.core.errors import Unreadable

# Digits are bounded before ``int``: a match's id has 64 bits in the database, a version 32.
_VERSION: Final = re.compile(r"([0-9]{1,18})-([0-9]{1,9})")
_VERB: Final = re.compile(r"[a-z]{1,20}( [0-9A-Za-z]{1,120}){0,4}")
_CARD: Final = re.compile(r"[3-9TJQKA2sB][CDHS]?[a-d]")
MAX_CARDS: Final = 60
"""More than any hand holds."""
CARD_VERBS: Final = frozenset({"play", "burn", "give", "return", "bury", "throw", "charge"})


class Posted(NamedTuple):
    """An action as posted: its wire form, and the match and version that the page showed."""

    text: str
    match_id: int
    version: int


class TableAct(TextChoices):
    """The buttons of a table's page that are not actions of the game."""

    READY = "ready"
    UNREADY = "unready"
    BOTS = "bots"
    AUTO = "auto"
    UNAUTO = "unauto"
    AUTO_DECLINE = "quiet"
    STOP_AUTO_DECLINE = "unquiet"
    LEAVE = "leave"
    HINT = "hint"


class TableActForm(forms.Form):
    """A ``TableAct``, with the salt of a player who is ready, and the number of presses of the hint button before."""

    do = forms.ChoiceField(choices=TableAct.choices)
    salt = forms.CharField(required=False, strip=False, empty_value="")
    press = forms.IntegerField(required=False, min_value=0, max_value=999)


class SitForm(forms.Form):
    """The seat that somebody wants to take."""

    seat = forms.IntegerField(min_value=0, max_value=99)


class KickForm(forms.Form):
    """Who is asked to leave a seat: a person's name, empty for a bot."""

    holder = forms.CharField(required=False, strip=False, max_length=150)


def read_act(data: QueryDict) -> TableActForm:
    """A valid form. Raises Unreadable (``salt``, ``form``)."""
    form = TableActForm(data)
    if not form.is_valid():
        raise Unreadable("salt" if "salt" in form.errors else "form")
    return form


def read_seat(data: QueryDict) -> int:
    """The number of the seat that a post asks for. Raises Unreadable (``form``)."""
    form = SitForm(data)
    if not form.is_valid():
        raise Unreadable("form")
    number: int = form.cleaned_data["seat"]
    return number


def read_holder(data: QueryDict) -> str:
    """The name of whom a post asks to leave, empty for a bot. Raises Unreadable (``form``)."""
    form = KickForm(data)
    if "holder" not in data or not form.is_valid():
        raise Unreadable("form")
    holder: str = form.cleaned_data["holder"]
    return holder


def is_of_an_old_page(data: QueryDict) -> bool:
    """Whether a page of an earlier release has posted this: seats have addresses of their own now. It may go one release
    later.
    """
    return data.get("do", "").startswith(("sit ", "kick "))


def read_post(data: QueryDict) -> Posted:
    """The action of a post. Raises Unreadable (``form``)."""
    seen = _VERSION.fullmatch(data.get("seen", ""))
    verb = data.get("do", "")
    cards = data.getlist("c")
    if seen is None or _VERB.fullmatch(verb) is None or len(cards) > MAX_CARDS:
        raise Unreadable("form")
    # The engine would refuse a card twice too, but not say that the page is at fault.
    if any(_CARD.fullmatch(card) is None for card in cards) or len(set(cards)) != len(cards):
        raise Unreadable("form")
    text = f"{verb} {''.join(cards)}" if verb in CARD_VERBS else verb
    return Posted(text.strip(), int(seen[1]), int(seen[2]))
