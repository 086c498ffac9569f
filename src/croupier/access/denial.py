"""Denials of access: a code, a message, and how long to wait if waiting helps."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from croupier.terms.text import stray

TEXT_MAX = 80
"""Maximum length of a person's name or license number."""
WHY_MAX = 200
"""Maximum length of a reason."""


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
    SECOND_NEEDED = "second-person-needed"
    FACTOR_NEEDED = "second-factor-needed"
    WRONG_FACTOR = "wrong-second-factor"
    NO_FACTOR = "no-second-factor"
    BAD_KEY = "bad-key"
    LAST_KEY = "last-key"
    NO_SUCH_KEY = "no-such-key"
    NOTHING_CHANGES = "nothing-changes"
    WRONG_CODE = "wrong-code"
    NO_SUCH_SEAT = "no-such-seat"
    NO_SUCH_TERMINAL = "no-such-terminal"
    NO_SUCH_ALERT = "no-such-alert"
    FULL = "full"


class Denied(Struct, frozen=True):
    """Nothing was changed; the denial itself may be recorded."""

    code: Denial
    message: str
    wait_ms: int = 0
    """How long to wait before trying again; 0 if waiting does not help."""


def check_text(what: str, text: str, most: int) -> Denied | None:
    """Checks that the text is one line of visible characters within its maximum length."""
    if len(text) > most:
        return Denied(Denial.BAD_TEXT, f"The {what} has {len(text):,} characters, more than {most}. Shorten it.")
    if character := stray(text):
        unseen = f"The {what} contains {character}, which is invisible or changes how the rest is read."
        return Denied(Denial.BAD_TEXT, f"{unseen} Remove it.")
    if text != text.strip():
        return Denied(Denial.BAD_TEXT, f"The {what} begins or ends with a space. Remove it.")
    return None


def check_why(why: str) -> Denied | None:
    """Like `check_text`, for the reason of a change, which is required."""
    if not why.strip():
        return Denied(Denial.BAD_TEXT, "Give a reason: every change is recorded with one.")
    return check_text("reason", why, WHY_MAX)
