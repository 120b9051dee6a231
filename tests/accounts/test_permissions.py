"""What each kind of person may do: the whole table of it."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils.translation import override

from accounts.models import User
from accounts.permissions import SENTENCES, Act, Refusal, may

ACTIVE = User(id=1, username="安")
GUEST = User(id=2, username="游客222222", is_guest=True)
INACTIVE = User(id=3, username="走", is_active=False)
INACTIVE_GUEST = User(id=4, username="游客444444", is_guest=True, is_active=False)
NOBODY = AnonymousUser()

# act: what an active account, a guest and somebody who has not signed in are told; "" is yes.
EXPECTED = {
    "watch": ("", "", ""),
    "replay": ("", "", "sign_in"),
    "download": ("", "", "sign_in"),
    "open": ("", "", "sign_in"),
    "quick_match": ("", "", "sign_in"),
    "quick_start": ("", "", "sign_in"),
    "sit": ("", "", "sign_in"),
    "leave": ("", "", "sign_in"),
    "ready": ("", "", "sign_in"),
    "add_bots": ("", "", "sign_in"),
    "kick": ("", "", "sign_in"),
    "autoplay": ("", "", "sign_in"),
    "auto_decline": ("", "", "sign_in"),
    "play": ("", "", "sign_in"),
    "hint": ("", "", "sign_in"),
    "chat": ("", "", "sign_in"),
    "write": ("", "talk_guest", "sign_in"),
    "mute": ("", "", "sign_in"),
}


def test_the_table_names_every_act():
    assert set(EXPECTED) == {act.value for act in Act}


@pytest.mark.parametrize("act", list(Act))
def test_who_may_do_it(act):
    answers = [may(who, act) for who in (ACTIVE, GUEST, NOBODY)]
    assert tuple(answer.code if answer else "" for answer in answers) == EXPECTED[act.value]


@pytest.mark.parametrize("act", list(Act))
@pytest.mark.parametrize("who", [INACTIVE, INACTIVE_GUEST])
def test_a_deactivated_account_may_do_nothing(who, act):
    assert may(who, act) == Refusal("inactive")


@pytest.mark.parametrize("code", sorted(SENTENCES))
@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_every_refusal_has_a_sentence_in_each_language(code, language):
    with override(language):
        words = Refusal(code).words
    assert words
    assert words.isascii() == (language == "en")
