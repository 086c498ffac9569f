"""Calendar days in UTC, as records and rules use them."""

from __future__ import annotations

import datetime

_LAST_MS = 253_402_300_799_999
"""The last millisecond of the year 9999."""


def moment_of(time_ms: int) -> datetime.datetime:
    """A time in UTC; times outside the calendar are clamped to it.

    >>> moment_of(1_405_382_400_007).isoformat(), moment_of(10**30).year
    ('2014-07-15T00:00:00.007000+00:00', 9999)
    """
    bounded = min(max(time_ms, 0), _LAST_MS)
    second = datetime.datetime.fromtimestamp(bounded // 1000, datetime.UTC)
    return second.replace(microsecond=bounded % 1000 * 1000)


def day_of(time_ms: int) -> datetime.date:
    """The UTC day of a time; times outside the calendar are clamped to it.

    >>> day_of(1_405_382_399_999), day_of(1_405_382_400_000)
    (datetime.date(2014, 7, 14), datetime.date(2014, 7, 15))
    """
    return moment_of(time_ms).date()


def moment_words(time_ms: int) -> str:
    """Date and time with the zone, as every text outside the pages has them; the bare number outside the calendar.

    >>> moment_words(1_405_382_400_007), moment_words(10**30)
    ('2014-07-15 00:00:00 UTC', '1000000000000000000000000000000')
    """
    if not 0 <= time_ms <= _LAST_MS:
        return str(time_ms)
    return f"{moment_of(time_ms):%Y-%m-%d %H:%M:%S} UTC"
