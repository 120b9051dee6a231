"""The supervisor as a process of its own, for `Stack`: it stops when its standard input closes.

Standard input is a pipe from the process that made the `Stack`. The kernel closes it however that process ends.
"""

from __future__ import annotations

import sys

from .instance import instance
from .options import Options
from .supervisor import Interrupted
from .user_errors import UserError, user_error_of


def main(argv: list[str]) -> int:
    """Run the instance whose options the first argument holds as JSON, until standard input closes."""
    try:
        with instance(Options.from_json(argv[1])) as supervisor:
            supervisor.watch(lifeline=sys.stdin.fileno())
    except Interrupted:
        return 0
    except UserError as user_error:
        user_error.show()
        return 1
    except OSError as error:
        user_error_of(error).show()
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
