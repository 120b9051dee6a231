"""What strangers do wrong takes a line of the log, not a page: else they could drive out of it what matters."""

import logging


class Brief(logging.Filter):
    """Leaves out the traceback of a request that was refused as it is: a wrong host, a form that cannot be read."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass."""
        refused = record.name == "django.request" and getattr(record, "status_code", 500) < 500
        if refused or record.name.startswith("django.security"):
            record.exc_info = record.exc_text = None
        return True
