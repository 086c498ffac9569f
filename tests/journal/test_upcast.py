"""Old events reach today's shape step by step, and stored bodies stay as they were."""

from __future__ import annotations

import pytest

from croupier.journal.record import BadDraft
from croupier.journal.upcast import Body, UnknownKind, Upcasts


def with_seat(body: Body) -> Body:
    """Version 1 named the chair; version 2 calls it a seat, as the rules do."""
    return {**{key: value for key, value in body.items() if key != "chair"}, "seat": body["chair"]}


def in_cents(body: Body) -> Body:
    """Version 2 counted dollars; version 3 counts cents."""
    dollars = body["dollars"]
    assert isinstance(dollars, int)
    return {"seat": body["seat"], "stake": dollars * 100}


UPCASTS = Upcasts(
    {"wager-placed": 3, "ball-spun": 1},
    {"wager-placed/1": with_seat, "wager-placed/2": in_cents},
)
NOW = ("wager-placed/3", {"seat": 4, "stake": 500})


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("wager-placed/1", {"chair": 4, "dollars": 5}),
        ("wager-placed/2", {"seat": 4, "dollars": 5}),
        ("wager-placed/3", {"seat": 4, "stake": 500}),
    ],
)
def test_every_version_becomes_the_current_one(kind: str, body: Body) -> None:
    before = dict(body)
    assert UPCASTS.upcast(kind, body) == NOW
    assert body == before


def test_new_records_are_written_in_the_current_version() -> None:
    assert (UPCASTS.kind("wager-placed"), UPCASTS.kind("ball-spun")) == ("wager-placed/3", "ball-spun/1")


@pytest.mark.parametrize(
    ("kind", "known"), [("wager-placed/4", "knows wager-placed/3"), ("tip-given/1", "does not know tip-given")]
)
def test_an_event_of_the_future_is_a_fault(kind: str, known: str) -> None:
    with pytest.raises(UnknownKind, match=known):
        UPCASTS.upcast(kind, {})


@pytest.mark.parametrize("kind", ["wager-placed", "wager-placed/0", "wager-placed/x", "wager-placed/1/2"])
def test_a_kind_without_a_right_version_is_refused(kind: str) -> None:
    with pytest.raises(BadDraft):
        UPCASTS.upcast(kind, {})


def test_a_path_with_a_gap_or_a_step_too_many_cannot_be_built() -> None:
    with pytest.raises(ValueError, match="No step upgrades wager-placed/2"):
        Upcasts({"wager-placed": 3}, {"wager-placed/1": with_seat})
    with pytest.raises(ValueError, match="Steps upgrade wager-placed/1"):
        Upcasts({"wager-placed": 1}, {"wager-placed/1": with_seat})
    with pytest.raises(BadDraft):
        Upcasts({"Wager Placed": 1}, {})
