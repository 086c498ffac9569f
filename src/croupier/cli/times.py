"""Times as people read them."""

from __future__ import annotations

from croupier.terms.day import moment_words


def utc(time_s: int) -> str:
    """A time given in seconds since 1970; the bare number of milliseconds if it lies outside the calendar."""
    return moment_words(time_s * 1000)
