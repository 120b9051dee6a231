"""The form that opens a table."""

from collections.abc import Iterator
from typing import Final

from django import forms
from django.forms.boundfield import BoundField, BoundWidget
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.engine.core.options import Meta, make_ruleset
from games.lobby.time_controls import BY_KEY, PACES
from games.play.display.words import said
from games.play.models import Table
from games.play.services.seats import STRICT_PRESET, TableSettings

AS_PRESET: Final = ("", _("按规则"))
PREFIX: Final = "option_"
MEMORIES: Final = (
    (Table.Memory.OFF.value, _("不用")),
    (Table.Memory.OWN.value, _("只记王和 2")),
    (Table.Memory.FULL.value, _("全记")),
)
COUNTS: Final = (
    (Table.Counts.ALL.value, _("一直看得见")),
    (Table.Counts.LOW.value, _("少于十张才看得见")),
)
DELAYS: Final = (
    ("0", _("不延迟")),
    ("30", _("晚 30 秒")),
    ("60", _("晚 1 分钟")),
    ("180", _("晚 3 分钟")),
)


class OpenTableForm(forms.Form):
    """A preset, how the table is kept, and options where they are to differ from the preset.

    What is left out stands at the usual: only the preset has to be there.
    """

    pace = forms.ChoiceField(
        label=_("快慢"), choices=[], initial="casual", required=False, widget=forms.RadioSelect
    )
    memory = forms.ChoiceField(
        label=_("记牌器"),
        choices=MEMORIES,
        initial=Table.Memory.OWN.value,
        required=False,
        widget=forms.RadioSelect,
    )
    private = forms.BooleanField(
        label=_("私人桌"), help_text=_("大厅里看不见，把链接发给朋友才能来。"), required=False
    )
    counts = forms.ChoiceField(
        label=_("余牌"),
        help_text=_("别家手里还剩几张。"),
        choices=COUNTS,
        initial=Table.Counts.ALL.value,
        required=False,
    )
    watch_delay = forms.ChoiceField(
        label=_("观战"),
        help_text=_("没入座的人晚多久看到牌局，免得有人通风报信。"),
        choices=DELAYS,
        initial="0",
        required=False,
    )

    def __init__(self, data: QueryDict | None = None, *, meta: Meta) -> None:
        super().__init__(data)
        self.meta = meta
        pace = self.fields["pace"]
        assert isinstance(pace, forms.ChoiceField)
        pace.choices = [(each.key, each.words) for each in PACES]
        self.fields["preset"] = forms.ChoiceField(
            label=_("规则"),
            choices=[(preset.key, said(preset.label)) for preset in meta.presets],
            initial=meta.presets[0].key,
            widget=forms.RadioSelect,
        )
        for option in meta.options:
            self.fields[f"{PREFIX}{option.key}"] = forms.ChoiceField(
                label=said(option.label),
                help_text=said(option.help),
                choices=[AS_PRESET, *((value.key, said(value.label)) for value in option.values)],
                required=False,
            )

    @property
    def has_strict_preset(self) -> bool:
        """Whether one of the presets allows no card counter."""
        return any(preset.key == STRICT_PRESET for preset in self.meta.presets)

    def preset_choices(self) -> Iterator[tuple[BoundWidget, str]]:
        """Each preset's button with its help."""
        for radio, preset in zip(self["preset"], self.meta.presets, strict=True):
            yield radio, said(preset.help)

    def pace_choices(self) -> Iterator[tuple[BoundWidget, str]]:
        """Each pace's button with its help."""
        for radio, pace in zip(self["pace"], PACES, strict=True):
            yield radio, pace.help

    def option_fields(self) -> Iterator[BoundField]:
        """The fields of the options."""
        for name in self.fields:
            if name.startswith(PREFIX):
                yield self[name]

    def has_odd_options(self) -> bool:
        """Whether what is wrong with the form is in its folded part."""
        folded = {"counts", "watch_delay"}
        return any(name in folded or name.startswith(PREFIX) for name in self.errors)

    def ruleset(self) -> str:
        """The canonical ruleset of a valid form. A field left empty stands at the preset's value."""
        changes = {
            option.key: self.cleaned_data[f"{PREFIX}{option.key}"]
            for option in self.meta.options
            if self.cleaned_data.get(f"{PREFIX}{option.key}")
        }
        return str(make_ruleset(self.meta, self.cleaned_data["preset"], changes))

    def settings(self) -> TableSettings:
        """How the table of a valid form is kept. Under a strict ruleset nobody counts cards, whatever is chosen."""
        data = self.cleaned_data
        pace = BY_KEY[data["pace"] or "casual"]
        return TableSettings(
            decision_seconds=pace.decision,
            bank_seconds=pace.bank,
            memory=Table.Memory(data["memory"] or Table.Memory.OWN),
            counts=Table.Counts(data["counts"] or Table.Counts.ALL),
            watch_delay=int(data["watch_delay"] or "0"),
            private=data["private"],
        )
