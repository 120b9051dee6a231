"""Who waits for a thread, and who is before whom."""

import asyncio

import pytest

from gouji_site.lib.fair_queue import FairQueue

pytestmark = pytest.mark.unit


@pytest.fixture
def order():
    """The owners in the order in which they had their turns."""
    return []


@pytest.fixture
def want(order):
    """A function that starts something of an owner: it has its turn once it can, and ends when it is told to."""

    def start(queue, owner):
        end = asyncio.Event()

        async def go():
            async with queue.turn(owner):
                order.append(owner)
                await end.wait()

        return asyncio.create_task(go()), end

    return start


async def settled():
    for _ in range(5):
        await asyncio.sleep(0)


async def test_who_wants_much_holds_nobody_up_who_wants_little(want, order):
    queue = FairQueue(1)
    wishes = [want(queue, owner) for owner in "aaaabca"]
    await settled()
    for _, end in wishes:
        end.set()
        await settled()
    await asyncio.gather(*(task for task, _ in wishes))
    assert "".join(order) == "aabcaaa"


async def test_there_are_never_more_at_once_than_allowed(want, order):
    queue = FairQueue(2)
    wishes = [want(queue, owner) for owner in "abcd"]
    await settled()
    assert order == ["a", "b"]
    wishes[1][1].set()
    await settled()
    assert order == ["a", "b", "c"]
    for _, end in wishes:
        end.set()
    await asyncio.gather(*(task for task, _ in wishes))


@pytest.mark.parametrize("given", [False, True])
async def test_a_turn_of_who_has_gone_is_the_next_ones(want, order, given):
    queue = FairQueue(1)
    (first, end), (second, _), (third, last) = (want(queue, owner) for owner in "abc")
    await settled()
    if given:  # the turn is b's already, but b does not know it yet
        end.set()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    second.cancel()
    end.set()
    last.set()
    await asyncio.gather(first, third)
    assert (second.cancelled(), order[-1]) == (True, "c")
    assert not queue._queues


async def test_what_fails_gives_its_turn_back():
    queue = FairQueue(1)
    for _ in range(3):
        with pytest.raises(ValueError, match="broken"):
            async with queue.turn("a"):
                raise ValueError("broken")
