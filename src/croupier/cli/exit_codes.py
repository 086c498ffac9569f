"""The exit codes of every command."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum


class ExitCode(IntEnum):
    """The result of a command, for scripts."""

    DONE = 0
    FINDINGS = 1
    BAD_INPUT = 2
    BROKEN = 3
    INTERRUPTED = 130
    PIPE_CLOSED = 141


MEANINGS: Mapping[ExitCode, str] = {
    ExitCode.DONE: "The command succeeded and found nothing wrong.",
    ExitCode.FINDINGS: "The command ran and found something wrong.",
    ExitCode.BAD_INPUT: "An option is wrong, or a file is missing, unreadable or wrong.",
    ExitCode.BROKEN: "This machine cannot do it: a full disk, a port in use, an extra that is not installed.",
    ExitCode.INTERRUPTED: "Ctrl-C stopped the command before it finished.",
    ExitCode.PIPE_CLOSED: "The reader of the output closed the pipe, as head does.",
}
