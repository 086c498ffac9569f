"""A small client for the live service, used by programs, tests and benchmarks. See docs/protocol.md."""

from croupier.client.connection import Client, CommandAnswer, Ended
from croupier.client.picture import Picture

__all__ = ["Client", "CommandAnswer", "Ended", "Picture"]
