"""Texts that people type, and the characters that may not stand in them.

A dispute, a reason or a name is shown to others and kept for years. Characters that cannot be seen, or that make
others read in another order than they were written, let a text look like something that it is not. The list is
written out: it must not depend on which Unicode the Python of the day knows.
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
"""Marks of direction, joiners of nothing, fillers, tags, private characters and those that are none. Selectors of a
variant (U+FE00 to U+FE0F, U+E0100 to U+E01EF) stay: emoji and Japanese names are written with them."""
_JOINERS = r"\u200c\u200d"
"""Persian, the scripts of India and emoji are written with these, between two of their own characters."""
_STRAY = re.compile(
    rf"[{_CONTROLS}{_UNSEEN}]|(?<![^\x00-\x7f\s{_JOINERS}])[{_JOINERS}]|[{_JOINERS}](?![^\x00-\x7f\s{_JOINERS}])"
)
_STRAY_IN_LINES = re.compile(rf"(?!\n)(?:{_STRAY.pattern})")


def stray(text: str, *, lines: bool = False) -> str:
    """The first character that may not stand in a text, named; empty when every one may. `lines` allows line breaks.

    >>> stray("Zoë O’Neill"), stray("pays \\u202e5$"), stray("two\\nlines"), stray("two\\nlines", lines=True)
    ('', 'U+202E RIGHT-TO-LEFT OVERRIDE', 'U+000A', '')
    """
    if text.isascii() and text.isprintable():
        return ""
    found = (_STRAY_IN_LINES if lines else _STRAY).search(text)
    return named(found[0]) if found else ""


def named(char: str) -> str:
    """A character that is better not shown, by its number and name."""
    return f"U+{ord(char):04X} {unicodedata.name(char, '')}".rstrip()
