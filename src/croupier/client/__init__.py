"""A small client of the live service, for programs, tests and benchmarks. See docs/protocol.md."""
