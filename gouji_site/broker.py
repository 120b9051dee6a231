"""Celery's broker on Redis, which may be lost and come back."""

from kombu.transport import TRANSPORT_ALIASES, redis
from redis import ConnectionPool

SCHEMES = ("redis", "rediss")


class Channel(redis.Channel):
    """A channel that says that its connection is gone, as one of the errors after which a worker connects again.

    A worker closes the channels of a lost connection while tasks are still in its hands. Their messages are
    acknowledged or given back later on a closed channel: kombu then makes a pool of connections for it and looks for
    the address on a connection that is None. The AttributeError (celery/kombu#582, #970) is none that celery expects,
    and the worker ends for good.
    """

    @property
    def pool(self) -> ConnectionPool:
        """Connections for commands that do not block. Raises ConnectionError where the channel's own is gone."""
        try:
            found: ConnectionPool = super().pool
        except AttributeError as error:
            raise self._lost(error) from error
        return found

    @property
    def async_pool(self) -> ConnectionPool:
        """Connections to read from. Raises ConnectionError where the channel's own is gone."""
        try:
            found: ConnectionPool = super().async_pool
        except AttributeError as error:
            raise self._lost(error) from error
        return found

    def _lost(self, error: AttributeError) -> Exception:
        """Return what to raise: any other AttributeError is a fault and stays one."""
        gone = self.connection is None or self.connection.client is None
        return ConnectionError("the broker's connection is gone") if gone else error


class Transport(redis.Transport):
    """Kombu's Redis with our channels."""

    Channel = Channel


def register() -> None:
    """Let addresses of Redis mean our transport, in this process.

    The setting ``broker_transport`` does not serve: an address such as ``redis+socket:///run/redis.sock`` wins over it.
    """
    for scheme in SCHEMES:
        TRANSPORT_ALIASES[scheme] = f"{__name__}:{Transport.__name__}"
