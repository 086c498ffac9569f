"""Checks on every request and socket: hosts, origins, cookies, tokens, rates, headers, roles."""
