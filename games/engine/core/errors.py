"""Refusals: the engine's answer to an action that is not allowed.

A refusal is meant for a player and is no fault of the program. It has a code and parameters, and each
game's ``words`` turn it into a sentence that names the rule.
"""

from typing import TypeAlias

Param: TypeAlias = str | int


class Refusal(Exception):  # noqa: N818 -- a refusal is an answer, not an error
    """An action that was not carried out. The state has not changed."""

    def __init__(self, code: str, **params: Param) -> None:
        super().__init__(code)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        return f"{self.code} {self.params}" if self.params else self.code


class Unreadable(Refusal):
    """The text is not an action or not cards at all."""


class NotAllowed(Refusal):
    """A readable action that the rules forbid now."""
