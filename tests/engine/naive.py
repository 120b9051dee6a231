"""Plays and beating as the rules text says it, card by card and slowly: the reference for the fast ones."""

from collections import Counter
from itertools import product

ORDER = "3456789TJQKA2sB"
NATURALS = ORDER[:12]


def reduced(play: str, mixed: str = "as_small") -> list[str] | None:
    """The cards of a play after attaching 2s and carrying, high to low; None if they are no play."""
    jokers = [c for c in play if c in "sB"]
    rest = [c for c in play if c not in "sB"]
    naturals = {c for c in rest if c != "2"}
    if len(naturals) > 1 or not play:
        return None
    rank = naturals.pop() if naturals else "2"
    if mixed == "as_small" and {"s", "B"} <= set(jokers):
        jokers = ["s"] * len(jokers)
    cards = jokers + [rank] * len(rest)
    return sorted(cards, key=ORDER.index, reverse=True)


def beats(new: str, old: str, mixed: str = "as_small", two_to_one: bool = False) -> bool:
    """Same number, both sorted high to low, every card strictly higher than the one it meets."""
    ours, theirs = reduced(new, mixed), reduced(old, mixed)
    assert ours is not None
    assert theirs is not None
    if two_to_one:
        while "B" in theirs and Counter(ours)["B"] >= 2:
            theirs.remove("B")
            ours.remove("B")
            ours.remove("B")
    if len(ours) != len(theirs):
        return False
    return all(ORDER.index(a) > ORDER.index(b) for a, b in zip(ours, theirs, strict=True))


def is_gouji(play: str) -> bool:
    """Any joker; one or more 2; at least 2 A, 2 K, 3 Q, 4 J, or five 10, after attaching 2s."""
    cards = reduced(play)
    assert cards is not None
    if set(cards) & {"s", "B"}:
        return True
    least = {"2": 1, "A": 2, "K": 2, "Q": 3, "J": 4, "T": 5}
    return cards[0] in least and len(cards) >= least[cards[0]]


def high_first(cards):
    return "".join(sorted(cards, key=ORDER.index, reverse=True))


def plays_of(hand, *, hold):
    """All that a hand could lead, by rank (gouji §1); held 3s only all at once and last (§3)."""
    if hold and set(hand) == {"3"}:
        return {hand}
    count = Counter(hand)
    wilds = product(*(range(count[rank] + 1) for rank in "Bs2"))
    plays = set()
    for big, small, twos in wilds:
        wild = "B" * big + "s" * small + "2" * twos
        plays |= {wild} - {""}
        for rank in NATURALS[1:] if hold else NATURALS:
            plays |= {wild + rank * number for number in range(1, count[rank] + 1)}
    return plays
