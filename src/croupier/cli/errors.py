"""Turns every error into one readable message and an exit code."""

from __future__ import annotations

import codecs
import io
import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum

from croupier.cli.command import Usage
from croupier.cli.exit_codes import ExitCode
from croupier.cli.extras import missing_extra
from croupier.terms.fault import Fault
from croupier.terms.problem import Problem, Problems, shown


class ErrorKind(StrEnum):
    """Who can correct the error: the caller, the author of the file, the operator of the machine, or us."""

    USAGE = "usage"
    PROBLEM = "problem"
    FINDING = "finding"
    FAULT = "fault"
    STOPPED = "stopped"
    BUG = "bug"


class Disproved(Exception):
    """A file was altered, or holds impossible records, so nothing is reported from it."""


def guarded(run: Callable[[Sequence[str]], int], argv: Sequence[str] | None) -> int:
    """The exit code of a run. Errors go to stderr: one line each, or one line of JSON with --json.

    In Python's development mode (``python -X dev``) an unexpected error keeps its traceback.
    """
    if sys.stdout is None:
        return _say(ExitCode.BROKEN, ErrorKind.FAULT, "standard output is closed.", as_json=False)
    _never_fail_to_print()
    words = sys.argv[1:] if argv is None else argv
    as_json = "--json" in words
    try:
        code = run(words)
        sys.stdout.flush()
        return code
    except SystemExit as leaving:  # argparse, after --help
        return leaving.code if isinstance(leaving.code, int) else ExitCode.DONE
    except Usage as error:
        message = f"{error} See {error.prog} --help."
        return _say(ExitCode.BAD_INPUT, ErrorKind.USAGE, message, as_json=as_json, prefix="")
    except Problems as error:
        return say_problems(error.problems, as_json=as_json)
    except Disproved as error:
        return _say(ExitCode.FINDINGS, ErrorKind.FINDING, str(error), as_json=as_json)
    except KeyboardInterrupt:
        return _say(ExitCode.INTERRUPTED, ErrorKind.STOPPED, "stopped.", as_json=as_json)
    except BrokenPipeError:
        drop_output()
        return ExitCode.PIPE_CLOSED
    except Fault as error:
        return _say(ExitCode.BROKEN, ErrorKind.FAULT, str(error), as_json=as_json)
    except OSError as error:
        drop_output()
        where = f"{error.filename}: " if isinstance(error.filename, str) else ""
        message = f"{where}the system refused: {error.strerror or error}."
        return _say(ExitCode.BROKEN, ErrorKind.FAULT, message, as_json=as_json)
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and (missing := missing_extra(error)):
            return _say(ExitCode.BROKEN, ErrorKind.FAULT, str(missing), as_json=as_json)
        if isinstance(error, UnicodeEncodeError) and (odd := next(filter(_is_odd, words), "")):
            message = f"{shown(odd)} is not UTF-8. Give the file another name, or type the word again."
            return _say(ExitCode.BAD_INPUT, ErrorKind.USAGE, message, as_json=as_json)
        if sys.flags.dev_mode:
            raise
        message = f"this is a bug in croupier, please report it: {type(error).__name__}: {error}"
        return _say(ExitCode.BROKEN, ErrorKind.BUG, message, as_json=as_json)


def _is_odd(word: str) -> bool:
    """Whether an argument contains bytes that are not UTF-8, which some stores cannot hold."""
    return any("\udc80" <= char <= "\udcff" for char in word)


def say_problems(problems: Sequence[Problem], *, as_json: bool) -> ExitCode:
    """Prints every problem: one line each, or one JSON document."""
    if as_json:
        listed = [_problem_json(problem) for problem in problems]
        message = "\n".join(map(str, problems))
        _write_json({"kind": ErrorKind.PROBLEM.value, "message": message, "problems": listed}, ExitCode.BAD_INPUT)
    else:
        _write_lines(f"croupier: {problem}" for problem in problems)
    return ExitCode.BAD_INPUT


def say_lines(*lines: str) -> None:
    """Prints messages for people, apart from the output of a command."""
    _write_lines(f"croupier: {line}" for line in lines)


def one_line(text: str) -> str:
    """The text without line breaks and control characters, so that a file cannot forge messages."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def _say(code: ExitCode, kind: ErrorKind, message: str, *, as_json: bool, prefix: str = "croupier: ") -> ExitCode:
    if as_json:
        _write_json({"kind": kind.value, "message": message, "problems": []}, code)
    else:
        _write_lines([prefix + message])
    return code


def _problem_json(problem: Problem) -> dict[str, object]:
    return {
        "file": problem.file,
        "table": problem.table,
        "key": problem.key,
        "clause": problem.clause,
        "wrong": problem.wrong,
        "right": problem.right,
    }


def _write_json(error: dict[str, object], code: ExitCode) -> None:
    sys.stderr.write(json.dumps({"error": {"exit": int(code), **error}}) + "\n")


def _write_lines(lines: Iterable[str]) -> None:
    for line in lines:
        sys.stderr.write(one_line(line) + "\n")


LOOKALIKES = str.maketrans("│─×÷−–’…", "|-x/--'.") | dict.fromkeys(map(ord, "┌┐└┘├┤┬┴┼"), "+")
"""Replacements for terminals and files that only support ASCII."""


def _lookalike(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end].translate(LOOKALIKES)
    return text.encode("ascii", "backslashreplace").decode(), error.end


def _never_fail_to_print() -> None:
    """Replaces characters that the output's encoding lacks by similar ones, or escapes them."""
    codecs.register_error("croupier-lookalike", _lookalike)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="croupier-lookalike")


def drop_output() -> None:
    """Discards buffered output after the reader has gone, also when Python exits."""
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
