"""A viewer's table as a client keeps it: a snapshot, and the news since."""

from __future__ import annotations

from typing import Any

_WAGER = ("seat", "spot", "color", "chips", "tip")
"""What tells one wager on the layout from another."""


class Gap(Exception):
    """Something was missed: only a snapshot helps."""


class Picture:
    """The table at a version. `view` has the fields of the protocol's View, by name."""

    def __init__(self) -> None:
        self.version = 0
        self._fields: dict[str, Any] = {}
        self._seats: dict[int, dict[str, Any]] = {}
        self._wagers: dict[tuple[Any, ...], dict[str, Any]] = {}

    @property
    def view(self) -> dict[str, Any]:
        """Everything this viewer sees, seats in order."""
        seats = [self._seats[number] for number in sorted(self._seats)]
        return {**self._fields, "seats": seats, "wagers": list(self._wagers.values())}

    def __getitem__(self, name: str) -> Any:
        """One field of the view other than seats and wagers, without making the rest."""
        return self._fields[name]

    def seat(self, number: int) -> dict[str, Any] | None:
        return self._seats.get(number)

    def replace(self, snapshot: dict[str, Any]) -> None:
        """Afterwards everything is as the snapshot says."""
        view = dict(snapshot["view"])
        self._seats = {seat["seat"]: seat for seat in view.pop("seats")}
        self._wagers = {_key(wager): wager for wager in view.pop("wagers")}
        self._fields, self.version = view, snapshot["version"]

    def follow(self, news: dict[str, Any]) -> None:
        """Afterwards the table is at the version of the news; raises `Gap` when these are not the next."""
        if news["after"] != self.version:
            raise Gap(f"At version {self.version}, news after {news['after']} came.")
        self._fields.update(news.get("table", {}))
        if "you" in news:
            self._fields["you"] = news["you"]
        for seat in news.get("seats", ()):
            if seat["player"] == "" and seat["color"] == "":
                self._seats.pop(seat["seat"], None)
            else:
                self._seats[seat["seat"]] = seat
        if "wagers" in news:
            self._lay(news["wagers"])
        self.version = news["version"]

    def _lay(self, wagers: dict[str, Any]) -> None:
        if wagers["whole"]:
            self._wagers = {}
        for wager in wagers["list"]:
            if wager["amount"]:
                self._wagers[_key(wager)] = wager
            else:
                self._wagers.pop(_key(wager), None)


def _key(wager: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(wager[name] for name in _WAGER)
