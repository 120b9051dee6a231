"""What Channels hands to us and takes from us, for the type checker: it has no types of its own."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Protocol, TypeAlias, TypedDict

AsgiScope: TypeAlias = MutableMapping[str, object]
AsgiMessage: TypeAlias = MutableMapping[str, object]
AsgiReceive: TypeAlias = Callable[[], Awaitable[AsgiMessage]]
AsgiSend: TypeAlias = Callable[[AsgiMessage], Awaitable[None]]


class LayerMessage(TypedDict, total=False):
    """What groups tell their channels: a kind and some ids, never a card."""

    type: str
    table: int
    user: int
    chat: int


class ChannelLayer(Protocol):
    """The part of a channel layer that we use."""

    async def new_channel(self, prefix: str) -> str: ...
    async def receive(self, channel: str) -> LayerMessage: ...
    async def group_add(self, group: str, channel: str) -> None: ...
    async def group_discard(self, group: str, channel: str) -> None: ...
    async def group_send(self, group: str, message: LayerMessage) -> None: ...
