"""Turns everything that can go wrong into one readable message and an exit code."""

from __future__ import annotations

import codecs
import io
import os
import sys
from collections.abc import Callable, Sequence

from croupier.cli.command import Usage
from croupier.terms.fault import Fault
from croupier.terms.problem import Problems

DONE = 0
FINDINGS = 1
BAD_INPUT = 2
BROKEN = 3
INTERRUPTED = 130
PIPE_CLOSED = 141


def guarded(run: Callable[[Sequence[str]], int], argv: Sequence[str] | None) -> int:
    """The exit code of a run. What goes wrong is said on stderr, one line per problem.

    Under Python's development mode (``python -X dev``) an unforeseen error keeps its traceback.
    """
    if sys.stdout is None:
        return _say(BROKEN, "croupier: standard output is closed.")
    _never_fail_to_print()
    try:
        code = run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
        return code
    except SystemExit as leaving:  # argparse, after --help
        return leaving.code if isinstance(leaving.code, int) else DONE
    except Usage as error:
        return _say(BAD_INPUT, f"{error} See {error.prog} --help.")
    except Problems as error:
        return _say(BAD_INPUT, *(f"croupier: {problem}" for problem in error.problems))
    except KeyboardInterrupt:
        return _say(INTERRUPTED, "croupier: stopped.")
    except BrokenPipeError:
        _drop_output()
        return PIPE_CLOSED
    except Fault as error:
        return _say(BROKEN, f"croupier: {error}")
    except OSError as error:
        _drop_output()
        where = f"{error.filename}: " if isinstance(error.filename, str) else ""
        return _say(BROKEN, f"croupier: {where}the system refused: {error.strerror or error}.")
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        return _say(BROKEN, f"croupier: a fault of croupier itself, please report it: {type(error).__name__}: {error}")


def one_line(text: str) -> str:
    """The text without line breaks or control characters, so that a file cannot forge messages."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def _say(code: int, *lines: str) -> int:
    for line in lines:
        sys.stderr.write(one_line(line) + "\n")
    return code


LOOKALIKES = str.maketrans("│─×÷−–’…", "|-x/--'.") | dict.fromkeys(map(ord, "┌┐└┘├┤┬┴┼"), "+")
"""For a terminal or a file that knows ASCII alone."""


def _lookalike(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end].translate(LOOKALIKES)
    return text.encode("ascii", "backslashreplace").decode(), error.end


def _never_fail_to_print() -> None:
    """What the output's encoding does not have is written with a character that looks like it, or escaped."""
    codecs.register_error("croupier-lookalike", _lookalike)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="croupier-lookalike")


def _drop_output() -> None:
    """Nobody reads any more: what is still buffered goes nowhere, also when Python ends."""
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
