"""Access control of the service: accounts, sessions, terminals and alerts."""
