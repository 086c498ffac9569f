"""Dispute bundles of either kind: of a whole table, or of one seat."""

from __future__ import annotations

from croupier.journal.policy import Demands
from croupier.records.bundle import BundleReport, round_in, verify_bundle
from croupier.records.seat_bundle import is_seat_bundle, round_in_seat_bundle, verify_seat_bundle
from croupier.rules.round import Round


def verify_any_bundle(data: bytes, demands: Demands | None = None) -> BundleReport:
    """Verifies a bundle by itself; raises `Problems` if the file is not one."""
    return verify_seat_bundle(data, demands) if is_seat_bundle(data) else verify_bundle(data, demands)


def round_in_any_bundle(data: bytes) -> Round:
    """The round of a bundle, or one seat's part of it; raises `Problems` if the bundle is not intact."""
    return round_in_seat_bundle(data) if is_seat_bundle(data) else round_in(data)
