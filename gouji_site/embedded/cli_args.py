"""Command lines of our own commands: their parser, and values that say in Chinese first why they do not fit.

Django makes the parsers of its commands itself; there only the values of these types speak Chinese.
"""

from __future__ import annotations

import argparse
import math
import sys
from typing import NoReturn

HIGHEST_PORT = 65_535


class Parser(argparse.ArgumentParser):
    """argparse's, which refuses a command line in Chinese first."""

    def error(self, message: str) -> NoReturn:
        """End the process with what is wrong."""
        self.print_usage(sys.stderr)
        self.exit(2, f"✗ 命令行参数不对 The arguments do not fit: {message}\n")


def port(text: str) -> int:
    """A port, 0 for any free one."""
    if text.isascii() and text.isdigit() and int(text) <= HIGHEST_PORT:
        return int(text)
    raise argparse.ArgumentTypeError(
        f"端口须是 0 到 {HIGHEST_PORT} 的整数 a port is a whole number up to {HIGHEST_PORT}: {text!r}"
    )


def filled(text: str) -> str:
    """A text that is not empty."""
    if text:
        return text
    raise argparse.ArgumentTypeError("不能是空的 must not be empty")


def count(text: str) -> int:
    """How many of something, at least one."""
    if text.isascii() and text.isdigit() and int(text):
        return int(text)
    raise argparse.ArgumentTypeError(
        f"须是 1 或更大的整数 must be a whole number, one or more: {text!r}"
    )


def amount(text: str) -> float:
    """A number of seconds or the like, zero or more."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if 0 <= number < math.inf:
        return number
    raise argparse.ArgumentTypeError(f"须是不小于零的数 must be a number, zero or more: {text!r}")


def more_than_nothing(text: str) -> float:
    """A number above zero."""
    if number := amount(text):
        return number
    raise argparse.ArgumentTypeError("须大于零 must be more than zero")
