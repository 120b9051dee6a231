"""What a command line that does not fit is answered: in Chinese first, and in few words.

argparse asks `argparse._` for its sentences, which is where Django's commands get theirs too.
"""

from __future__ import annotations

import argparse
import math
from typing import Final

HIGHEST_PORT = 65_535
SENTENCES: Final = {
    "usage: ": "用法 usage: ",
    "options": "选项 options",
    "positional arguments": "参数 arguments",
    "show this help message and exit": "显示这些说明 show this help",
    "argument %(argument_name)s: %(message)s": "%(argument_name)s：%(message)s",
    "unrecognized arguments: %s": "不认识的参数 unrecognized arguments: %s",
    "the following arguments are required: %s": "还缺这些参数 arguments are missing: %s",
    "expected one argument": "后面还缺一个值 a value is missing",
    "expected at most one argument": "后面最多一个值 at most one value is expected",
    "expected at least one argument": "后面至少一个值 at least one value is expected",
    "ignored explicit argument %r": "不带值，这里却有 %r takes no value",
    "ambiguous option: %(option)s could match %(matches)s": (
        "%(option)s 不止一个意思 is ambiguous: %(matches)s"
    ),
    "invalid %(type)s value: %(value)r": "这个值不合适 not a fitting value (%(type)s): %(value)r",
    "invalid choice: %(value)r (choose from %(choices)s)": (
        "没有 %(value)r 这一项，可选的是 no such choice, choose from: %(choices)s"
    ),
    "invalid choice: %(value)r, maybe you meant %(suggestion)r? (choose from %(choices)s)": (
        "没有 %(value)r 这一项，可选的是 no such choice, choose from: %(choices)s"
    ),
    "%(prog)s: error: %(message)s\n": "✗ %(message)s\n",
}


def speak_chinese() -> None:
    """Let every command line of this process be refused and explained in Chinese first."""
    english = vars(argparse)["_"]
    setattr(argparse, "_", lambda text: SENTENCES.get(text) or english(text))  # noqa: B010 -- not in its stubs


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
