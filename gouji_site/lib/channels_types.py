"""What Channels hands to us and takes from us, for the type checker: it has no types of its own."""

from typing import Protocol, TypedDict


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
