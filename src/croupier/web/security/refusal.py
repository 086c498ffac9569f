"""Maps denials of access control to HTTP responses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from croupier.access.denial import Denial, Denied
from croupier.web.endpoint import Declined

STATUS: Mapping[Denial, int] = {
    Denial.WRONG_PASSWORD: 401,
    Denial.LOCKED_OUT: 429,
    Denial.TOO_MANY_AT_ONCE: 429,
    Denial.NOT_SIGNED_IN: 401,
    Denial.NOT_LOCKED: 409,
    Denial.BAD_NAME: 422,
    Denial.BAD_PASSWORD: 422,
    Denial.BAD_TEXT: 422,
    Denial.NAME_TAKEN: 409,
    Denial.NO_SUCH_ACCOUNT: 404,
    Denial.NOT_YOURS_TO_GIVE: 403,
    Denial.SECOND_NEEDED: 403,
    Denial.FACTOR_NEEDED: 403,
    Denial.WRONG_FACTOR: 403,
    Denial.NO_FACTOR: 409,
    Denial.BAD_KEY: 422,
    Denial.LAST_KEY: 409,
    Denial.NO_SUCH_KEY: 404,
    Denial.NOTHING_CHANGES: 409,
    Denial.WRONG_CODE: 422,
    Denial.NO_SUCH_SEAT: 422,
    Denial.NO_SUCH_TERMINAL: 404,
    Denial.NO_SUCH_ALERT: 404,
    Denial.FULL: 503,
}
T = TypeVar("T")


class DeclinedForNow(Declined):
    """A refusal that may succeed when retried after `retry_after` seconds."""

    def __init__(self, status: int, code: str, message: str, retry_after: int) -> None:
        super().__init__(status, code, message)
        self.retry_after = retry_after


def granted(given: T | Denied, *, status: int | None = None) -> T:
    """Returns the value; raises a denial as `Declined`, with its usual status or the given one."""
    if not isinstance(given, Denied):
        return given
    status = status or STATUS[given.code]
    if given.wait_ms:
        raise DeclinedForNow(status, given.code.value, given.message, -(-given.wait_ms // 1000))
    raise Declined(status, given.code.value, given.message)
