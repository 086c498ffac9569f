"""Times as people read them."""

from __future__ import annotations

from datetime import UTC, datetime


def utc(time_s: int) -> str:
    """A time given in seconds since 1970; the bare number if it lies outside the calendar."""
    try:
        return f"{datetime.fromtimestamp(time_s, UTC):%Y-%m-%d %H:%M:%S} UTC"
    except (ValueError, OverflowError, OSError):
        return f"second {time_s}"
