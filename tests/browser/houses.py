"""The houses that the browser tests play in: the demonstration's tables, several of each, dealt by people alone."""

from __future__ import annotations

import re

from croupier.floor.demonstration import house_texts

TABLES = {
    "american": "1",
    "colors": "2",
    "big-six": "3",
    "prison": "4",
    "covered": "5",
    "house": "6",
    "felt": "7",
    "tournament": "8",
}
"""Each kind of table and its number in the demonstration."""
COPIES = {"prison": 12, "covered": 6, "american": 27, "colors": 3, "big-six": 3, "house": 3, "felt": 1, "tournament": 1}
"""Number of tables of each kind: every test plays at a fresh one, even if one worker runs all tests."""
DEMONSTRATION = "199"
"""The one demonstration table, whose players buy chips from a simulated device."""
PRISON_SECONDS = 300
"""How long people may choose in prison: tests must not depend on how fast a busy machine draws two pages."""


def numbers(kind: str) -> list[str]:
    """The numbers of the tables of one kind."""
    return [f"{TABLES[kind]}{rank:02}" for rank in range(1, COPIES[kind] + 1)]


def many_houses() -> dict[str, str]:
    """The house files of the demonstration with several of each table, and one that stays a demonstration."""
    kinds = {number: kind for kind, number in TABLES.items()}
    texts = {}
    for file, text in sorted(house_texts().items()):
        head, *tables = re.split(r"^\[\[table\]\]\n", text, flags=re.MULTILINE)
        copies = []
        for table in tables:
            found = re.search(r"^number = (\d)$", table, flags=re.MULTILINE)
            assert found
            kind = kinds[found[1]]
            for number in (*numbers(kind), *([DEMONSTRATION] if kind == "american" else [])):
                copy = re.sub(r"^(number|drop_box) = \d$", rf"\1 = {number}", table, flags=re.MULTILINE)
                copy = re.sub(r"^prison_seconds = \d+$", f"prison_seconds = {PRISON_SECONDS}", copy, flags=re.MULTILINE)
                if kind == "covered":
                    copy = copy.replace("external_parts = false\n", "external_parts = true\n")
                if number != DEMONSTRATION:
                    copy = copy.replace("demonstration = true\n", "signs_recorded = false\n")
                copies.append("[[table]]\n" + copy)
        texts[file] = head + "\n".join(copies)
    return texts
