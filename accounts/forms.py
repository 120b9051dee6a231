"""Forms of accounts."""

from allauth.account.adapter import get_adapter
from allauth.account.forms import SignupForm as BaseSignupForm
from django import forms
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.utils.translation import gettext_lazy as _

from accounts.languages import zone_names
from accounts.models import User
from accounts.validators import MAX_NAME


def leave_rules_to_adapter(field: forms.Field) -> None:
    """Leave a name to ``check_name``, whose sentences fit the site's rules."""
    # Django's own validators run first, and would speak of 150 characters.
    field.validators = []
    field.widget.attrs["maxlength"] = str(MAX_NAME)


class SignupForm(BaseSignupForm):  # type: ignore[misc]
    """Signing up, with the site's own rules for names."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        leave_rules_to_adapter(self.fields["username"])


class KeepGuestForm(forms.Form):
    """A guest chooses a name and a password and keeps the account."""

    username = forms.CharField(label=_("名字"))
    # Not stripped: the form for signing in does not strip it either.
    password = forms.CharField(
        label=_("密码"), widget=forms.PasswordInput, max_length=128, strip=False
    )

    def __init__(self, *args: object, user: User, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.user = user
        leave_rules_to_adapter(self.fields["username"])

    def clean_username(self) -> str:
        """A name that follows the rules and that nobody has."""
        return str(get_adapter().clean_username(self.cleaned_data["username"]))

    def clean_password(self) -> str:
        """A password that the site's validators accept beside the chosen name."""
        # Not beside the guest's name, which nobody will have any more.
        password: str = self.cleaned_data["password"]
        validate_password(password, User(username=self.cleaned_data.get("username", "")))
        return password


class SettingsForm(forms.Form):
    """The language and the time zone of a user."""

    language = forms.ChoiceField(label=_("语言"), required=False)
    time_zone = forms.ChoiceField(
        label=_("时区"), required=False, help_text=_("牌局记录里的时间按这个时区显示。")
    )

    def __init__(self, *args: object, user: User, **kwargs: object) -> None:
        chosen = {"language": user.language, "time_zone": user.time_zone}
        super().__init__(*args, **{"initial": chosen, **kwargs})  # type: ignore[arg-type]
        automatic = ("", _("跟随浏览器"))
        self.fields["language"].choices = [automatic, *settings.LANGUAGES]  # type: ignore[attr-defined]
        self.fields["time_zone"].choices = [  # type: ignore[attr-defined]
            automatic,
            *((name, name.replace("_", " ")) for name in zone_names()),
        ]
