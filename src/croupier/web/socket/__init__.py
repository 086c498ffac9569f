"""The live sockets of the tables. See docs/protocol.md."""
