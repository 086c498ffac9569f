"""A small client of the live service, for programs, tests and benchmarks. See docs/protocol.md."""

from croupier.client.connection import Answer, Client, Ended
from croupier.client.picture import Picture

__all__ = ["Answer", "Client", "Ended", "Picture"]
