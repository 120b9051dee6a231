"""What a user may do on this site, decided in one place: ``may``.

Every view, service and socket asks it for the act that it carries out. It reads nothing from the database, so it may be
asked on every request.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, TypeAlias

from django.contrib.auth.models import AnonymousUser
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User

Somebody: TypeAlias = User | AnonymousUser


class Act(StrEnum):
    """What users do that may be refused."""

    WATCH = "watch"
    """See a table, its log and its chat."""
    REPLAY = "replay"
    """See finished matches."""
    DOWNLOAD = "download"
    """Take a finished match as a file."""
    OPEN = "open"
    """Open a table."""
    QUICK_MATCH = "quick_match"
    QUICK_START = "quick_start"
    SIT = "sit"
    LEAVE = "leave"
    READY = "ready"
    """Be ready at a seat, or not any more."""
    ADD_BOTS = "add_bots"
    KICK = "kick"
    """Ask somebody to leave a seat."""
    AUTOPLAY = "autoplay"
    """Let a bot play for one's own seat, or play oneself again."""
    AUTO_DECLINE = "auto_decline"
    """Have calls in the middle of play answered with no, or be asked again."""
    PLAY = "play"
    """Act in a match."""
    HINT = "hint"
    CHAT = "chat"
    """Send one of the ready-made phrases or emotes."""
    WRITE = "write"
    """Send words of one's own in chat."""
    MUTE = "mute"
    """No longer see what somebody says, or see it again."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a user may not do something: a code, and the parameters of its sentence."""

    code: str
    params: dict[str, str | int] = field(default_factory=dict)

    @property
    def words(self) -> str:
        """The sentence for the user, in the active language."""
        return str(SENTENCES[self.code]) % self.params


Reason: TypeAlias = Callable[[Somebody, Act, object], Refusal | None]
"""A rule: given a user, an act and what it is about, it returns a refusal, or None where it has nothing against it."""

SENTENCES: Final[dict[str, Promise]] = {
    "sign_in": _("请先登录。"),
    "inactive": _("这个账号已经停用了。"),
    "talk_guest": _("游客可以用快捷语和表情；保存账号以后就能自己打字。"),
}
_ANYBODY_MAY: Final = frozenset({Act.WATCH})
"""Acts of those who are not signed in."""
_GUESTS_MAY_NOT: Final = {Act.WRITE: "talk_guest"}
"""Acts that guests are refused, with the code of the refusal."""


def _has_not_signed_in(user: Somebody, act: Act, about: object) -> Refusal | None:
    del about
    return None if user.is_authenticated or act in _ANYBODY_MAY else Refusal("sign_in")


def _is_inactive(user: Somebody, act: Act, about: object) -> Refusal | None:
    del act, about
    return Refusal("inactive") if user.is_authenticated and not user.is_active else None


def _is_guest(user: Somebody, act: Act, about: object) -> Refusal | None:
    del about
    if act in _GUESTS_MAY_NOT and isinstance(user, User) and user.is_guest:
        return Refusal(_GUESTS_MAY_NOT[act])
    return None


REASONS: tuple[Reason, ...] = (_has_not_signed_in, _is_inactive, _is_guest)
"""They are asked in this order; the first refusal is the answer."""


def may(user: Somebody, act: Act, about: object = None) -> Refusal | None:
    """Why ``user`` may not do ``act``; None where they may.

    ``about`` is what it is done to: a user, a table, an event; None where there is nothing yet.
    """
    answers = (reason(user, act, about) for reason in REASONS)
    return next((refusal for refusal in answers if refusal is not None), None)
