"""What a PDF for archives and screen readers must have, checked in the file by another program."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

import pikepdf
import pypdfium2
from msgspec import Struct

_KINDS = frozenset({"H1", "H2", "P", "L", "LI", "Lbl", "LBody", "Table", "THead", "TBody", "TR", "TH", "TD", "Figure"})


class Page(Struct):
    width_mm: float
    height_mm: float
    text: str


class Structure(Struct):
    title: str
    language: str
    tags: list[str]
    alternatives: list[str]
    pages: list[Page]

    @property
    def text(self) -> str:
        return "\n".join(page.text for page in self.pages)


def check_structure(data: bytes) -> Structure:
    """The structure of the file; fails where it is not PDF/UA-1 and PDF/A-2a as far as its parts can tell."""
    with pikepdf.open(BytesIO(data)) as pdf:
        root = pdf.Root
        assert bool(root.MarkInfo.Marked)
        assert bool(root.ViewerPreferences.DisplayDocTitle)
        assert not {"/OpenAction", "/AA", "/AcroForm"} & set(root.keys())
        assert "/JavaScript" not in (root.get("/Names") or {})
        assert not pdf.is_encrypted
        with pdf.open_metadata() as meta:
            assert (meta["pdfaid:part"], meta["pdfaid:conformance"]) == ("2", "A")
            assert meta["pdfuaid:part"] == "1"
            title = str(meta["dc:title"])
        assert root.OutputIntents[0].DestOutputProfile
        elements = list(_elements(root.StructTreeRoot.K))
        tags = [str(each.S)[1:] for each in elements]
        figures = [each for each in elements if each.S == "/Figure"]
        assert all(str(each.Alt).strip() for each in figures), "a figure without words"
        assert tags.count("H1") == 1, tags
        if "Table" in tags:
            assert "TH" in tags
        assert set(tags) & _KINDS
        for page in pdf.pages:
            assert page.obj.Tabs == "/S" or "/Annots" not in page.obj
            assert all(_embedded(font) for font in _fonts(page.obj))
        found = Structure(title, str(root.Lang), tags, [str(each.Alt) for each in figures], [])
    paper = pypdfium2.PdfDocument(data)
    try:
        for number in range(len(paper)):
            sheet = paper[number]
            text = sheet.get_textpage().get_text_bounded()
            width, height = sheet.get_size()
            found.pages.append(Page(width / 72 * 25.4, height / 72 * 25.4, text))
    finally:
        paper.close()
    return found


def _elements(node: object) -> Iterator[pikepdf.Object]:
    """Every element of the structure, parents first."""
    if isinstance(node, pikepdf.Array):
        for each in node:
            yield from _elements(each)
    elif isinstance(node, pikepdf.Dictionary) and "/S" in node:
        yield node
        if "/K" in node:
            yield from _elements(node.K)


def _fonts(page: pikepdf.Object) -> Iterator[pikepdf.Object]:
    for font in (page.Resources.get("/Font") or pikepdf.Dictionary()).values():
        yield from font.get("/DescendantFonts") or [font]


def _embedded(font: pikepdf.Object) -> bool:
    held = font.get("/FontDescriptor") or pikepdf.Dictionary()
    return bool({"/FontFile", "/FontFile2", "/FontFile3"} & set(held.keys()))
