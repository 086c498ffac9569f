"""Checks on every request and socket: hosts, origins, cookies, tokens, rates, headers, roles."""

from croupier.web.security.admission import admit
from croupier.web.security.gate import Gate, identify, identify_free
from croupier.web.security.origin import host_allowed, origin_allowed
from croupier.web.security.settings import GateSettings, Rate

__all__ = ["Gate", "GateSettings", "Rate", "admit", "host_allowed", "identify", "identify_free", "origin_allowed"]
