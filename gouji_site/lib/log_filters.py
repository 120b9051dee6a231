"""Keeps short what strangers can write into the log: three files of 5 MB are kept, and 7,500 requests for a wrong host
filled them with tracebacks.
"""

import logging
from typing import Final

MOST_CHARACTERS: Final = 300
"""Of a record, and of each line of its traceback: a request's path, which a stranger chooses, may have 64 KB."""
FIRST_LINES: Final = 8
LAST_LINES: Final = 32
"""Lines of a traceback that are kept: the first ones show where it began, the last ones what failed and where."""


class ShortRefusals(logging.Filter):
    """Leaves out the traceback of a request that is refused: a wrong host, a form that cannot be read."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass."""
        refused = record.name == "django.request" and getattr(record, "status_code", 500) < 500
        if refused or record.name.startswith("django.security"):
            record.exc_info = record.exc_text = None
        return True


class BoundedFormatter(logging.Formatter):
    """Writes a record in at most MOST_CHARACTERS, and its traceback in at most 41 lines of that length."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record's text, then its traceback, each cut where it is too long."""
        record.message = record.getMessage()
        record.asctime = self.formatTime(record, self.datefmt)
        parts = [cut(self.formatMessage(record))]
        # Not kept in `exc_text`, as logging does: another handler may want it whole, or may have left it there.
        if record.exc_info:
            parts.append(cut_lines(self.formatException(record.exc_info)))
        elif record.exc_text:
            parts.append(cut_lines(record.exc_text))
        if record.stack_info:
            parts.append(cut_lines(record.stack_info))
        return "\n".join(parts)


def cut(text: str) -> str:
    """Return a text, or its beginning and the number of characters that are left out.

    >>> cut("x" * 60_000)[-14:]
    'xxxx… (+59710)'
    """
    if len(text) <= MOST_CHARACTERS:
        return text
    kept = MOST_CHARACTERS - len(f"… (+{len(text)})")
    return f"{text[:kept]}… (+{len(text) - kept})"


def cut_lines(text: str) -> str:
    """Return a traceback's first and last lines, each cut."""
    lines = [cut(line) for line in text.splitlines()]
    left_out = len(lines) - FIRST_LINES - LAST_LINES
    if left_out > 1:
        lines[FIRST_LINES:-LAST_LINES] = [f"  … (+{left_out})"]
    return "\n".join(lines)
