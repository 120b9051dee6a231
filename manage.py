#!/usr/bin/env python3
# -*- coding: utf-8 -*-
"""The one command of the project: `play`, `test` and every Django command.

Written so that old Pythons can read it, down to Python 2, and say which Python is needed.
"""

from __future__ import unicode_literals

import sys

TOO_OLD = (
    "需要 Python 3.11 或更新的版本，这里是 %d.%d。请改用例如 python3.11 manage.py。\n"
    "Python 3.11 or newer is needed and this is %d.%d: try for example python3.11 manage.py.\n"
)


def refuse_old_python():
    """Say in one sentence which Python is needed, and exit."""
    text = TOO_OLD % (tuple(sys.version_info[:2]) * 2)
    # As bytes: the terminal's encoding may have no Chinese letters. Python 2 has no `buffer`.
    stream = getattr(sys.stderr, "buffer", sys.stderr)
    stream.write(text.encode("utf-8"))
    sys.exit(1)


if __name__ == "__main__":
    if sys.version_info < (3, 11):
        refuse_old_python()
    try:
        from gouji_site.bootstrap import main
    except KeyboardInterrupt:
        sys.exit(130)

    sys.exit(main(sys.argv))
