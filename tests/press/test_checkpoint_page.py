"""The page of the day shows the whole note, and a QR code of it."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import segno

from croupier.press import html, svg
from croupier.press.checkpoint_page import checkpoint_page
from croupier.press.document import Code, Facts
from croupier.press.labels import Labels
from croupier.terms.day import moment_words
from tests.journal.examples import example
from tests.journal.witnesses import policy_of


def test_the_code_is_the_note_with_its_white_border() -> None:
    """Checks every module of the drawing: they encode the text, and the border is empty."""
    journal = example()
    policy_of(journal)
    last = journal.last_checkpoint()
    assert last is not None
    drawn = svg.of_code(Code(str(last.note), "words"))
    rows = [
        list(row)
        for row in segno.make(str(last.note), micro=False, error="m", boost_error=False).matrix_iter(border=svg.QUIET)
    ]
    assert f'viewBox="0 0 {len(rows)} {len(rows)}"' in drawn
    found = [[0] * len(rows) for _ in rows]
    for left, top, width in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", drawn.rpartition("<path")[2]):
        for across in range(int(left), int(left) + int(width)):
            found[int(top)][across] = 1
    assert found == [[int(bool(each)) for each in row] for row in rows]


def test_the_page_has_the_whole_note_and_who_cosigned_it() -> None:
    journal = example()
    policy = policy_of(journal)
    last = journal.last_checkpoint()
    assert last is not None
    page = checkpoint_page(last, "Boardwalk House", policy)
    blocks = [block for section in page.sections for block in section.blocks]
    lines = [value for block in blocks if isinstance(block, Facts) for _, value in block.rows]
    for line in str(last.note).splitlines():
        assert (line or "(a blank line)") in lines
    assert "w1.example, w2.example: the quorum" in lines
    assert last.head.root.hex() in lines
    assert any(isinstance(block, Code) for block in blocks)
    text = html.render(page)
    HTMLParser().feed(text)
    assert "Boardwalk House" in text
    bare = example().last_checkpoint()
    assert bare is not None
    alone = [block for section in checkpoint_page(bare, "", policy).sections for block in section.blocks]
    assert any("nobody: no quorum" in dict(block.rows).values() for block in alone if isinstance(block, Facts))


def test_the_page_is_in_the_language_asked_for_and_the_note_is_the_same() -> None:
    journal = example()
    policy = policy_of(journal)
    last = journal.last_checkpoint()
    assert last is not None
    page = html.render(checkpoint_page(last, "H", policy, Labels("de")))
    for said in ("Prüfpunkt", "Was versiegelt ist", "Mitsigniert von", "w1.example, w2.example: das Quorum"):
        assert said in page
    assert "Sealed" not in page
    assert f"{moment_words(last.time_ms)}" in page
    english = checkpoint_page(last, "H", policy)
    german = checkpoint_page(last, "H", policy, Labels("de"))
    codes = [
        [block.text for s in each.sections for block in s.blocks if isinstance(block, Code)]
        for each in (english, german)
    ]
    assert codes[0] == codes[1]
