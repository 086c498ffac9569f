"""Spots that are typed with the title of their wager, as a layout or a text prints it."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.game.layout import Layout
from croupier.game.notation import NotationError, SpotId
from croupier.game.wager import Shape


def titled_spot(layout: Layout, shapes: Iterable[Shape], typed: str) -> SpotId | None:
    """The spot of a title: alone if the wager is on a fixed set of numbers, otherwise with its numbers.

    What a title has in parentheses may be left out, and the id of the wager is a title too.
    """
    words = " ".join(typed.lower().split())
    for shape in shapes:
        title = shape.title.lower()
        for name in (shape.wager, title, title.partition(" (")[0]):
            if words == name and shape.numbers:
                mine = [spot.id for spot in layout if spot.wager == shape.wager and spot.same_as is None]
                if len(mine) == 1:
                    return mine[0]
            if words.startswith(f"{name} ") and (spot := _numbered(layout, shape, words.removeprefix(name))):
                return spot
    return None


def _numbered(layout: Layout, shape: Shape, numbers: str) -> SpotId | None:
    """The spot of the wager on these numbers."""
    try:
        spot = layout.get(layout.notation.read(numbers))
    except NotationError:
        return None
    return spot.id if spot is not None and spot.wager == shape.wager else None
