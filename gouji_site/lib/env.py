"""Settings from the environment. A value that does not fit is an error, and is not replaced by the default."""

import os
import sys


class SettingError(ValueError):
    """An environment variable whose value cannot be used."""

    def __init__(self, name: str, value: str, wanted: str) -> None:
        super().__init__(f"{name}={value!r}: {wanted}")


def env_text(name: str, default: str = "") -> str:
    """The variable's text, or the default where it is not set."""
    return os.environ.get(name, default)


def env_bool(name: str, *, default: bool) -> bool:
    """1/true/yes/on or 0/false/no/off. Raises SettingError for anything else."""
    value = os.environ.get(name, "").strip().lower()
    if not value:
        return default
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"0", "false", "no", "off"}:
        return False
    raise SettingError(name, value, "expected 1 or 0")


def env_int(name: str, default: int, least: int = 0) -> int:
    """A whole number, ``least`` or more. Raises SettingError for anything else."""
    value = os.environ.get(name, "").strip()
    if not value:
        return default
    # `int` alone would take "1_000", "+5" and the digits of other scripts.
    if value.isascii() and value.isdigit() and int(value) >= least:
        return int(value)
    raise SettingError(name, value, f"expected a whole number, {least} or more")


def env_float(name: str, default: float) -> float:
    """A number that is not negative. Raises SettingError for anything else."""
    value = os.environ.get(name, "").strip()
    try:
        number = float(value) if value else default
    except ValueError:
        raise SettingError(name, value, "expected a number") from None
    if number < 0 or number != number:  # noqa: PLR0124 -- the one value unequal to itself is NaN
        raise SettingError(name, value, "expected a number, zero or more")
    return number


def env_list(name: str, default: str = "") -> list[str]:
    """Comma-separated values, blanks dropped."""
    return [part.strip() for part in os.environ.get(name, default).split(",") if part.strip()]


def settings_or_exit() -> None:
    """Read the settings, or exit with one sentence that says what has to be set first.

    For programs that are not ours, such as celery's, which would print a traceback.
    """
    from django.conf import settings  # noqa: PLC0415 -- settings read this module
    from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415 -- see above

    try:
        settings.configured or settings.SECRET_KEY  # noqa: B018 -- reading is what loads them
    except (ImproperlyConfigured, SettingError) as error:
        sys.exit(f"✗ 设置有误：{error}\n  The settings do not fit.")
