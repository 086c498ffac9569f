"""Benchmarks: each figure beside a baseline of the same run, as a ratio."""
