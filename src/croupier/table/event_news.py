"""Redacts events for an audience, as the events declare. State never depends on the result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from types import NoneType
from typing import TYPE_CHECKING, Any, Union, get_args, get_type_hints

from msgspec import UNSET, Struct, UnsetType, defstruct
from msgspec.structs import astuple

from croupier.rules.wagers import Chips
from croupier.table.event import AnyEvent, Event
from croupier.table.stake import Stake
from croupier.terms.audience import Audience, BySeat
from croupier.terms.citation import Authority


class EventNews(Struct, frozen=True, omit_defaults=True, gc=False, tag_field="kind"):
    """One event for one audience; absent fields are zero, false, empty, or not visible to the audience.

    `kind` is the event's name without its version; the fields are the event's own, with a stake or an authority
    written out.
    """


class WagerNews(Struct, frozen=True, omit_defaults=True, gc=False):
    """One wager of an event about many wagers; absent fields are zero, false or empty."""

    seat: int
    spot: str
    amount: int
    chips: Chips
    color: str = ""
    tip: bool = False
    winnings: int = 0
    returned: int = 0
    outcome: str = ""
    clause: str = ""
    basis: str = ""


class NewsField(Struct, frozen=True):
    """A field of an event: its name, its type, and who may see it."""

    name: str
    type: Any
    seen_by: Audience

    @property
    def nothing(self) -> object:
        """The value that is omitted; `UNSET` if none is."""
        if NoneType in get_args(self.type):
            return None
        if isinstance(self.type, type) and issubclass(self.type, StrEnum):
            return next((each for each in self.type if not each.value), UNSET)
        return {bool: False, int: 0, str: "", _WAGERS: ()}.get(self.type, UNSET)


_WAGERS = tuple[WagerNews, ...]


def news_fields(kind: type[Event]) -> tuple[NewsField, ...]:
    """The fields of an event that somebody may see; wagers by seat become one field, the last."""
    hints, found, wagers = get_type_hints(kind, include_extras=True), [], False
    for name in kind.__struct_fields__:
        marks = getattr(hints[name], "__metadata__", ())
        seen_by = next((mark for mark in marks if isinstance(mark, Audience)), kind.audience)
        if BySeat in marks:
            wagers = True
        elif seen_by:
            found.append(NewsField(name, hints[name].__origin__ if marks else hints[name], seen_by & kind.audience))
    return (*found, NewsField("wagers", _WAGERS, kind.audience)) if wagers else tuple(found)


class _Shape(Struct, frozen=True):
    """How one kind of event is redacted for one audience."""

    make: Callable[..., EventNews]
    read: Callable[[Any], tuple[object, ...]]


def _shape(kind: type[Event], carried: Sequence[NewsField]) -> _Shape:
    fields = [
        (each.name, each.type | UnsetType if (nothing := each.nothing) is UNSET else each.type, nothing)
        for each in _written_out(carried)
    ]
    made: Any = defstruct(
        f"{kind.__name__}News",
        fields,
        bases=(EventNews,),
        frozen=True,
        omit_defaults=True,
        forbid_unknown_fields=True,
        tag=str(kind.__struct_config__.tag).partition("/")[0],
        gc=False,
        module=__name__,
    )
    return _Shape(made, _reader(kind, carried))


def _written_out(carried: Iterable[NewsField]) -> Iterator[NewsField]:
    """Replaces a stake and an authority by their parts."""
    for each in carried:
        if each.type in (Stake, Authority):
            types = get_type_hints(each.type)
            yield from (NewsField(name, types[name], each.seen_by) for name in each.type.__struct_fields__)
        else:
            yield each


def _reader(kind: type[Event], carried: Sequence[NewsField]) -> Callable[[Any], tuple[object, ...]]:
    """Reads the values of these fields from an event, except for wagers by seat."""
    every, names = kind.__struct_fields__, {each.name for each in carried if each.type is not _WAGERS}
    places = [place for place, name in enumerate(every) if name in names]
    staked = [each.name for each in carried if each.type is Stake]
    if staked:
        if staked != [every[0]] or len(places) != len(every):
            raise TypeError(f"{kind.__name__}: a stake must come first, with one audience for all fields.")
        return lambda event: astuple(event.stake) + astuple(event)[1:]
    if any(each.type is Authority for each in carried):
        return lambda event: tuple(_parts(event, places))
    return astuple if len(places) == len(every) else lambda event: tuple([astuple(event)[place] for place in places])


def _parts(event: Any, places: Iterable[int]) -> Iterator[object]:
    """The values of the fields at these places, with an authority written out."""
    values = astuple(event)
    for place in places:
        value = values[place]
        yield from astuple(value) if type(value) is Authority else (value,)


def _shapes(kind: type[Event]) -> Mapping[Audience, _Shape]:
    """The shape for each audience; audiences that see the same fields share one."""
    carried = news_fields(kind)
    seen = {audience: tuple(each for each in carried if audience in each.seen_by) for audience in kind.audience}
    shapes = {fields: _shape(kind, fields) for fields in seen.values()}
    return {audience: shapes[fields] for audience, fields in seen.items()}


_SHAPES: Mapping[type[Event], Mapping[Audience, _Shape]] = {kind: _shapes(kind) for kind in get_args(AnyEvent)}

if TYPE_CHECKING:
    AnyEventNews = EventNews
else:
    AnyEventNews = Union[tuple(_shape(kind, news_fields(kind)).make for kind in get_args(AnyEvent))]  # noqa: UP007
"""Every kind of event with every field that somebody may see."""


def redactor(kind: type[AnyEvent], audience: Audience) -> Callable[[AnyEvent], EventNews]:
    """`redact` for one kind of event, which the audience may see and which lists no wagers by seat."""
    shape = _SHAPES[kind][audience]
    make, read = shape.make, shape.read
    return lambda event: make(*read(event))


def redact(event: AnyEvent, audience: Audience, wagers: Sequence[WagerNews] = ()) -> EventNews | None:
    """What the audience may see of the event, with the wagers that it may see; None if it may not see the event."""
    shape = _SHAPES[type(event)].get(audience)
    if shape is None:
        return None
    values = shape.read(event)
    return shape.make(*values, tuple(wagers)) if wagers else shape.make(*values)
