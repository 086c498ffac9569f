"""The header of a play script: the table, its rules, the day, and people's roles."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable

from msgspec import Struct, convert, field

from croupier.game.zero import Choice
from croupier.records.pattern import Found, Pattern
from croupier.records.sentence_fields import SentenceError, amount, number, text, word
from croupier.rules.chip_set import look
from croupier.rules.round import FindBook
from croupier.table.state import Setup, TableRules
from croupier.terms.decoding import prepare_types
from croupier.terms.money import Currency
from croupier.terms.people import Role
from croupier.terms.problem import Problem, Problems, nearest, shown
from croupier.wire.rules import table_rules

prepare_types(Setup)

NAME = re.compile(r"[A-Za-z][A-Za-z0-9]{0,63}")
NUMBER = re.compile(r"[a-z0-9]{1,32}")
ROLES = {"supervisor": Role.SUPERVISOR, **{role.value: role for role in Role}}
"""The names of roles; a pit supervisor is also just a supervisor."""
SEATS_MAX = 10_000
_EPOCH = datetime.date(1970, 1, 1)


class Header(Struct):
    """What the header of a script says."""

    number: str = ""
    book: str = ""
    line: int = 0
    day: datetime.date | None = None
    table: dict[str, object] = field(default_factory=dict)
    setup: dict[str, object] = field(default_factory=dict)
    people: dict[str, Role] = field(default_factory=dict)

    @property
    def electronic(self) -> bool:
        return bool(self.setup.get("electronic"))


def add_person(people: dict[str, Role], name: str, role: Role) -> None:
    """Gives the person a role, which is fixed for the whole script."""
    if not NAME.fullmatch(name):
        raise SentenceError(f"{shown(name)} is not a name", "Write one word of letters and digits, such as ana.")
    if people.setdefault(name, role) is not role:
        raise SentenceError(f"{name} is a {people[name]} already, not a {role}", "Give the other person another name.")


def _table(header: Header, found: Found) -> None:
    name = found["number"] or ""
    if header.number:
        raise SentenceError("the table is named twice", "Play each table in a script of its own.")
    if not NUMBER.fullmatch(name):
        raise SentenceError(
            f"{shown(name)} is not the number of a table", "Write digits or small letters, such as 7 or b12."
        )
    header.number, header.book = name, found["book"] or ""


def _date(header: Header, found: Found) -> None:
    header.day = read_day(found["day"] or "")


def read_day(written: str) -> datetime.date:
    try:
        day = datetime.date.fromisoformat(written) if len(written) == 10 else None
    except ValueError:
        day = None
    if day is None or day < _EPOCH:
        raise SentenceError(f"{shown(written)} is not a day", "Write year-month-day, such as 2014-07-15.")
    return day


def _choice(key: str) -> Callable[[Header, Found], None]:
    def put(header: Header, found: Found) -> None:
        header.table[key] = found["value"] or ""

    return put


def _choices(key: str) -> Callable[[Header, Found], None]:
    def put(header: Header, found: Found) -> None:
        header.table[key] = (found["values"] or "").split()

    return put


def _no_coupons(header: Header, _found: Found) -> None:
    header.table["coupons"] = False


def _pays(header: Header, found: Found) -> None:
    pays = header.table.setdefault("pays", {})
    assert isinstance(pays, dict)  # noqa: S101 - set above
    pays[found["wager"] or ""] = found["odds"] or ""


def _limits(header: Header, found: Found) -> None:
    limits = header.table.setdefault("limits", {})
    assert isinstance(limits, dict)  # noqa: S101 - set above
    bounds = limits.setdefault(found["group"], {}) if found["group"] else limits
    bounds |= {"minimum": amount(found, "least"), "maximum": amount(found, "most")}


def _seats(header: Header, found: Found) -> None:
    header.setup["seats"] = number(found, "seats", SEATS_MAX)


def _electronic(header: Header, _found: Found) -> None:
    header.setup["electronic"] = True


def _approved(header: Header, found: Found) -> None:
    header.setup["terminals_approved"] = text(found, "words")


def _value_chip(header: Header, found: Found) -> None:
    chips = header.setup.setdefault("value_chips", [])
    assert isinstance(chips, list)  # noqa: S101 - set above
    color, design = look(found["color"] or "", text(found, "design") if found["design"] else "")
    chips.append({"denomination": amount(found, "worth"), "color": color, "design": design})


def _no_screen(header: Header, _found: Found) -> None:
    header.setup["central_screen"] = False


def _prison(header: Header, found: Found) -> None:
    header.setup["prison_ms"] = number(found, "seconds", 86_400) * 1000


def _silence(header: Header, found: Found) -> None:
    header.setup["silence"] = Choice(word(found, "choice", Choice))


def _no_tips(header: Header, _found: Found) -> None:
    header.setup["tip_wagers"] = False


def _tips(header: Header, found: Found) -> None:
    header.setup["tip_wager_max"] = amount(found, "most")


def _tips_on(header: Header, found: Found) -> None:
    header.setup["tip_wagers_on"] = tuple((found["values"] or "").split())


def _external_parts(header: Header, _found: Found) -> None:
    header.setup["external_parts"] = True


def _secure_place(header: Header, found: Found) -> None:
    header.setup["secure_place"] = text(found, "place")


def _people(header: Header, found: Found) -> None:
    role = ROLES.get(found["role"] or "")
    if role is None:
        raise SentenceError(f"{shown(found['role'])} is not a role", nearest(found["role"], ROLES))
    for name in (found["names"] or "").split():
        add_person(header.people, name, role)


ITEMS = tuple(
    (Pattern(template), put)
    for template, put in (
        ("table {number:word} under {book:word}", _table),
        ("date {day:word}", _date),
        ("wheel {value:word}", _choice("wheel")),
        ("zero {value:word}", _choice("zero")),
        ("layout {value:word}", _choice("layout")),
        ("clapper {value:word}", _choice("clapper")),
        ("offers {values:words}", _choices("offers")),
        ("withholds {values:words}", _choices("withholds")),
        ("pays {wager:word} {odds:words}", _pays),
        ("limits[ {group:name}] {least:amount} to {most:amount}", _limits),
        ("seats {seats:number}", _seats),
        ("electronic", _electronic),
        ("terminals approved {words:text}", _approved),
        ("value chip {worth:amount} {color:name}[ {design:text}]", _value_chip),
        ("prison {seconds:number} seconds", _prison),
        ("silence {choice:word}", _silence),
        ("tip wagers up to {most:amount}", _tips),
        ("tip wagers on {values:words}", _tips_on),
        ("no tip wagers", _no_tips),
        ("no coupons", _no_coupons),
        ("no central screen", _no_screen),
        ("external movable parts", _external_parts),
        ("secure place {place:text}", _secure_place),
        ("people {role:word} {names:words}", _people),
    )
)
"""The items of a header, separated by commas, on any number of lines."""


def read_item(header: Header, item: str, money: Currency) -> None:
    """Adds one item to the header, with amounts in this currency; raises `SentenceError`."""
    verb = item.partition(" ")[0]
    alike = [(pattern, put) for pattern, put in ITEMS if pattern.verb == verb]
    for pattern, put in alike:
        found = pattern.match(item, money)
        if found is not None:
            put(header, found)
            return
    if alike:
        raise SentenceError(f"{shown(item)} cannot be read", f"Write: {'; or '.join(each.shown for each, _ in alike)}.")
    verbs = dict.fromkeys(pattern.verb for pattern, _ in ITEMS)
    raise SentenceError(f"{shown(verb)} does not belong in the header", nearest(verb, verbs))


def build_rules(header: Header, find: FindBook) -> TableRules:
    """The rules of the table that the header describes; raises every problem with its choices."""
    place = f"line {header.line}" if header.line else "table"
    if not header.number:
        right = "Begin with table N under BOOK, such as: table 7 under nj, wheel american."
        raise Problems([Problem("table", "the script names no table", right)])
    try:
        book = find(header.book, header.day)
        return table_rules(book, header.table, convert({"number": header.number, **header.setup}, Setup))
    except Problems as problems:
        raise Problems(
            Problem(f"{place}: {each.key}" if each.key else place, each.wrong, each.right, each.clause)
            for each in problems.problems
        ) from None
