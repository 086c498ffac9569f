"""A fault is raised when the world broke: nothing in a rulebook or a file explains it."""


class Fault(RuntimeError):
    """Something outside the rules failed; the message says what and what to do."""
