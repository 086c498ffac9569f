"""What stands before every request and socket: hosts, origins, cookies, tokens, rates, headers, roles."""

from croupier.web.security.admission import admit
from croupier.web.security.gate import Gate, identify
from croupier.web.security.origin import host_allowed, origin_allowed
from croupier.web.security.settings import GateSettings, Rate

__all__ = ["Gate", "GateSettings", "Rate", "admit", "host_allowed", "identify", "origin_allowed"]
