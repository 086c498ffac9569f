"""Calendar days in UTC, as records and rules use them."""

from __future__ import annotations

import datetime

_LAST_MS = 253_402_300_799_999
"""The last millisecond of the year 9999."""


def day_of(time_ms: int) -> datetime.date:
    """The UTC day of a time; times outside the calendar are clamped to it.

    >>> day_of(1_405_382_399_999), day_of(1_405_382_400_000)
    (datetime.date(2014, 7, 14), datetime.date(2014, 7, 15))
    """
    bounded = min(max(time_ms, 0), _LAST_MS)
    return datetime.datetime.fromtimestamp(bounded // 1000, datetime.UTC).date()
