"""The time zone of a house, in which its pages show times. Records and paper stay in UTC."""

from __future__ import annotations

import re
import zoneinfo
from collections.abc import Iterable

from croupier.terms.document import DocumentTable
from croupier.terms.problem import Problem, Problems, nearest, shown

UTC = "UTC"
_PLACES = "Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific"
_NAME = re.compile(rf"UTC|(?:{_PLACES})(?:/[A-Za-z0-9_+-]{{1,40}}){{1,2}}")
"""Names of the time zone database that browsers know too."""


def read_zone(house: DocumentTable) -> str | None:
    """The key `zone` of [house]; None if it is absent or wrong."""
    name = house.text("zone")
    if name is None or _is_known(name):
        return name
    known = [UTC, *(each for each in zoneinfo.available_timezones() if _NAME.fullmatch(each))]
    house.wrong("zone", f"{shown(name)} is not a known time zone", nearest(name, sorted(known)))
    return None


def _is_known(name: str) -> bool:
    if name == UTC:
        return True
    if not _NAME.fullmatch(name):
        return False
    try:
        zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


def common_zone(zones: Iterable[str | None]) -> str:
    """The one zone of the houses of a service: UTC if none names one; raises `Problems` if two differ."""
    named = sorted({zone for zone in zones if zone is not None})
    if len(named) > 1:
        wrong = f"the houses of one service name {' and '.join(named)}"
        raise Problems([Problem("house.zone", wrong, "Give every house the same zone, since they share one clock.")])
    return named[0] if named else UTC
