"""Where a printed document goes: a file by its ending, or plain text on standard output."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.cli.files import owners_alone, writing
from croupier.cli.output import print_text
from croupier.terms.problem import Problem, Problems
from croupier.terms.wording import ENGLISH, LANGUAGES, UNPRINTED

if TYPE_CHECKING:
    from croupier.press.document import Document
    from croupier.press.labels import Labels

FORMATS = (".pdf", ".html", ".txt")
EXTRA = "PDF files and QR codes need the extra press: pip install 'croupier[press]'."


def add_out(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="write FILE.pdf, FILE.html or FILE.txt (default: text on stdout)"
    )


def add_language(parser: argparse.ArgumentParser, words: str = "print it in this language") -> None:
    languages = [each for each in LANGUAGES if each != ENGLISH]
    parser.add_argument("--language", choices=languages, default="", help=f"{words} (default: English)")


def labels_for(args: argparse.Namespace) -> Labels:
    """The words of the chosen language; raises a problem if this machine cannot print them to the file."""
    from croupier.press.labels import Labels

    check_fonts(args.language, args.out)
    return Labels(args.language or ENGLISH)


def check_out(out: Path | None) -> None:
    """Raises a problem with an unknown kind of file, before any work is done."""
    if out is not None and out.suffix.lower() not in FORMATS:
        raise Problems([Problem("--out", f"{out.name} has no known kind", f"End it in {', '.join(FORMATS)}.")])


def check_fonts(language: str, out: Path | None) -> None:
    """Raises a problem if this machine has no fonts for a PDF in the language."""
    if language in UNPRINTED and out is not None and out.suffix.lower() == ".pdf":
        from croupier.press.pdf import check_printed

        check_printed(language)


def deliver(document: Document, out: Path | None) -> None:
    """Writes the document to the file, or to standard output."""
    data = rendered(document, out.suffix.lower() if out is not None else ".txt")
    if out is None:
        print_text(data.decode())
        return
    with writing("--out", out), open(out, "wb", opener=owners_alone) as file:
        file.write(data)


def rendered(document: Document, kind: str) -> bytes:
    """The document as the bytes of a file with this suffix."""
    if kind == ".pdf":
        from croupier.press import pdf

        return pdf.render(document)
    from croupier.press import html, text

    page = html.render(document) if kind == ".html" else text.render(document)
    return page.encode()
