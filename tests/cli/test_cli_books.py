"""`croupier books`: list, show, diff and trace."""

from __future__ import annotations

import json
from itertools import combinations_with_replacement

import pytest

from croupier import rulebook
from croupier.cli.books.comparison import page, to_json
from croupier.cli.page import plain
from croupier.rules.diff import diff
from tests.cli.running import Croupier

BOOKS = ("co-2013", "co-2014", "nj", "sd", "house")


def test_list_is_the_default(croupier: Croupier) -> None:
    answer = croupier("books", "--json").json
    assert answer == croupier("books", "list", "--json").json
    assert [book["book"] for book in answer["books"]] == list(BOOKS)
    assert answer["books"][0] == {
        "book": "co-2013",
        "family": "co",
        "title": "Colorado Rule 22, as of 2013",
        "from": "2013-07-01",
        "until": "2014-07-14",
        "successor": "co-2014",
        "wheels": ["american", "european", "double-as-single"],
        "clauses": answer["books"][0]["clauses"],
    }
    readable = croupier("books").out
    assert all(book in readable for book in BOOKS)


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


@pytest.mark.clause("HS limits")
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
    every = croupier("books", "trace", "--json").json["clauses"]
    assert len(every) == 145
    keys = ["clause", "books", "kind", "owes", "state", "rules", "tests", "due"]
    assert all(list(clause) == keys for clause in every)
    house = croupier("books", "trace", "house", "--json").json["clauses"]
    assert [clause["clause"] for clause in house] == [
        clause["clause"] for clause in every if clause["clause"].startswith("HS ")
    ]
    (one,) = croupier("books", "trace", "HS limits", "--json").json["clauses"]
    assert one in every
    assert "HS limits" in croupier("books", "trace", "HS limits").out
    assert "145 clauses" in croupier("books", "trace").out
