"""The kinds of alerts and their texts."""

from __future__ import annotations

from enum import StrEnum
from typing import assert_never

from croupier.terms.coded_message import Facts
from croupier.terms.money import dollars
from croupier.terms.text import counted


class AlertKind(StrEnum):
    LOCKED_OUT = "locked-out"
    CONSOLE_GUESSED = "console-guessed"
    CODES_GUESSED = "codes-guessed"
    CLOCK_CHANGED = "clock-changed"
    CLOCK_BEHIND = "clock-behind"
    PROGRAM_CHANGED = "program-changed"
    EVENTS_DROPPED = "events-dropped"
    CALL_UNHEARD = "call-unheard"
    JOURNAL_DAMAGED = "journal-damaged"
    RECORDS_LOST = "records-lost"
    WITNESSES_SILENT = "witnesses-silent"
    WITNESS_DISAGREES = "witness-disagrees"
    ACCOUNT_CHANGED = "account-changed"
    SECOND_PERSON = "second-person"
    DEVICE_DISTRUSTED = "device-distrusted"
    KEY_COPIED = "key-copied"
    RECOVERY_CODE_USED = "recovery-code-used"
    TOO_MANY = "too-many-alerts"


_CHANGED = {
    "made": "was created",
    "role": "has a new role",
    "key": "has a new key",
    "password": "has a new password",
    "factor": "no longer has a second factor",
}
_SECOND = {
    "asked": "{who} asks for a second person: request {request} for {amount} at table {table}.",
    "given": "{who} approved request {request} at table {table}, and it was carried out.",
    "denied": "{who} refused request {request} at table {table}: {why}",
    "slip": "{who} asks for a {way} of {amount} at table {table}, slip {slip}.",
    "sold": "{who} sold chips for {amount} to seat {seat} of table {table}.",
    "paid": "{who} paid {amount} to seat {seat} of table {table}.",
    "issued": "{who} and {second} issued voucher {number} for {amount}.",
    "redeemed": "{who} redeemed voucher {number} for {amount}.",
}
_BREACHES = {
    "device-forged": "A message not signed with the device's key",
    "device-repeated": "A repeated message from a device",
}


def alert_words(kind: AlertKind, facts: Facts) -> str:
    """The text of an alert.

    >>> alert_words(AlertKind.KEY_COPIED, {"label": "blue", "who": "Dora", "role": "dealer"})
    'The security key blue of Dora (dealer) was copied and is now blocked.'
    """
    match kind:
        case AlertKind.LOCKED_OUT if facts["known"] == "yes":
            return "{who} ({role}) is locked out after {failures} failed sign-ins.".format_map(facts)
        case AlertKind.LOCKED_OUT:
            return "{failures} or more failed sign-ins with an unknown name, last from {address}.".format_map(facts)
        case AlertKind.CONSOLE_GUESSED:
            what = "security keys or codes" if facts["what"] == "factor" else "passwords"
            return "Three wrong {what} at the console of {who} ({role}), which was signed out.".format_map(
                {**facts, "what": what}
            )
        case AlertKind.CODES_GUESSED:
            return "{count} or more wrong terminal codes within ten minutes, last from {address}.".format_map(facts)
        case AlertKind.CLOCK_CHANGED:
            return "The clock was moved {way} by {by_ms:,} ms.".format_map(facts)
        case AlertKind.CLOCK_BEHIND:
            behind = "The clock is {seconds:,} s behind the last record. Tables wait until it is set right."
            return behind.format_map(facts)
        case AlertKind.PROGRAM_CHANGED:
            return "The program's files changed since the start. Find out who changed them."
        case AlertKind.EVENTS_DROPPED:
            return f"{counted(int(facts['count']), 'event')} of the premises could not be recorded: too many at once."
        case AlertKind.CALL_UNHEARD:
            return _unheard(facts)
        case AlertKind.JOURNAL_DAMAGED:
            damaged = "The journal was altered: {finding}. Stop, keep it unchanged and restore a backup."
            return damaged.format_map(facts)
        case AlertKind.RECORDS_LOST:
            lost = "Acknowledged records are missing: {finding}. The table stays closed."
            return f"{lost} Bring back the store that has them.".format_map(facts)
        case AlertKind.WITNESSES_SILENT:
            return "The witnesses have not cosigned: {finding}".format_map(facts)
        case AlertKind.WITNESS_DISAGREES:
            return "The witness {witness} disagrees: {finding}".format_map(facts)
        case AlertKind.ACCOUNT_CHANGED:
            said = "The account {name} ({role}) {change}, by {by} and {second}."
            return said.format_map({**facts, "change": _CHANGED[str(facts["change"])]})
        case AlertKind.SECOND_PERSON:
            amount = dollars(int(facts["amount"])) if "amount" in facts else ""
            return _SECOND[str(facts["step"])].format_map({**facts, "amount": amount})
        case AlertKind.DEVICE_DISTRUSTED:
            what = _BREACHES[str(facts["breach"])]
            return f"{what}, at table {facts['table']}. Nothing was bought or paid."
        case AlertKind.KEY_COPIED:
            return "The security key {label} of {who} ({role}) was copied and is now blocked.".format_map(facts)
        case AlertKind.RECOVERY_CODE_USED:
            return "{who} ({role}) used a recovery code instead of a key; {left} left.".format_map(facts)
        case AlertKind.TOO_MANY:
            return "More than {count:,} alerts are open; further ones are only counted.".format_map(facts)
        case _:
            assert_never(kind)


def _unheard(facts: Facts) -> str:
    more = f" and {facts['more']} more" if facts["more"] else ""
    where = "terminal of seat" if facts["count"] == 1 else "terminals of seats"
    return f"No More Bets in round {facts['round']} was neither heard nor seen at the {where} {facts['seats']}{more}."
