"""A small client for the live service, used by programs, tests and benchmarks. See docs/protocol.md."""

from croupier.client.connection import Client, CommandAnswer, Ended
from croupier.client.live_view import LiveView

__all__ = ["Client", "CommandAnswer", "Ended", "LiveView"]
