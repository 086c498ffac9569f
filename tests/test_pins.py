"""The pins: whatever the index publishes later, the same packages are installed."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, requires

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.conftest import ROOT

PIN = re.compile(r"^([a-z0-9._-]+)(?:\[([a-z0-9_,-]+)\])?==", re.MULTILINE | re.IGNORECASE)


def pins() -> dict[str, set[str]]:
    """Every pinned package with its extras."""
    text = (ROOT / "requirements" / "dev.txt").read_text("utf-8")
    return {canonicalize_name(name): set(filter(None, extras.split(","))) for name, extras in PIN.findall(text)}


def wanted_extras() -> dict[str, set[str]]:
    """The extras that installed packages want of others on this machine."""
    wanted: dict[str, set[str]] = {}
    for name, extras in pins().items():
        try:
            needs = map(Requirement, requires(name) or ())
        except PackageNotFoundError:
            continue  # for another machine
        for need in needs:
            applies = any(need.marker is None or need.marker.evaluate({"extra": each}) for each in ("", *extras))
            if need.extras and applies:
                wanted.setdefault(canonicalize_name(need.name), set()).update(need.extras)
    return wanted


def test_some_package_wants_an_extra_of_another() -> None:
    assert wanted_extras(), "nothing here can fail"


@pytest.mark.parametrize("name", sorted(wanted_extras()))
def test_a_package_that_is_wanted_with_extras_is_pinned_with_them(name: str) -> None:
    """Otherwise pip takes its newest release, which has no hash here, and refuses to install anything."""
    assert wanted_extras()[name] <= pins()[name]
