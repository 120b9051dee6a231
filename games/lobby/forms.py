"""The form that opens a table."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.forms.boundfield import BoundField, BoundWidget

from games.engine.core.options import Meta, make_ruleset
from games.play.present import full_width

PACES = (("20", "快 · 每步 20 秒"), ("30", "常 · 每步 30 秒"), ("60", "慢 · 每步 60 秒"))
AS_PRESET = ("", "按规则")
PREFIX = "option_"


class OpenTableForm(forms.Form):
    """A preset, the time per decision, and options where they are to differ from the preset."""

    decision_seconds = forms.ChoiceField(label="速度", choices=PACES, initial="30")

    def __init__(self, *args: Any, meta: Meta, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        self.meta = meta
        self.fields["preset"] = forms.ChoiceField(
            label="规则",
            choices=[(preset.key, preset.label.zh) for preset in meta.presets],
            initial=meta.presets[0].key,
            widget=forms.RadioSelect,
        )
        for option in meta.options:
            self.fields[f"{PREFIX}{option.key}"] = forms.ChoiceField(
                label=option.label.zh,
                help_text=full_width(option.help.zh),
                choices=[AS_PRESET, *((value.key, value.label.zh) for value in option.values)],
                required=False,
            )

    def preset_choices(self) -> Iterator[tuple[BoundWidget, str]]:
        """Each preset's button with its help."""
        for radio, preset in zip(self["preset"], self.meta.presets, strict=True):
            yield radio, full_width(preset.help.zh)

    def option_fields(self) -> Iterator[BoundField]:
        """The fields of the options."""
        for name in self.fields:
            if name.startswith(PREFIX):
                yield self[name]

    def ruleset(self) -> str:
        """The canonical ruleset of a valid form. A field left empty stands at the preset's value."""
        changes = {
            option.key: self.cleaned_data[f"{PREFIX}{option.key}"]
            for option in self.meta.options
            if self.cleaned_data.get(f"{PREFIX}{option.key}")
        }
        return str(make_ruleset(self.meta, self.cleaned_data["preset"], changes))
