"""Benchmarks: each figure next to a baseline of the same run, as a ratio."""
