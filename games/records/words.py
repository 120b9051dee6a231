"""The words for events and checks on the pages of records."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine import verify
from games.engine.core.fair import SCHEME_BY_MOVE

KINDS: Final[dict[str, Promise]] = {
    "deal_voided": gettext_lazy("作废"),
    "cards_given": gettext_lazy("给牌"),
    "revolted": gettext_lazy("革命"),
    "charged": gettext_lazy("冲点"),
    "charge_settled": gettext_lazy("冲点"),
    "head_chosen": gettext_lazy("要头"),
    "declared": gettext_lazy("宣点"),
    "shown": gettext_lazy("亮牌"),
    "burns": gettext_lazy("烧牌"),
    "dead": gettext_lazy("够死级"),
    "gouji": gettext_lazy("够级"),
    "burn_ended": gettext_lazy("解烧"),
    "burn_succeeded": gettext_lazy("烧成"),
    "burn_failed": gettext_lazy("烧败"),
    "stifled": gettext_lazy("被闷"),
    "opened": gettext_lazy("开点"),
    "went_out": gettext_lazy("走科"),
    "melee_began": gettext_lazy("乱缠"),
    "deal_ended": gettext_lazy("结算"),
    "match_ended": gettext_lazy("终局"),
    "nobody_showed": gettext_lazy("重发"),
    "trumps_set": gettext_lazy("定主"),
    "buried": gettext_lazy("扣底"),
    "stars_put": gettext_lazy("摘星"),
    "throw_failed": gettext_lazy("甩牌"),
    "points": gettext_lazy("得分"),
}


_FAILURES: Final[dict[str, Promise]] = {
    verify.NO_PROOF: gettext_lazy("这一场早于公平发牌，没有承诺可验。"),
    verify.NOT_OPENED: gettext_lazy("验牌不通过：秘密的 SHA-256 不是事先公布的承诺。"),
    verify.OTHER_SCHEME: gettext_lazy("这份牌谱写着一种这里不认识的洗牌办法，验不了。"),
    verify.OTHER_DEAL: gettext_lazy("验牌不通过：第 {deal} 次发牌不是由秘密和口令洗出来的。"),
    verify.NO_DEAL: gettext_lazy("这份牌谱里没有发牌。"),
    verify.BROKEN: gettext_lazy("规则已经改过，这份牌谱从第 {move} 手起放不下去，验不完。"),
}


def verdict_words(verdict: verify.Verdict) -> str:
    """The result of a check, in a sentence or two."""
    count = len(verdict.deals)
    if not verdict.holds:
        return str(_FAILURES[verdict.why]).format(deal=count, move=verdict.move)
    words = _("验牌通过：秘密与承诺一致，{count} 次发牌都对得上。").format(count=count)
    return words + _scheme_words(verdict)


def _scheme_words(verdict: verify.Verdict) -> str:
    """What a proof of the older scheme leaves open; "" for today's."""
    if verdict.scheme != SCHEME_BY_MOVE:
        return ""
    return _(
        "这一场用的是旧办法，下一次发牌跟着手数变：知道秘密和口令的人，多走或少走一手就能换牌。"
    )
