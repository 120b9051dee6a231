"""What a deal leaves behind: its result, and what is owed for the next (gouji §9)."""

import msgspec

from games.engine.core.actions import Seat


class Due(msgspec.Struct, frozen=True):
    """``payer`` owes ``receiver`` ``count`` cards.

    ``kind`` is ``stifle`` 闷贡, ``burn`` 烧贡, ``open`` 点贡, ``place`` 落贡 or ``sweep`` (after 串三户).
    """

    kind: str
    payer: Seat
    receiver: Seat
    count: int = 1


class DealResult(msgspec.Struct, frozen=True):
    """How a deal ended.

    ``places`` per seat from 1 头科 to 6 大落, ``finished`` the seats in the order they went out, ``points``
    per federation, ``sweep`` whether it was 串三户, ``dues`` what is owed in the next deal.
    """

    number: int
    places: tuple[int, ...]
    finished: tuple[Seat, ...]
    points: tuple[int, int]
    sweep: bool
    opened: tuple[bool, ...] = (False,) * 6
    declared: tuple[bool, ...] = (False,) * 6
    revolted: Seat | None = None
    stifled: tuple[Seat, ...] = ()
    burned: tuple[Seat, ...] = ()
    dues: tuple[Due, ...] = ()
