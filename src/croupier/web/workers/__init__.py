"""A service whose tables run in several processes. See ADR 109."""
