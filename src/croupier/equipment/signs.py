"""The signs of a table: which are required, who posted which and where, and what keeps the table closed."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import assert_never

from msgspec import Struct

from croupier.equipment import command as p
from croupier.equipment import event as e
from croupier.equipment.state import Equipment, PostedSign
from croupier.rules.approval import Approval
from croupier.terms.citation import Authority, Basis
from croupier.terms.command_refusals import CommandRefusalCode
from croupier.terms.day import day_of
from croupier.terms.refusal import Facts, Refusal, least

CODE_CHARS = 16
"""Number of characters of a sign's digest that are printed on it; they are enough to record a posting."""
NO_APPROVAL = Approval("")


class DueSign(Struct, frozen=True):
    """A sign as it must read now; `digest` is over the table, the sign and its words."""

    id: str
    title: str
    lines: tuple[str, ...]
    authority: Authority
    digest: str
    approval: Approval = NO_APPROVAL
    """Who approved its text and place, if approval is required."""

    @property
    def asked(self) -> bool:
        """Whether the text itself requires it: the table then does not open without it."""
        return self.authority.clause is not None and self.authority.basis is Basis.TEXT

    @property
    def code(self) -> str:
        return self.digest[:CODE_CHARS]


DueSigns = Mapping[str, DueSign]


class SignState(StrEnum):
    """The status of a sign."""

    POSTED = "posted"
    DUE = "due"
    """Nothing is on record about it."""
    REPLACE = "replace"
    """The posted sign does not match the current rules."""
    NOT_APPROVED = "not-approved"
    """It is posted, but its approval has ended or covers another text or place."""
    REMOVE = "remove"
    """It is posted, but no longer belongs to the table."""


def state_of(sign: DueSign, posted: PostedSign | None, day: datetime.date) -> SignState:
    """The status of the sign on a day."""
    if posted is None:
        return SignState.DUE
    if posted.digest != sign.digest:
        return SignState.REPLACE
    return SignState.NOT_APPROVED if unapproved(sign, posted.place, day) else SignState.POSTED


def unapproved(sign: DueSign, place: str, day: datetime.date) -> Facts:
    """Why the approval does not cover the sign, as facts; none if it does, or if no approval is named."""
    approval = sign.approval
    if approval.ended(day):
        return {
            "why": "the approval of {approval} ended on {until}",
            "approval": str(approval),
            "until": str(approval.until),
        }
    if approval.digest and not sign.digest.startswith(approval.digest):
        words = "the approval of {approval} is for another text ({digest})"
        return {"why": words, "approval": str(approval), "digest": approval.digest[:CODE_CHARS]}
    if approval.place and approval.place.casefold() != place.strip().casefold():
        return {"why": "the approved place is {place}", "place": approval.place}
    return {}


def decide_sign(due: DueSigns, equipment: Equipment, command: p.SignCommand) -> tuple[e.SignEvent] | Refusal:
    """The event of a posting or removal, or a refusal."""
    match command:
        case p.PostSign():
            return _post(due, command)
        case p.RemoveSign():
            posted = equipment.signs.get(command.sign)
            nothing: dict[str, str | int] = {"what": "take down: no sign {sign} is on record", "sign": command.sign}
            why = Refusal(CommandRefusalCode.TEXT_MISSING, _HOUSE, {"what": "reason"})
            refusal = least(
                None if posted else Refusal(CommandRefusalCode.NOTHING_TO_DO, _HOUSE, nothing),
                None if command.why.strip() else why,
            )
            return refusal or (e.SignRemoved(command.at, command.sign, command.why, command.by.name, command.by.role),)
        case _:
            assert_never(command)


_HOUSE = Authority(Basis.HOUSE)


def _post(due: DueSigns, command: p.PostSign) -> tuple[e.SignEvent] | Refusal:
    sign = due.get(command.sign)
    if sign is None:
        facts: dict[str, str | int] = {"what": "post: {sign} is not a sign of this table", "sign": command.sign}
        return Refusal(CommandRefusalCode.NOTHING_TO_DO, _HOUSE, facts)
    place = command.place.strip()
    given = command.digest.strip().casefold().replace("-", "")
    current = len(given) >= CODE_CHARS and sign.digest.startswith(given)
    why = unapproved(sign, place, day_of(command.at))
    refusal = least(
        None if place else Refusal(CommandRefusalCode.TEXT_MISSING, sign.authority, {"what": "place"}),
        None if current else _refused(sign, CommandRefusalCode.SIGN_OUTDATED, code=sign.code),
        _refused(sign, CommandRefusalCode.SIGN_NOT_APPROVED, **why) if why else None,
    )
    return refusal or (
        e.SignPosted(
            command.at,
            sign.id,
            sign.title,
            sign.lines,
            sign.digest,
            place,
            str(sign.approval),
            command.by.name,
            command.by.role,
        ),
    )


def _refused(sign: DueSign, refusal: CommandRefusalCode, /, **facts: str | int) -> Refusal:
    return Refusal(refusal, sign.authority, {"sign": sign.title, **facts})


def sign_obstacles(due: DueSigns, equipment: Equipment, opens_at: int, *, recorded: bool) -> Iterator[Refusal]:
    """Everything about signs that keeps the table from opening.

    With `recorded`, each sign that the text requires must be on record as posted; without it, a sign with no record
    at all is assumed to be posted.
    """
    day = day_of(opens_at)
    for sign in due.values():
        if not sign.asked:
            continue
        posted = equipment.signs.get(sign.id)
        state = state_of(sign, posted, day)
        if state is SignState.DUE and recorded:
            yield _refused(sign, CommandRefusalCode.SIGN_NOT_POSTED)
        elif state is SignState.REPLACE:
            yield _refused(sign, CommandRefusalCode.SIGN_OUTDATED, code=sign.code)
        elif state is SignState.NOT_APPROVED and posted is not None:
            yield _refused(sign, CommandRefusalCode.SIGN_NOT_APPROVED, **unapproved(sign, posted.place, day))
