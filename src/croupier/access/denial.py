"""When access is refused: a code, words for the person, and how long to wait where waiting helps."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class Denial(StrEnum):
    WRONG_PASSWORD = "wrong-name-or-password"  # noqa: S105
    LOCKED_OUT = "locked-out"
    TOO_MANY_AT_ONCE = "too-many-at-once"
    NOT_SIGNED_IN = "not-signed-in"
    NOT_LOCKED = "not-locked"
    BAD_NAME = "bad-name"
    BAD_PASSWORD = "bad-password"  # noqa: S105
    BAD_TEXT = "bad-text"
    NAME_TAKEN = "name-taken"
    NO_SUCH_ACCOUNT = "no-such-account"
    NOT_YOURS_TO_GIVE = "not-yours-to-give"
    NOTHING_CHANGES = "nothing-changes"
    WRONG_CODE = "wrong-code"
    NO_SUCH_SEAT = "no-such-seat"
    NO_SUCH_TERMINAL = "no-such-terminal"
    NO_SUCH_ALERT = "no-such-alert"
    FULL = "full"


class Denied(Struct, frozen=True):
    """Nothing was changed, except that the refusal itself may be on record."""

    code: Denial
    message: str
    wait_ms: int = 0
    """When trying again may help; 0 where waiting changes nothing."""
