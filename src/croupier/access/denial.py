"""When access is refused: a code, words for the person, and how long to wait where waiting helps."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from croupier.terms.text import stray

TEXT_MAX = 80
"""The most characters of a person's name or license number."""
WHY_MAX = 200
"""The most characters of a reason."""


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


def check_text(what: str, text: str, most: int) -> Denied | None:
    """Afterwards the text can be kept and shown: one line that reads as it was written, within its bound."""
    if len(text) > most:
        return Denied(Denial.BAD_TEXT, f"The {what} has {len(text):,} characters, more than {most}. Say it in fewer.")
    if character := stray(text):
        unseen = f"The {what} holds {character}, which cannot be seen or changes how the rest is read."
        return Denied(Denial.BAD_TEXT, f"{unseen} Write it without.")
    if text != text.strip():
        return Denied(Denial.BAD_TEXT, f"The {what} begins or ends with a space. Write it without.")
    return None


def check_why(why: str) -> Denied | None:
    """The same for the reason of an alteration, which must be there."""
    if not why.strip():
        return Denied(Denial.BAD_TEXT, "Say why: an alteration is recorded with its reason.")
    return check_text("reason", why, WHY_MAX)
