"""What the page of a record shows beside the table: its deals and events, its players, its proof."""

from threading import Lock
from typing import Final

import msgspec
from cachetools import LRUCache, cached
from django.urls import reverse
from django.utils.translation import gettext as _

from games.engine import verify
from games.engine.core.errors import Refusal
from games.engine.core.records import read_record
from games.engine.registry import game_of
from games.play.display.log_text import in_words, name_of, ruleset_name
from games.play.display.words import said
from games.play.models import Match
from games.play.state import match_seats
from games.records.models import Record
from games.records.replay_cache import Chapter, Replay
from games.records.replay_position import ALL, NONE, seats_of
from games.records.words import KINDS, verdict_words

MOST_DIGITS: Final = 9
"""Digits of a number in an address that are read: ``int`` raises for thousands of them."""


def move_of(asked: str, last: int) -> int:
    """The number of the move that an address names, or the nearest there is. Moves count from 1."""
    known = asked.isascii() and asked.isdigit() and len(asked) <= MOST_DIGITS
    return min(max(int(asked), 1), last) if known else 1


def watched_of(asked: str, record: Record, user_id: int) -> str:
    """Whose hands an address asks for: ALL, NONE, or a seat's number. By default a player's own, and all for others."""
    players = list(record.players.all())
    if asked in {ALL, NONE, *(str(player.seat) for player in players)}:
        return asked
    return next((str(player.seat) for player in players if player.user_id == user_id), ALL)


def choices(record: Record, replay: Replay, watched: str) -> list[dict[str, object]]:
    """The choices of hands to look at; ``value`` as ``watched_of`` reads it."""
    sides = replay.game.meta.sides
    named: list[tuple[str, str, int | None]] = [(ALL, _("全部手牌"), None)]
    named += [
        (str(seat.number), name_of(seat), sides.team_of(seat.number)) for seat in seats_of(record)
    ]
    named.append((NONE, _("不看手牌"), None))
    return [
        {"value": value, "name": name, "chosen": value == watched, "team": team}
        for value, name, team in named
    ]


def game_title(record: Record) -> str:
    """The game's name; the ruleset's own text where that is not played here any more."""
    try:
        return said(game_of(record.ruleset).meta.title)
    except Refusal:
        return record.ruleset


def headings(record: Record, replay: Replay) -> dict[str, object]:
    """The context for the head of the page: game, rules, names."""
    return {
        "title": said(replay.game.meta.title),
        "kind": replay.game.meta.key,
        "rules": ruleset_name(replay.game),
        "names": names_in(record),
    }


def names_in(record: Record) -> list[str]:
    """The names of the players, by seat."""
    return [name_of(seat) for seat in seats_of(record)]


def contents(record: Record, replay: Replay, move: int) -> list[dict[str, object]]:
    """The deals of a match, each with its marks in words; ``here`` is the one of ``move``, ``again`` a redeal."""
    names = names_in(record)
    here, before = replay.chapter_at(move), 0
    shown = []
    for chapter in replay.chapters:
        shown.append(
            {
                "number": chapter.number,
                "again": chapter.number == before,
                "move": chapter.move,
                "here": chapter is here,
                "marks": _marks(replay, chapter, names),
            }
        )
        before = chapter.number
    return shown


def _marks(replay: Replay, chapter: Chapter, names: list[str]) -> list[dict[str, object]]:
    return [
        {
            "move": mark.move,
            "kind": KINDS[mark.kind],
            "words": in_words(replay.game, mark.event, names),
        }
        for mark in chapter.marks
    ]


_verdicts: Final[LRUCache[str, verify.Verdict]] = LRUCache(16)
_lock: Final = Lock()


def is_checked(record: Record) -> bool:
    """Whether the check of a record's proof is cached. To make it means to play the whole match, up to a second."""
    with _lock:
        return record.text_with_proof in _verdicts


@cached(_verdicts, key=str, lock=_lock)
def _check(text: str) -> verify.Verdict:
    return verify.check(read_record(text))


def proof_shown(record: Record) -> dict[str, object]:
    """The context for a record's proof: secret and salts, and whether the deals follow from them."""
    verdict = _check(record.text_with_proof)
    names = names_in(record)
    return {
        "proof": record.proof,
        "salts": list(zip(names, record.salts, strict=False)) if record.proof else [],
        "holds": verdict.holds,
        "verdict": verdict_words(verdict),
        "deals": verdict.deals,
    }


def salts_of(match_id: int) -> list[tuple[str, str]]:
    """The name and salt of each seat of a match. Ask only once the reader has seen it begin."""
    salts = Match.objects.values_list("salts", flat=True).get(id=match_id)
    return list(zip(map(name_of, match_seats.seats_of(match_id)), salts, strict=False))


def json_of(record: Record) -> bytes:
    """A record as JSON: moves that ``engine.core.records.read_any`` plays back, players, times, events, result."""
    players = record.players.all()
    plain = {
        "number": record.match_id,
        "page": reverse("record", args=[record.match_id]),
        "ruleset": record.ruleset,
        "began_at": record.began_at,
        "ended_at": record.ended_at,
        "players": [
            {"seat": each.seat, "name": each.name, "bot": each.bot, "escaped": each.escaped}
            for each in players
        ],
        "result": record.result,
        "proof": record.proof,
        "moves": read_record(record.text).entries,
        "decided_by": record.deciders,
        "events": record.events,
    }
    return msgspec.json.format(msgspec.json.encode(plain), indent=1)
