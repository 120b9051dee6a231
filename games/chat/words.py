"""The sentences of refusals in chat."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts import permissions
from games.engine.core.errors import Refusal

REFUSALS: Final[dict[str, Promise]] = {
    "talk_empty": _("先写点什么再发。"),
    "talk_long": _("太长了，一句话最多 %(most)d 个字。"),
    "talk_link": _("聊天里不能发网址、号码和别处的账号。"),
    "talk_phrase": _("没有这句快捷语。"),
    "talk_fast": _("说得太快了，歇一歇再说。"),
    "talk_again": _("这句话刚说过了。"),
    "talk_place": _("你的座位变了，请刷新牌桌再说。"),
    "talk_gone": _("这句话已经不在了。"),
    "talk_self": _("不用屏蔽自己。"),
    "talk_mutes": _("屏蔽的人太多了，请先取消几个。"),
    "talk_embargo": _("这一场还没有公开，现在只有在座的人能聊天。"),
    "talk_closed": _("这张桌子已经散了。"),
    "talk_form": _("请求不完整，请刷新页面再试。"),
    "busy": _("刚才有别的操作还没做完，这一下没有生效。请再试一次。"),
    "too_fast": _("操作太快了，请稍等一下。"),
}


def sentence(refusal: Refusal) -> str:
    """What to tell a user whose post to the chat was refused."""
    if refusal.code in permissions.SENTENCES:
        return permissions.Refusal(refusal.code, dict(refusal.params)).words
    words = str(REFUSALS.get(refusal.code, REFUSALS["talk_form"]))
    return words % refusal.params if refusal.code == "talk_long" else words
