"""The form that opens a table."""

from typing import Any

from django import forms

from games.engine.core.options import Meta, make_ruleset

PACES = (("20", "快 · 每步 20 秒"), ("30", "常 · 每步 30 秒"), ("60", "慢 · 每步 60 秒"))


class OpenTableForm(forms.Form):
    """A preset, the game's options, and the time per decision."""

    decision_seconds = forms.ChoiceField(label="速度", choices=PACES, initial="30")

    def __init__(self, *args: Any, meta: Meta, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        self.meta = meta
        self.fields["preset"] = forms.ChoiceField(
            label="规则",
            choices=[(preset.key, preset.label.zh) for preset in meta.presets],
            initial=meta.presets[0].key,
        )
        for option in meta.options:
            self.fields[f"option_{option.key}"] = forms.ChoiceField(
                label=option.label.zh,
                help_text=option.help.zh,
                choices=[(value.key, value.label.zh) for value in option.values],
                initial=option.default,
                required=False,
            )

    def ruleset(self) -> str:
        """The canonical ruleset of a valid form. A field left out stands at the preset's value."""
        changes = {
            option.key: self.cleaned_data[f"option_{option.key}"]
            for option in self.meta.options
            if self.cleaned_data.get(f"option_{option.key}")
        }
        return str(make_ruleset(self.meta, self.cleaned_data["preset"], changes))
