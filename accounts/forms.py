"""Forms of the accounts room."""

from allauth.account.adapter import get_adapter
from django import forms
from django.contrib.auth.password_validation import validate_password

from accounts.models import User


class KeepGuestForm(forms.Form):
    """A guest chooses a name and a password and keeps the account."""

    username = forms.CharField(label="名字", max_length=12)
    password = forms.CharField(label="密码", widget=forms.PasswordInput, max_length=128)

    def __init__(self, *args: object, user: User, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.user = user

    def clean_username(self) -> str:
        """A name that nobody has."""
        return str(get_adapter().clean_username(self.cleaned_data["username"]))

    def clean_password(self) -> str:
        """A password that the site's validators accept."""
        password: str = self.cleaned_data["password"]
        validate_password(password, self.user)
        return password
