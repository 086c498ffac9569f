"""Faults: failures of the environment that no rulebook or file explains."""


class Fault(RuntimeError):
    """Something outside the rules failed; the message says what, and what to do."""
