"""Deals that can be checked: the scheme, against a second implementation written from its text alone."""

import hashlib
import itertools
from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.core import fair
from games.engine.core.actions import Chance
from games.engine.core.cards import deck
from games.engine.core.fair import Proof, commitment_to, drawn

SECRETS = st.binary(min_size=32, max_size=32).map(bytes.hex)
SALTS = st.lists(
    st.text(st.characters(exclude_categories=("C", "Zl", "Zp")), max_size=64),
    min_size=4,
    max_size=6,
)
NUMBERS = st.integers(1, 3000)
ONE, TWO = "00" * 31 + "01", "ff" * 32
SIX = ["春风", "", 'a"b\\c', "🀄", "[1,2]", "x" * 64]


# -- the second implementation -------------------------------------------------------------------------


def text_of_json(value):
    """A string or a number as JSON has it, everything but ASCII as it is."""
    if isinstance(value, int):
        return str(value)
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def keyed_hash(secret, message):
    """HMAC-SHA256 from its definition; the key is shorter than a block of 64 bytes."""
    padded = secret + bytes(64 - len(secret))
    inner = hashlib.sha256(bytes(b ^ 0x36 for b in padded) + message).digest()
    return hashlib.sha256(bytes(b ^ 0x5C for b in padded) + inner).digest()


class Numbers:
    """The stream of words of 64 bits, cut from one long string of bytes."""

    def __init__(self, key, blocks=70):
        stream = b"".join(
            hashlib.sha256(key + bytes(6) + bytes(divmod(at, 256))).digest() for at in range(blocks)
        )
        self.hex = stream.hex()
        self.at = 0

    def below(self, bound):
        while True:
            word = int(self.hex[self.at : self.at + 16], 16)
            self.at += 16
            if word // bound < 2**64 // bound:
                return word % bound


def dealt(secret, salts, number, cards, bounds):
    message = "[" + ",".join(map(text_of_json, [*salts, number])) + "]"
    numbers = Numbers(keyed_hash(bytes.fromhex(secret), message.encode("utf-8")))
    pack = list(cards)
    for place in reversed(range(1, len(pack))):
        other = numbers.below(place + 1)
        pack[place], pack[other] = pack[other], pack[place]
    return pack, [numbers.below(bound) for bound in bounds]


# -- the scheme ----------------------------------------------------------------------------------------


@given(secret=SECRETS, salts=SALTS, number=NUMBERS)
def test_a_deal_is_what_the_text_of_the_scheme_says(secret, salts, number):
    for cards, bounds in ((deck(4), (6,)), (deck(1), ()), (tuple(range(10)), (2, 3, 1))):
        made = drawn(secret, salts, number, Chance(cards, bounds))

        pack, draws = dealt(secret, salts, number, cards, bounds)
        assert (list(made.order), list(made.draws)) == (pack, draws)


@given(secret=SECRETS, salts=SALTS, number=NUMBERS, size=st.integers(0, 216))
def test_a_deal_is_a_permutation_of_the_deck_and_every_draw_is_below_its_bound(
    secret, salts, number, size
):
    bounds = (1, 2, 6, 1000)

    made = drawn(secret, salts, number, Chance(tuple(range(size)), bounds))

    assert sorted(made.order) == list(range(size))
    assert all(0 <= draw < bound for draw, bound in zip(made.draws, bounds, strict=True))


@given(secret=SECRETS, other=SECRETS, salts=SALTS, number=NUMBERS)
def test_another_secret_salt_or_number_gives_another_order(secret, other, salts, number):
    chance = Chance(deck(1))
    orders = {drawn(secret, salts, number, chance).order}
    orders.add(drawn(secret, salts, number + 1, chance).order)
    orders.add(drawn(secret, [salts[0] + "x", *salts[1:]], number, chance).order)
    orders.add(drawn(secret, [*salts[:-1], salts[-1] + "x"], number, chance).order)
    if other != secret:
        orders.add(drawn(other, salts, number, chance).order)

    assert len(orders) == 4 + (other != secret)


def test_salts_cannot_be_moved_from_seat_to_seat_or_into_each_other():
    chance = Chance(deck(1))
    ways = [["ab", "c"], ["a", "bc"], ["c", "ab"], ['a","b', "c"], ["a", "b", "c"], ["abc"]]
    ways += [["", "abc"], ["abc", ""], ["ab,c"], ["ab", "c,7"]]

    assert len({drawn(ONE, way, 7, chance).order for way in ways}) == len(ways)


# Reckoned with `openssl dgst -sha256 -mac HMAC` for the keys and `sha256sum` for the blocks.
ANSWERS = [
    (ONE, [""] * 4, 1, (), (10, 4, 11, 8, 3, 7, 2, 6, 0, 1, 5, 9), ()),
    (ONE, [""] * 4, 2, (), (2, 0, 9, 11, 8, 10, 3, 5, 6, 1, 4, 7), ()),
    (TWO, SIX, 1, (6,), (5, 11, 2, 9, 10, 0, 3, 8, 7, 6, 4, 1), (1,)),
    (TWO, SIX, 941, (6, 1 << 40), (8, 0, 10, 11, 4, 5, 9, 1, 2, 7, 3, 6), (1, 582260065534)),
]


@pytest.mark.parametrize(("secret", "salts", "number", "bounds", "order", "draws"), ANSWERS)
def test_known_deals_of_twelve_cards_stay_what_they_were(
    secret, salts, number, bounds, order, draws
):
    made = drawn(secret, salts, number, Chance(tuple(range(12)), bounds))

    assert (made.order, made.draws) == (order, draws)


def test_the_commitment_is_sha_256_of_the_secrets_bytes():
    assert commitment_to(ONE) == "ec4916dd28fc4c10d78e287ca5d9cc51ee1ae73cbfde08c6b37324cbfaac8bc5"
    assert commitment_to(TWO) == "af9613760f72635fbdb44a5a0a63c39f12af30f950a6ee5c971be188e89c4051"


# -- draws are even, by counting ---------------------------------------------------------------------


@pytest.mark.parametrize("bound", range(1, 17))
def test_with_words_of_four_bits_every_number_below_a_bound_comes_equally_often(monkeypatch, bound):
    monkeypatch.setattr(fair, "WORDS", 16)
    taken: Counter[object] = Counter()
    for word in range(16):
        try:
            taken[fair._below(bound, iter([word]))] += 1
        except StopIteration:
            taken["skipped"] += 1

    assert taken.pop("skipped", 0) == 16 % bound
    assert taken == dict.fromkeys(range(bound), 16 // bound)


def test_with_words_below_twelve_every_order_of_four_cards_and_every_draw_comes_equally_often(
    monkeypatch,
):
    monkeypatch.setattr(fair, "WORDS", 12)
    found: Counter[object] = Counter()
    for words in itertools.product(range(12), repeat=4):
        monkeypatch.setattr(fair, "_words", lambda key, words=words: iter(words))
        made = drawn(ONE, [], 1, Chance((0, 1, 2, 3), (2,)))
        found[made] += 1

    assert len(found) == 24 * 2
    assert set(found.values()) == {12**4 // 48}


def test_a_word_that_would_favour_small_numbers_is_skipped_for_the_next(monkeypatch):
    monkeypatch.setattr(fair, "WORDS", 16)

    assert fair._below(5, iter([15, 15, 7])) == 2


# -- what opens a match --------------------------------------------------------------------------------


def test_a_proof_opens_with_its_own_secret_alone():
    assert Proof(commitment_to(ONE), ONE, ("", "x")).opens
    assert not Proof(commitment_to(ONE), TWO, ("", "x")).opens


@pytest.mark.parametrize(
    "secret", ["", "0" * 63, "0" * 65, "G" + "0" * 63, "A" * 64, "0" * 64 + "\n"]
)
def test_what_is_no_secret_of_64_hex_digits_is_no_proof(secret):
    plain = {"commitment": commitment_to(ONE), "secret": secret, "salts": []}
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(plain, Proof)
