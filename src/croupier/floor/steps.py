"""Work that stops at everything that waits for the disk, so that whoever does it may do something else meanwhile.

A generator yields each such call and is sent what the call gave back, or thrown what it raised. `run` makes the calls
here and now; a loop has them made in another thread.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import partial
from typing import Any, TypeVar

T = TypeVar("T")

Call = Callable[[], Any]
"""Something that waits for the disk."""
Steps = Generator[Call, Any, T]


class Brief(partial[Any]):
    """A call that takes a good disk a millisecond or two."""


def go_on(steps: Steps[T], call: Call) -> Call:
    """Makes the call, tells the steps what came of it, and gets the next one."""
    try:
        result = call()
    except BaseException as error:
        return steps.throw(error)
    return steps.send(result)


def run(steps: Steps[T], call: Call | None = None) -> T:
    """Does all of it; from a call on that was yielded already, where one is given."""
    try:
        call = call or next(steps)
        while True:
            call = go_on(steps, call)
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]  # what the generator returned
