"""An approval that a house names: by whom, for which days, of which text and place."""

from __future__ import annotations

import datetime

from msgspec import Struct


class Approval(Struct, frozen=True):
    """Who approved something; the other fields are set if the house states them."""

    by: str
    on: datetime.date | None = None
    until: datetime.date | None = None
    """The last day of the approval."""
    digest: str = ""
    """The digest, or its beginning, of the text that was approved."""
    place: str = ""
    """The place of posting that was approved."""

    def __str__(self) -> str:
        """The approval in words.

        >>> str(Approval("Director", datetime.date(2014, 6, 2))), str(Approval("Director, 2014-06-02"))
        ('Director, 2014-06-02', 'Director, 2014-06-02')
        """
        return f"{self.by}, {self.on}" if self.on else self.by

    def ended(self, day: datetime.date | None) -> bool:
        return self.until is not None and day is not None and day > self.until
