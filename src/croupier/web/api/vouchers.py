"""Vouchers over HTTP: a cashier issues, prints and redeems them. See ADR 69."""

from __future__ import annotations

import datetime
from base64 import b64encode
from collections.abc import Callable
from typing import Annotated

from msgspec import Meta, Struct

from croupier.access.alert_text import AlertKind
from croupier.access.control import AccessControl
from croupier.access.denial import Denied
from croupier.floor.premises import Premises
from croupier.floor.voucher_office import VoucherOffice
from croupier.press.voucher import voucher_document
from croupier.records.voucher import Voucher
from croupier.table.state import SECOND_PERSON_ABOVE
from croupier.terms.coded_message import Facts
from croupier.terms.people import Actor, Role
from croupier.terms.problem import Problems
from croupier.web.api.accounts import SecondPerson
from croupier.web.api.counted_prints import PaperQuery, PrintedPaper, PrintLanguage, labels_to_print, rendered
from croupier.web.api.key_bodies import proof_of
from croupier.web.api.session import signed_in, wrong_is_403
from croupier.web.endpoint import Call, Declined, Endpoint
from croupier.web.security.gate import gate_of, identity
from croupier.web.security.refusal import granted

CAGE = frozenset({Role.CASHIER})
WHERE = "cage"
Words = Annotated[str, Meta(max_length=100)]
Number = Annotated[str, Meta(max_length=60)]
Act = Callable[[VoucherOffice, Actor], Voucher]


class NewVoucher(Struct, frozen=True):
    amount: Annotated[int, Meta(ge=1, le=10**12)]
    """Cents."""
    what: Words = "Voucher"
    owner: Words = ""
    until: datetime.date | None = None
    """The last day on which it is valid."""
    second: SecondPerson | None = None
    """Another cashier, if the amount is more than one person may issue."""


class RedeemVoucher(Struct, frozen=True):
    number: Number
    """With or without spaces."""
    holder: Words = ""
    """Who presents it, for a voucher issued to a person."""


class VoucherAnswer(Struct, frozen=True):
    number: str
    what: str
    amount: int
    owner: str
    until: datetime.date | None
    copies: int
    """Number of printed copies."""


def endpoints(premises: Premises, access: AccessControl) -> tuple[Endpoint, ...]:
    def alone() -> int:
        """The most that one person may issue: the lowest award limit for one person at any table of the house."""
        tables = premises.running.values()
        return min((each.rules.setup.second_person_above for each in tables), default=SECOND_PERSON_ABOVE)

    def second(call: Call) -> str | Denied:
        body: NewVoucher = call.body
        given = body.second or SecondPerson("", "")
        proof, address = proof_of(given.proof, call.request), identity(call.request.scope).address
        return access.sign_in_desk.second(signed_in(call).actor, given.name, given.password, address, proof)

    def alert(call: Call, voucher: Voucher, step: str, second: str = "") -> None:
        if voucher.amount > alone():
            who, number = signed_in(call).name, voucher.number
            facts: Facts = {"step": step, "who": who, "second": second, "amount": voucher.amount, "number": number}
            access.alert(AlertKind.SECOND_PERSON, f"voucher {number}", facts)

    def office(act: Act, by: Actor) -> Voucher:
        with premises.open_journal() as journal:
            return act(VoucherOffice(journal, premises.clock), by)

    async def done(call: Call, act: Act) -> Voucher:
        """Runs the act; raises its problems as `Declined`."""
        try:
            return await gate_of(call.request.scope).disk.do(office, act, signed_in(call).actor)
        except Problems as problems:
            first = problems.problems[0]
            raise Declined(
                409, "voucher-not-good", f"{first.wrong[:1].upper()}{first.wrong[1:]}. {first.right}"
            ) from problems

    async def issue(call: Call) -> VoucherAnswer:
        body: NewVoucher = call.body
        agreed = ""
        if body.amount > alone():
            answer = await gate_of(call.request.scope).hashing.do(second, call)
            agreed = granted(answer, status=wrong_is_403(answer))
        issued = await done(call, lambda kept, by: kept.issue(by, body.what, body.amount, body.owner, body.until))
        alert(call, issued, "issued", agreed)
        return _told(issued)

    async def redeem(call: Call) -> VoucherAnswer:
        body: RedeemVoucher = call.body
        number = body.number.replace(" ", "")
        paid = await done(call, lambda kept, by: kept.redeem(by, number, WHERE, body.holder))
        alert(call, paid, "redeemed")
        return _told(paid)

    async def paper(call: Call) -> PrintedPaper:
        voucher = await done(call, lambda kept, by: kept.print(by, call.path["number"]))
        made = await gate_of(call.request.scope).disk.do(_pdf, voucher, premises.name, call.query.language)
        return PrintedPaper(voucher.copies, made)

    return (
        Endpoint(
            "POST", "/vouchers", issue, "Issues a voucher.", CAGE, body=NewVoucher, answer=VoucherAnswer, status=201
        ),
        Endpoint(
            "POST",
            "/vouchers/redeem",
            redeem,
            "Redeems a voucher by its number, once.",
            CAGE,
            body=RedeemVoucher,
            answer=VoucherAnswer,
        ),
        Endpoint(
            "POST",
            "/vouchers/{number}/paper",
            paper,
            "Prints a voucher; every print is recorded, and later ones are marked as copies.",
            CAGE,
            query=PaperQuery,
            answer=PrintedPaper,
        ),
    )


def _told(voucher: Voucher) -> VoucherAnswer:
    return VoucherAnswer(voucher.number, voucher.what, voucher.amount, voucher.owner, voucher.until, voucher.copies)


def _pdf(voucher: Voucher, house: str, language: PrintLanguage) -> str:
    return b64encode(rendered(voucher_document(voucher, house, labels_to_print(language)))).decode()
