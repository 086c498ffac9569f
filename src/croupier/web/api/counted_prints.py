"""Papers whose prints the journal counts: slips and prize vouchers. GET gives a preview, POST a recorded print."""

from __future__ import annotations

from base64 import b64encode
from typing import Literal

from msgspec import Struct

from croupier.floor.premises import Premises
from croupier.floor.print_office import PrintOffice
from croupier.press.document import Document
from croupier.press.labels import Labels
from croupier.terms.people import Actor
from croupier.terms.wording import ENGLISH
from croupier.web.api.session import signed_in
from croupier.web.endpoint import Call, Declined
from croupier.web.security.gate import gate_of

PrintLanguage = Literal["", "es", "fr", "de", "zh-Hans"]
"""The language of a paper; empty for English."""


class PaperQuery(Struct, frozen=True):
    language: PrintLanguage = ""
    """The language of the paper; English if this service has no font for it."""


class PrintedPaper(Struct, frozen=True):
    copy: int
    """1 for the first print; later ones are marked as copies."""
    pdf: str
    """Base64."""


def rendered(document: Document) -> bytes:
    """The PDF; raises `Declined` if this service cannot print."""
    try:
        from croupier.press import pdf
    except ModuleNotFoundError as error:
        raise Declined(501, "no-press", f"This service cannot print: {error.name} is not installed.") from error
    return pdf.render(document)


def printed_languages() -> tuple[str, ...]:
    """The languages that this service can print; none if it cannot print."""
    try:
        from croupier.press import pdf
    except ModuleNotFoundError:
        return ()
    return pdf.printed_languages()


def labels_to_print(language: PrintLanguage) -> Labels:
    """The words of the language, or English if this service has no font for it: a print that counts must not fail."""
    return Labels(language if language in printed_languages() else ENGLISH)


async def print_counted(premises: Premises, call: Call, document: Document) -> PrintedPaper:
    """Records the print of a counted paper and returns it with its copy number."""
    if not document.counted:
        raise Declined(409, "print-not-counted", "No print of this paper is recorded. Read it with GET.")

    def record(by: Actor) -> int:
        with premises.open_journal() as journal:
            return PrintOffice(journal, premises.clock).print(by, document.counted)

    disk = gate_of(call.request.scope).disk
    copy = await disk.do(record, signed_in(call).actor)
    return PrintedPaper(copy, b64encode(await disk.do(rendered, document.as_copy(copy))).decode())
