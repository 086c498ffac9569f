"""A viewer's copy of the table: a snapshot, and the news since."""

from __future__ import annotations

from typing import Any

_WAGER = ("seat", "spot", "color", "chips", "tip", "imprisoned")
"""The fields that identify a wager on the layout."""


class Gap(Exception):
    """News was missed; a snapshot is needed."""


class LiveView:
    """The table at a version. `view` has the fields of the protocol's View, by name."""

    def __init__(self) -> None:
        self.version = 0
        self._fields: dict[str, Any] = {}
        self._seats: dict[int, dict[str, Any]] = {}
        self._wagers: dict[tuple[Any, ...], dict[str, Any]] = {}

    @property
    def view(self) -> dict[str, Any]:
        """Everything this viewer sees, with seats in order."""
        seats = [self._seats[number] for number in sorted(self._seats)]
        return {**self._fields, "seats": seats, "wagers": list(self._wagers.values())}

    def __getitem__(self, name: str) -> Any:
        """A field of the view other than seats and wagers, without building the rest."""
        return self._fields[name]

    def seat(self, number: int) -> dict[str, Any] | None:
        return self._seats.get(number)

    def replace(self, snapshot: dict[str, Any]) -> None:
        """Replaces everything by the snapshot."""
        view = dict(snapshot["view"])
        self._seats = {seat["seat"]: seat for seat in view.pop("seats")}
        self._wagers = {_key(wager): wager for wager in view.pop("wagers")}
        self._fields, self.version = view, snapshot["version"]

    def follow(self, news: dict[str, Any]) -> None:
        """Applies the next news; raises `Gap` if some are missing."""
        if news["after"] != self.version:
            raise Gap(f"Expected news after version {self.version}, not after version {news['after']}.")
        self._fields.update(news.get("table", {}))
        if "you" in news:
            self._fields["you"] = news["you"]
        for seat in news.get("seats", ()):
            if seat["player"] == "" and seat["color"] == "":
                self._seats.pop(seat["seat"], None)
            else:
                self._seats[seat["seat"]] = seat
        if "wagers" in news:
            self._update_wagers(news["wagers"])
        self.version = news["version"]

    def _update_wagers(self, wagers: dict[str, Any]) -> None:
        if wagers["whole"]:
            self._wagers = {}
        for wager in wagers["list"]:
            if wager["amount"]:
                self._wagers[_key(wager)] = wager
            else:
                self._wagers.pop(_key(wager), None)


def _key(wager: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(wager[name] for name in _WAGER)
