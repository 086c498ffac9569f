"""Running the command line inside the test's own process."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple


class Ran(NamedTuple):
    """The result of a command: its exit code and what it printed where."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one line of JSON that a successful command printed."""
        assert (self.code, self.err) == (0, "")
        assert self.out.endswith("\n")
        assert self.out.count("\n") == 1
        return json.loads(self.out)


RUN = """\
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it
from croupier.cli import main
sys.exit(main())
"""
"""The command line for `python -c`, which Ctrl-C reaches however the tests were started."""

Croupier = Callable[..., Ran]
"""Takes the words of a command line, and optionally `stdin` as bytes."""
