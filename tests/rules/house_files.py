"""Valid house files, written from the texts, for tests to break."""

from __future__ import annotations

import re

_DATES = {"co": "2014-07-15", "co-2013": "2014-07-14", "co-2014": "2014-07-15", "nj": "2010-11-15", "sd": "2015-07-01"}


def house(book: str, table: str = "", *, date: str = "") -> str:
    """A house with one table, number 7, and only what is given."""
    day = date or _DATES.get(book, "2016-01-01")
    signs = '\n[table.signs]\nzero = "lose-all"\n' if book == "nj" and "signs" not in table else ""
    table = f"signs_recorded = false\n{table}"
    return f'[house]\nname = "H"\nbook = "{book}"\ndate = {day}\n[[table]]\nnumber = 7\n{table}\n{signs}'


def without(text: str, *keys: str) -> str:
    """The file without the lines of these keys."""
    for key in keys:
        text, count = re.subn(rf"^{re.escape(key)} = .*\n", "", text, flags=re.MULTILINE)
        assert count == 1, key
    return text


_COLORADO = """
[table.limits]
minimum = 500
maximum = 10000

[table.equipment]
number_visible = true
layout_opposite_wheel = true
equal_compartments = true
wheel_inches = 30
ball_inches = "3/4"
ball_metallic = false
drop_box = 7
drop_box_marked = true
drop_box_locked = true
drop_box_keyed_apart = true
tip_box = true
external_parts = false
{equipment}
[table.signs]
limits = true
house_rules = true
printed_copies = true
{signs}
[table.approvals]
layout = "Director, 2014-06-02"
house_rules = "Director, 2014-06-02"
"""

COLORADO = house("co-2014", 'wheel = "american"' + _COLORADO.format(equipment="", signs=""))
DOUBLE_AS_SINGLE = house(
    "co-2014",
    'wheel = "double-as-single"'
    + _COLORADO.format(
        equipment="cover_00 = true\n",
        signs="double_as_single = true\ndouble_zero_void = true\nzero_loses = true\n",
    ),
)
NEW_JERSEY = house("nj", 'wheel = "american"')
BIG_SIX = house(
    "nj",
    """wheel = "big-six"
clapper = "void"
[table.signs]
clapper = "void"
odds_word = "to"
""",
)
