"""Text that people type, and the characters that are not allowed in it.

Disputes, reasons and names are shown to others and kept for years. Invisible characters and those that reorder text can
make it look like something else. The list is spelled out so that it does not depend on Python's version of Unicode.
"""

from __future__ import annotations

import re
import unicodedata

_CONTROLS = r"\x00-\x1f\x7f-\x9f"
_UNSEEN = (
    r"\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164"
    r"\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\ud800-\udfff\ue000-\uf8ff\ufdd0-\ufdef"
    r"\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U0010ffff"
)
"""Direction marks, invisible joiners, fillers, tags, private-use characters and noncharacters.

Variation selectors (U+FE00 to U+FE0F, U+E0100 to U+E01EF) are allowed: emoji and Japanese names need them.
"""
_JOINERS = r"\u200c\u200d"
"""Persian, Indic scripts and emoji use these between two of their own characters."""
_STRAY = re.compile(
    rf"[{_CONTROLS}{_UNSEEN}]|(?<![^\x00-\x7f\s{_JOINERS}])[{_JOINERS}]|[{_JOINERS}](?![^\x00-\x7f\s{_JOINERS}])"
)
_STRAY_IN_LINES = re.compile(rf"(?!\n)(?:{_STRAY.pattern})")


def stray(text: str, *, lines: bool = False) -> str:
    """The first disallowed character, by code point and name; empty if there is none. `lines` allows line breaks.

    >>> stray("Zoë O’Neill"), stray("pays \\u202e5$"), stray("two\\nlines"), stray("two\\nlines", lines=True)
    ('', 'U+202E RIGHT-TO-LEFT OVERRIDE', 'U+000A', '')
    """
    if text.isascii() and text.isprintable():
        return ""
    found = (_STRAY_IN_LINES if lines else _STRAY).search(text)
    return named(found[0]) if found else ""


def named(char: str) -> str:
    """The code point and name of a character that should not be printed."""
    return f"U+{ord(char):04X} {unicodedata.name(char, '')}".rstrip()


def spelled(text: str) -> str:
    """The text with each disallowed character replaced by its code point, for paper and terminals.

    >>> spelled("pays \\u202e5$")
    'pays [U+202E]5$'
    """
    if text.isascii() and text.isprintable():
        return text
    return _STRAY.sub(lambda found: f"[U+{ord(found[0]):04X}]", text)


def counted(count: int, noun: str, plural: str = "") -> str:
    """A count and its noun, in the plural unless it is one.

    >>> counted(1, "wager"), counted(0, "wager"), counted(2_000, "witness", "witnesses")
    ('1 wager', '0 wagers', '2,000 witnesses')
    """
    return f"{count:,} {noun if count == 1 else plural or f'{noun}s'}"


def times(count: int) -> str:
    """How often, in words.

    >>> times(1), times(2)
    ('once', '2 times')
    """
    return "once" if count == 1 else f"{count:,} times"


def phrase(text: str) -> str:
    """A typed text for use inside a sentence: without surrounding spaces or final periods.

    >>> phrase("The ball left the wheel. "), phrase("no ball..."), phrase("...")
    ('The ball left the wheel', 'no ball', '...')
    """
    return text.strip().rstrip(".").rstrip() or text.strip()
