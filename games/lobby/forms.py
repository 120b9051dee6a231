"""The form that opens a table."""

from collections.abc import Iterator
from typing import Final

from django import forms
from django.forms.boundfield import BoundField, BoundWidget
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.engine.core.options import Meta, make_ruleset
from games.lobby.time_controls import BY_KEY, TIME_CONTROLS
from games.play.display.words import said
from games.play.models import Table
from games.play.services.seats import STRICT_PRESET, TableSettings

AS_PRESET: Final = ("", _("按规则"))
PREFIX: Final = "option_"
CARD_COUNTERS: Final = (
    (Table.CardCounter.OFF.value, _("不用")),
    (Table.CardCounter.OWN.value, _("只记王和 2")),
    (Table.CardCounter.FULL.value, _("全记")),
)
CARD_COUNT_VISIBILITIES: Final = (
    (Table.CardCountVisibility.ALL.value, _("一直看得见")),
    (Table.CardCountVisibility.LOW.value, _("少于十张才看得见")),
)
DELAYS: Final = (
    ("0", _("不延迟")),
    ("30", _("晚 30 秒")),
    ("60", _("晚 1 分钟")),
    ("180", _("晚 3 分钟")),
)


class OpenTableForm(forms.Form):
    """A preset, the table's settings, and options that differ from the preset. Only the preset is required."""

    time_control = forms.ChoiceField(
        label=_("快慢"), choices=[], initial="casual", required=False, widget=forms.RadioSelect
    )
    card_counter = forms.ChoiceField(
        label=_("记牌器"),
        choices=CARD_COUNTERS,
        initial=Table.CardCounter.OWN.value,
        required=False,
        widget=forms.RadioSelect,
    )
    private = forms.BooleanField(
        label=_("私人桌"), help_text=_("大厅里看不见，把链接发给朋友才能来。"), required=False
    )
    card_count_visibility = forms.ChoiceField(
        label=_("余牌"),
        help_text=_("别家手里还剩几张。"),
        choices=CARD_COUNT_VISIBILITIES,
        initial=Table.CardCountVisibility.ALL.value,
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
        time_control = self.fields["time_control"]
        assert isinstance(time_control, forms.ChoiceField)
        time_control.choices = [(each.key, each.words) for each in TIME_CONTROLS]
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
        """The radio button of each preset, with its help."""
        for radio, preset in zip(self["preset"], self.meta.presets, strict=True):
            yield radio, said(preset.help)

    def time_control_choices(self) -> Iterator[tuple[BoundWidget, str]]:
        """The radio button of each time control, with its help."""
        for radio, time_control in zip(self["time_control"], TIME_CONTROLS, strict=True):
            yield radio, time_control.help

    def option_fields(self) -> Iterator[BoundField]:
        """The fields of the options."""
        for name in self.fields:
            if name.startswith(PREFIX):
                yield self[name]

    def has_odd_options(self) -> bool:
        """Whether an error is in the folded part of the form, which then has to be open."""
        folded = {"card_count_visibility", "watch_delay"}
        return any(name in folded or name.startswith(PREFIX) for name in self.errors)

    def ruleset(self) -> str:
        """The canonical ruleset of a valid form. An empty option has the preset's value."""
        changes = {
            option.key: self.cleaned_data[f"{PREFIX}{option.key}"]
            for option in self.meta.options
            if self.cleaned_data.get(f"{PREFIX}{option.key}")
        }
        return str(make_ruleset(self.meta, self.cleaned_data["preset"], changes))

    def settings(self) -> TableSettings:
        """The settings of a valid form. Under a strict preset ``create_table`` takes the card counter away."""
        data = self.cleaned_data
        time_control = BY_KEY[data["time_control"] or "casual"]
        return TableSettings(
            decision_seconds=time_control.decision,
            bank_seconds=time_control.bank,
            card_counter=Table.CardCounter(data["card_counter"] or Table.CardCounter.OWN),
            card_count_visibility=Table.CardCountVisibility(
                data["card_count_visibility"] or Table.CardCountVisibility.ALL
            ),
            watch_delay=int(data["watch_delay"] or "0"),
            private=data["private"],
        )
