"""`croupier books`: list, show, diff and trace."""

from __future__ import annotations

import json
from itertools import combinations_with_replacement

import pytest

from croupier import rulebook
from croupier.cli.books.comparison import page, to_json
from croupier.cli.output import plain
from croupier.rules.diff import diff
from tests.cli.running import Croupier

BOOKS = ("co-2013", "co-2014", "nj", "sd", "house")


def test_list_is_the_default(croupier: Croupier) -> None:
    answer = croupier("books", "--json").json
    assert answer == croupier("books", "list", "--json").json
    assert sorted(book["id"] for book in answer) == sorted(BOOKS)
    assert [list(book) for book in answer] == [["id", "title", "from", "until", "digest"]] * len(BOOKS)
    assert {
        "id": "co-2013",
        "title": "Colorado Rule 22, as of 2013",
        "from": "2013-07-01",
        "until": "2014-07-14",
    }.items() <= (answer[0].items())
    assert len({book["digest"] for book in answer}) == len(BOOKS)
    assert all(len(bytes.fromhex(book["digest"])) == 32 for book in answer)
    undated = next(book for book in answer if book["id"] == "house")
    assert (undated["from"], undated["until"]) == (None, None)
    readable = croupier("books").out
    assert all(book in readable for book in BOOKS)
    for successor in ("N.J.A.C. 13:69F", "Colorado Rules 30-2201 and following"):
        assert f"has a successor: {successor}" in readable


@pytest.mark.parametrize("book", BOOKS)
def test_show_gives_every_value_with_its_authority(croupier: Croupier, book: str) -> None:
    answer = croupier("books", "show", book, "--json").json
    for part in [answer["placement"], *answer["wheel_rules"], *answer["zero"], *answer["wagers"], answer["coupons"]]:
        assert {"clause", "basis", "adr"} <= part.keys()
        assert part["clause"] or part["basis"] in ("customary", "house")
        assert part["adr"] or part["basis"] != "reading"
    assert {wager["wager"]: wager["pays"] for wager in answer["wagers"]}["split"] == 17
    readable = croupier("books", "show", book)
    assert (readable.code, readable.err) == (0, "")
    for word in ("In force", "17 to 1", "lose-all", "match play coupons", "limits"):
        assert word in readable.out


@pytest.mark.clause("HS limits", duty=("minimum", "maximum"))
def test_show_names_the_limits_of_the_house_sheet(croupier: Croupier) -> None:
    limits = croupier("books", "show", "house", "--json").json["limits"]
    assert limits == {"minimum": 100, "maximum": 400, "clause": "HS limits", "basis": "text", "adr": None}
    assert "at least $1.00 and at most $4.00" in croupier("books", "show", "house").out


def test_diff_of_the_two_colorado_texts(croupier: Croupier) -> None:
    answer = croupier("books", "diff", "co-2013", "co-2014", "--json").json
    assert (answer["left"], answer["right"]) == ("co-2013", "co-2014")
    assert [clause["clause"] for clause in answer["dropped"]] == ["CO 47.1-2213(1) 2013"]
    added = [clause["clause"] for clause in answer["added"]]
    assert added[:2] == ["CO 47.1-2206(5)", "CO 47.1-2213(1) 2014"]
    assert all(clause.startswith("CO 47.1-2213.0") for clause in added[2:])
    assert [amended["clause"] for amended in answer["amended"]] == [
        "CO 47.1-2213(2)(a)",
        "CO 47.1-2213(2)(b)",
        "CO 47.1-2214(1)",
    ]
    assert [value["key"] for value in answer["values"]] == ["in force", "successor"]
    assert (answer["edges"], answer["opened"]) == ([], [])
    # american 15 wagers, two single-zero wheels 14; in prison is open at two of the three, in three ways
    assert answer["compared"] == 15 * 4 + 14 * 4 + 14
    readable = croupier("books", "diff", "co-2013", "co-2014").out
    assert "No edge changes" in readable
    assert "2013-07-01 to 2014-07-14" in readable


def test_diff_tells_the_edges_that_one_book_alone_opens(croupier: Croupier) -> None:
    answer = croupier("books", "diff", "nj", "co-2014", "--json").json
    edges = {(edge["book"], edge["wheel"], edge["zero"]): edge["edge"] for edge in answer["opened"]}
    assert edges["nj", "american", "half"] == "1/38"
    assert edges["co-2014", "european", "in-prison-half"] == "1/74"
    assert edges["co-2014", "european", "in-prison-leave"] == "19/1369"
    values = {value["key"]: value for value in answer["values"]}
    assert values["wager joker"]["left"]["says"] == "45 to 1"
    assert values["wager joker"]["right"] is None
    assert values["coupons"]["right"]["clause"] == "CO 47.1-2203(1)"


@pytest.mark.parametrize(("left", "right"), list(combinations_with_replacement(BOOKS, 2)))
def test_diff_works_for_any_two_books(left: str, right: str) -> None:
    here = diff(rulebook(left), rulebook(right))
    there = here if left == right else diff(rulebook(right), rulebook(left))
    assert here.dropped == there.added
    assert here.compared == there.compared > 0
    assert {change.key for change in here.values} == {change.key for change in there.values}
    assert (here.values == ()) is (left == right)
    assert [(edge.wager, edge.left) for edge in here.edges] == [(edge.wager, edge.right) for edge in there.edges]
    assert json.dumps(to_json(here))
    assert "Effect on edges" in "".join(map(plain, page(here)))


def test_trace_of_all_of_a_book_and_of_one_clause(croupier: Croupier) -> None:
    answer = croupier("books", "trace", "--json").json
    every = answer["clauses"]
    assert len(every) == 145
    keys = ["clause", "books", "kind", "owes", "state", "rules", "tests", "due", "duties"]
    assert all(list(clause) == keys for clause in every)
    duties = [duty for clause in every for duty in clause["duties"]]
    assert all(list(duty) == ["duty", "how", "words", "books", "state", "due", "tests"] for duty in duties)
    assert all((duty["due"] is None) is (duty["state"] == "done") is bool(duty["tests"]) for duty in duties)
    counts = {each["book"]: each for each in answer["counts"]}
    assert list(counts) == [*dict.fromkeys(book for clause in every for book in clause["books"]), None]
    keys = ["book", "works", "partly", "to-come", "unproven", "clauses", "done", "duties"]
    assert all(list(count) == keys for count in answer["counts"])
    assert (counts[None]["clauses"], counts[None]["duties"]) == (145, len(duties))
    assert counts[None]["done"] == sum(duty["state"] == "done" for duty in duties)
    assert counts[None]["works"] == sum(clause["state"] == "works" for clause in every)
    house = croupier("books", "trace", "house", "--json").json["clauses"]
    assert [clause["clause"] for clause in house] == [
        clause["clause"] for clause in every if clause["clause"].startswith("HS ")
    ]
    (one,) = croupier("books", "trace", "HS limits", "--json").json["clauses"]
    assert one in every
    assert "HS limits" in croupier("books", "trace", "HS limits").out
    done, owed = counts[None]["done"], counts[None]["duties"]
    assert f"Duties done: {done} of {owed}." in croupier("books", "trace").out


def test_trace_of_a_book_holds_the_duties_of_that_text(croupier: Croupier) -> None:
    for book, escrow in (("co-2013", True), ("co-2014", False)):
        clauses = croupier("books", "trace", book, "--json").json["clauses"]
        (joint,) = (each for each in clauses if each["clause"] == "CO 47.1-2213(2)(b)")
        assert ("escrow" in {duty["duty"] for duty in joint["duties"]}) is escrow
