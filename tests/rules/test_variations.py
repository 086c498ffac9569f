"""Variations of the rules: applied for, reviewed, granted for some days or denied; played only on those days."""

from __future__ import annotations

import datetime
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.game.wager import WagerId
from croupier.game.wheel import WheelId
from croupier.rules.book import Rulebook
from croupier.rules.folder import FolderChain
from croupier.rules.house import HouseTable, UnfitTable, check_house, examine_house, read_house, survey_house
from croupier.rules.library import Library, rulebook
from croupier.rules.procedure import ProcedureStep
from croupier.rules.variation import Grant, GrantKind, StandingKind, Variation
from croupier.rules.variation_overlay import apply_variation, basis_of, variations_of, vary
from croupier.rules.wagers import Chips, Wager
from croupier.terms.citation import Basis
from croupier.terms.problem import Problems
from tests.rules.house_files import COLORADO, NEW_JERSEY, house

CLAUSE = "CO 47.1-2215"
STRAIGHT_BET = WagerId("straight")
APPLIED = 'application = { date = 2014-03-10, what = "Straight bets pay 34 to 1." }'
REVIEWED = 'review = { date = 2014-04-22, finding = "no objection" }'
TEMPORARY = 'rule = [{ kind = "temporary", name = "Temporary Rule 14-2", from = 2014-08-01, until = 2014-11-28 }]'
PERMANENT = 'rule = [{ kind = "permanent", name = "Rule 14-9", from = 2014-06-02 }]'
DENIED = "denial = { date = 2014-05-12 }"
STRAIGHT = "[variation.book.wager.straight]\npays = 34"
CITED = f"{CLAUSE}, Rule 14-9"


def varied(*lines: str, changes: str = STRAIGHT, base: str = COLORADO, name: str = "Straight at 34") -> str:
    return "\n".join((base, "[[variation]]", f'name = "{name}"', *lines, changes)) + "\n"


def granted(changes: str, *more: str, base: str = COLORADO) -> str:
    return varied(APPLIED, REVIEWED, PERMANENT, *more, changes=changes, base=base)


def found(text: str, on: str | None = None) -> list[tuple[str, str | None]]:
    day = datetime.date.fromisoformat(on) if on else None
    return [(problem.key, problem.clause) for problem in check_house(text, today=day)]


def table_of(text: str, on: str | None = None) -> HouseTable:
    (table,) = read_house(text, today=datetime.date.fromisoformat(on) if on else None).tables
    return table


# The days of its rule


@pytest.mark.clause("CO 47.1-2215", duty=("commission", "denied"))
@pytest.mark.parametrize(
    ("day", "standing", "pays"),
    [
        ("2014-07-15", "not yet in force", 35),
        ("2014-07-31", "not yet in force", 35),  # the day before the first
        ("2014-08-01", "in force", 34),  # the first day
        ("2014-11-28", "in force", 34),  # the last day
        ("2014-11-29", "expired", 35),  # the day after
    ],
)
def test_a_temporary_rule_is_played_from_its_first_to_its_last_day(day: str, standing: str, pays: int) -> None:
    text = varied(APPLIED, REVIEWED, TEMPORARY)
    report = examine_house(text, today=datetime.date.fromisoformat(day))
    assert report.findings == ()
    assert [(each.standing.kind, each.standing.played) for each in report.variations] == [
        (standing, standing == "in force")
    ]
    rules = table_of(text, day).rules
    settled = rules.settle("17", [Wager(seat=1, spot="17", stake=500)]).wagers[0]
    assert settled.winnings == 500 * pays
    assert settled.clause == (f"{CLAUSE}, Temporary Rule 14-2" if pays == 34 else "CO 47.1-2204(1)")


@pytest.mark.clause("CO 47.1-2215", duty="commission")
def test_a_permanent_rule_has_no_last_day() -> None:
    text = varied(APPLIED, REVIEWED, PERMANENT)
    assert table_of(text, "2040-01-01").rules.pays(STRAIGHT_BET) == 34


@pytest.mark.clause("CO 47.1-2215", duty="commission")
def test_a_temporary_rule_may_be_followed_by_a_permanent_one() -> None:
    both = TEMPORARY.replace("}]", '}, { kind = "permanent", name = "Rule 15-1", from = 2015-01-01 }]')
    text = varied(APPLIED, REVIEWED, both)
    cited = {}
    for day in ("2014-11-28", "2014-11-29", "2014-12-31", "2015-01-01"):
        cited[day] = table_of(text, day).rules.authority(STRAIGHT_BET).clause
    assert list(cited.values()) == [
        f"{CLAUSE}, Temporary Rule 14-2",
        "CO 47.1-2204(1)",
        "CO 47.1-2204(1)",
        f"{CLAUSE}, Rule 15-1",
    ]


@pytest.mark.clause("CO 47.1-2215", duty="denied")
@pytest.mark.parametrize(
    ("lines", "standing", "words"),
    [
        ((APPLIED,), "applied for", "it was applied for on 2014-03-10 and is not decided"),
        ((APPLIED, REVIEWED), "reviewed", "it was reviewed on 2014-04-22 and is not decided"),
        ((APPLIED, DENIED), "denied", "it was denied on 2014-05-12"),
        ((APPLIED, REVIEWED, DENIED), "denied", "it was denied on 2014-05-12"),
        ((APPLIED, REVIEWED, TEMPORARY), "not yet in force", "Temporary Rule 14-2 is in force from 2014-08-01"),
    ],
)
def test_what_is_not_granted_is_not_played_and_said_so(lines: tuple[str, ...], standing: str, words: str) -> None:
    text = varied(*lines)
    report = examine_house(text)
    assert report.findings == ()
    (each,) = report.variations
    assert (each.standing.kind, each.words, each.clause) == (standing, f"not played: {words}", CLAUSE)
    assert table_of(text).rules.pays(STRAIGHT_BET) == 35
    assert variations_of(table_of(text).rules.book) == ()

    relies = text.replace("number = 7\n", "number = 7\npays = { straight = 34 }\n")
    (problem,) = check_house(relies)
    assert (problem.key, problem.clause, problem.table) == ("pays.straight", "CO 47.1-2204(1)", "7")
    assert problem.wrong == (
        "34 to 1 is below 35 to 1, the least that may be paid; "
        f"the variation “Straight at 34” would allow it, but {words}"
    )
    with pytest.raises(Problems):
        read_house(relies)


@pytest.mark.clause("CO 47.1-2215", duty="denied")
def test_an_expired_rule_that_a_table_relies_on_keeps_that_table_from_opening() -> None:
    text = varied(APPLIED, REVIEWED, TEMPORARY).replace("number = 7\n", "number = 7\npays = { straight = 34 }\n")
    (fit,) = survey_house(text, today=datetime.date(2014, 11, 28)).tables
    assert isinstance(fit, HouseTable)
    (unfit,) = survey_house(text, today=datetime.date(2014, 11, 29)).tables
    assert isinstance(unfit, UnfitTable)
    assert "Temporary Rule 14-2 expired on 2014-11-28" in unfit.findings[0].wrong


# What the text requires before a variation is granted.


@pytest.mark.clause("CO 47.1-2215", duty=("application", "review", "commission"))
@pytest.mark.parametrize(
    ("lines", "key", "wrong"),
    [
        ((REVIEWED, PERMANENT), "application", "no written application to the Division is named"),
        ((APPLIED, PERMANENT), "review", "no review by the Division is named"),
        ((APPLIED, REVIEWED, PERMANENT, DENIED), "denial", "it is both granted and denied"),
        (
            (APPLIED, REVIEWED, 'approval = { name = "Director", from = 2014-06-02 }'),
            "approval",
            "the Commission grants variations by a rule",
        ),
        (
            (APPLIED.replace("2014-03-10", "2014-04-23"), REVIEWED, PERMANENT),
            "review",
            "2014-04-22 is before its application of 2014-04-23",
        ),
        (
            (APPLIED, REVIEWED, PERMANENT.replace("2014-06-02", "2014-04-21")),
            "rule",
            "2014-04-21 is before its review of 2014-04-22",
        ),
    ],
)
def test_a_variation_is_applied_for_reviewed_and_decided_in_this_order(
    lines: tuple[str, ...], key: str, wrong: str
) -> None:
    (problem,) = check_house(varied(*lines))
    assert (problem.key, problem.clause, problem.wrong) == (f"variation[1].{key}", CLAUSE, wrong)


@pytest.mark.clause("CO 47.1-2215", duty=("application", "review", "commission"))
def test_all_of_it_may_happen_on_one_day() -> None:
    day = "2014-06-02"
    lines = (APPLIED.replace("2014-03-10", day), REVIEWED.replace("2014-04-22", day), PERMANENT)
    assert found(varied(*lines)) == []


@pytest.mark.parametrize(
    ("lines", "keys"),
    [
        ((APPLIED.replace("2014-03-10", '"March"'), REVIEWED, PERMANENT), ["application.date"]),
        ((APPLIED, REVIEWED, 'rule = [{ kind = "temporary", name = "T", from = 2014-06-02 }]'), ["rule[1].until"]),
        (
            (APPLIED, REVIEWED, PERMANENT.replace("2014-06-02", "2014-06-02, until = 2014-07-01")),
            ["rule[1].until"],
        ),
        ((APPLIED, REVIEWED, TEMPORARY.replace("2014-11-28", "2014-07-31")), ["rule[1].until"]),
        ((APPLIED, REVIEWED, 'rule = [{ name = " ", from = 1 }]'), ["rule[1].kind", "rule[1].name", "rule[1].from"]),
        ((APPLIED, REVIEWED, "rule = 5"), ["rule"]),
        (("application = {}",), ["application.what", "application.date"]),
        ((APPLIED, "review = {}"), ["review.date", "review.finding"]),
        ((APPLIED, "denial = {}"), ["denial.date"]),
        ((APPLIED, "tables = 7"), ["tables"]),
        ((APPLIED, 'applcation = "x"'), ["applcation"]),
    ],
)
def test_a_malformed_variation_is_reported_once(lines: tuple[str, ...], keys: list[str]) -> None:
    text = varied(*lines).replace("number = 7\n", "number = 7\npays = { straight = 34 }\n")
    assert found(text) == [(f"variation[1].{key}", None) for key in keys]


def test_a_variation_has_a_name_of_its_own_and_changes_something() -> None:
    assert found(varied(APPLIED, changes="")) == [("variation[1]", None)]
    twice = varied(APPLIED) + varied(APPLIED, base="")
    assert found(twice) == [("variation[2].name", None)]
    assert found(varied(APPLIED).replace('name = "Straight at 34"\n', "")) == [("variation[1].name", None)]


def test_more_variations_than_a_file_may_hold_are_one_problem() -> None:
    many = "".join(varied(APPLIED, base="", name=f"V{rank}") for rank in range(17))
    assert found(COLORADO + many) == [("variation", None)]
    fewer = "".join(varied(APPLIED, base="", name=f"V{rank}") for rank in range(16))
    assert found(COLORADO + fewer) == []


@pytest.mark.parametrize("base", [NEW_JERSEY, house("sd"), house("house")])
def test_a_text_that_names_nobody_who_may_vary_it_knows_no_variations(base: str) -> None:
    (problem,) = check_house(varied(APPLIED, REVIEWED, PERMANENT, base=base))
    assert (problem.key, problem.clause) == ("variation[1]", None)
    assert "names nobody who may vary its rules" in problem.wrong


# Any rule can be varied


@pytest.mark.clause("CO 47.1-2215", duty="any-rule")
def test_the_odds_of_a_wager() -> None:
    rules = table_of(granted(STRAIGHT)).rules
    assert rules.authority(STRAIGHT_BET) == rules.known[STRAIGHT_BET].authority
    authority = rules.authority(STRAIGHT_BET)
    assert (authority.basis, authority.clause) == (Basis.VARIATION, CITED)
    assert str(authority) == f"{CITED}, variation"
    assert rules.known[STRAIGHT_BET].defined == "CO 47.1-2203(6)(a)", "what the wager is has not been varied"
    assert rules.authority(WagerId("split")).basis is Basis.TEXT
    assert rules.odds["straight"].edge == Fraction(3, 38)  # 35 of 38 lost, 34 of 38 won once
    with pytest.raises(Problems, match="33 to 1 is below 34 to 1"):
        read_house(granted(STRAIGHT).replace("number = 7\n", "number = 7\npays = { straight = 33 }\n"))


@pytest.mark.clause("CO 47.1-2215", duty="any-rule")
def test_a_wager_added() -> None:
    european = COLORADO.replace("american", "european")
    offers = european.replace("number = 7\n", 'number = 7\noffers = ["first-four"]\n')
    assert found(offers) == [("offers", CLAUSE)]
    text = granted('[variation.book.wager.first-four]\npays = 8\nwheels = ["european"]\noptional = true', base=offers)
    rules = table_of(text).rules
    settled = rules.settle("0", [Wager(seat=1, spot="0-1-2-3", stake=500)]).wagers[0]
    assert (settled.winnings, settled.clause) == (4000, CITED)
    assert rules.known[WagerId("first-four")].authority.basis is Basis.VARIATION
    plain = table_of(text.replace('offers = ["first-four"]\n', "")).rules
    assert plain.settle("0", [Wager(seat=1, spot="0-1-2-3", stake=500)]).refused[0].code == "wager-not-offered"


@pytest.mark.clause("CO 47.1-2215", duty="any-rule")
def test_a_wager_dropped() -> None:
    rules = table_of(granted("[variation.book.wager]\nfirst-five = false")).rules
    assert "0-00-1-2-3" not in rules.layout
    assert found(granted("[variation.book.wager]\nfirst-six = false")) == [("variation[1].book.wager.first-six", None)]


@pytest.mark.clause("CO 47.1-2215", duty=("commission", "denied"))
@pytest.mark.parametrize("offer", ["trio-0-2-3", "called-bets"])
def test_what_rule_22_does_not_know_needs_a_variation(offer: str) -> None:
    base = COLORADO.replace("american", "european").replace("number = 7\n", f'number = 7\noffers = ["{offer}"]\n')
    assert found(base) == [("offers", CLAUSE)]
    assert found(base + f'{offer} = "Commission, 2014-06-02"\n') == [("offers", CLAUSE)], "words alone are no rule"
    changes = {
        "called-bets": "[variation.duties.duty]\ncalled-bets = false",
        "trio-0-2-3": '[variation.book.wager.trio-0-2-3]\npays = 11\nwheels = ["european"]\noptional = true',
    }[offer]
    assert found(granted(changes, base=base)) == []
    (problem,) = check_house(varied(APPLIED, changes=changes, base=base))
    assert problem.clause == CLAUSE
    assert problem.wrong.endswith("but it was applied for on 2014-03-10 and is not decided")


@pytest.mark.clause("CO 47.1-2215", duty="any-rule")
def test_the_zero_rule() -> None:
    half = '[variation.book.zero.american.half]\nanswers = ["0", "00"]\nfate = "half"'
    base = COLORADO.replace("number = 7\n", 'number = 7\nzero = "half"\n')
    assert found(base) == [("zero", "CO 47.1-2204(2)")]
    settled = table_of(granted(half, base=base)).rules.settle("00", [Wager(seat=1, spot="red", stake=500)]).wagers[0]
    assert (settled.outcome, settled.returned, settled.clause) == ("half", 250, CITED)


@pytest.mark.clause("CO 47.1-2215", duty="any-rule")
def test_a_limit_of_the_text() -> None:
    text = granted("[variation.book.limits]\nmaximum = 20000")
    assert found(text) == []
    above = text.replace("maximum = 10000", "maximum = 20001")
    assert found(above) == [("limits.maximum", CITED)]
    assert found(text.replace("maximum = 10000", "maximum = 20000")) == []
    refused = table_of(text).rules.settle("1", [Wager(seat=1, spot="1", stake=10001)]).refused[0]
    assert (refused.code, refused.clause) == ("stake-above-maximum", CITED)
    assert CITED in refused.message


@pytest.mark.clause("CO 47.1-2215", duty="any-rule")
def test_a_step_of_the_round() -> None:
    book = table_of(granted("[variation.procedure.roulette.revolutions]\nleast = 3")).rules.book
    procedure = book.procedure(next(iter(book.wheels)))
    assert procedure.revolutions_min == 3
    assert procedure.clause(ProcedureStep.REVOLUTIONS) == CITED
    assert procedure.authority(ProcedureStep.REVOLUTIONS).basis is Basis.VARIATION
    assert basis_of(book, procedure.clause(ProcedureStep.REVOLUTIONS)) is Basis.VARIATION
    assert basis_of(book, procedure.clause(ProcedureStep.CALL)) is Basis.TEXT
    assert basis_of(book, None) is None


@pytest.mark.clause("CO 47.1-2215", duty="any-rule")
def test_a_duty_of_the_house() -> None:
    smaller = COLORADO.replace("wheel_inches = 30", "wheel_inches = 28")
    assert found(smaller) == [("equipment.wheel_inches", "CO 47.1-2210(1)")]
    least = '[variation.duties.duty.wheel-size]\nleast = 28\nwrong = "a wheel of {value} is less than 28 inches across"'
    assert found(granted(least, base=smaller)) == []
    assert found(granted(least, base=smaller.replace("= 28", "= 27"))) == [("equipment.wheel_inches", CITED)]
    added = """
        [variation.duties.fact."equipment.croupier_stick"]
        kind = "flag"
        [variation.duties.duty.stick]
        key = "equipment.croupier_stick"
        is = true
        missing = "no stick is at the table"
        right = "Lay one there."
    """
    assert found(granted(added)) == [("equipment.croupier_stick", CITED)]
    assert found(granted(added).replace("tip_box = true", "tip_box = true\ncroupier_stick = true")) == []
    assert found(COLORADO.replace("tip_box = true", "tip_box = true\ncroupier_stick = true")) == [
        ("equipment.croupier_stick", None)
    ]


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ("[variation.book.wager.straight]\npays = 0", "book.wager.straight.pays"),
        ("[variation.book.wager.straight]\npay = 34", "book.wager.straight.pay"),
        ("[variation.book.wheel.triple]\nring = 5", "book.wheel.triple.order"),
        ("[variation.procedure.roulette.revolutions]\nleast = -1", "procedure.roulette.revolutions.least"),
        ('[variation.duties.duty.tip-box]\nis = "yes"', "duties.duty.tip-box.is"),
        ("[variation.clauses]\nx = 1", "clauses"),
        ("[variation.variation]\nx = 1", "variation"),
        ('[variation.book]\ntitle = "Mine"', "book.title"),
        ("[variation.book]\nfrom = 2001-01-01", "book.from"),
        ('[variation.book]\nfamily = "nj"', "book.family"),
        ("[variation]\nbook = 5", "book"),
    ],
)
@pytest.mark.parametrize("act", [PERMANENT, "", DENIED])
def test_what_no_book_could_hold_is_reported_at_its_key_in_force_or_not(changes: str, key: str, act: str) -> None:
    if changes.startswith("[variation]\n"):
        text = varied(APPLIED, REVIEWED, act, changes.partition("\n")[2], changes="")
    else:
        text = varied(APPLIED, REVIEWED, act, changes=changes)
    assert [each for each, _ in found(text)] == [f"variation[1].{key}"]


# Which tables, and several at once


def test_a_variation_may_apply_to_some_tables_only() -> None:
    head, table = COLORADO.split("[[table]]")
    other = table.replace("number = 7", "number = 8").replace("drop_box = 7", "drop_box = 8")
    base = f"{head}[[table]]{table}[[table]]{other}"
    text = granted(STRAIGHT, "tables = [8]", base=base)
    pays = {each.number: each.rules.pays(STRAIGHT_BET) for each in read_house(text).tables}
    assert pays == {"7": 35, "8": 34}
    assert read_house(text).book.id == "co-2014"


def test_the_later_rule_counts_where_two_speak_of_one_thing() -> None:
    later = PERMANENT.replace("14-9", "14-11").replace("2014-06-02", "2014-07-01")
    text = varied(APPLIED, REVIEWED, later) + varied(
        APPLIED, REVIEWED, PERMANENT, base="", changes="[variation.book.wager]\nstraight = { pays = 33 }", name="Other"
    )
    book = table_of(text).rules.book
    assert book.wagers[STRAIGHT_BET].pays == 34
    assert [each.grant.name for each in variations_of(book)] == ["Rule 14-9", "Rule 14-11"]


def test_variations_that_do_not_go_together_are_a_finding() -> None:
    text = granted("[variation.book.wager]\nfirst-five = false") + varied(
        APPLIED, REVIEWED, PERMANENT, base="", changes="[variation.book.wager.first-five]\nplace_adr = 14", name="Other"
    )
    assert found(text) == [("variation[2].book.wager.first-five.pays", None)]


def test_no_more_variations_than_a_chain_of_folders_holds() -> None:
    parts = [
        varied(APPLIED, REVIEWED, PERMANENT, base="", changes=f"[variation.book.wager.{wager}]\npays = 1", name=wager)
        for wager in ("red", "black", "odd", "even", "low", "high")
    ]
    assert found(COLORADO + "".join(parts[:5])) == []  # on co-2014, co-2013 and the customary folder
    assert found(COLORADO + "".join(parts)) == [("variation[6]", CLAUSE)]


# The varied book is a book


def a_variation(**overlay: dict[str, object]) -> Variation:
    return Variation("V", "variation[1]", overlay=overlay)


def permanent(name: str = "Rule 14-9", begins: str = "2014-08-01", ends: str | None = None) -> Grant:
    last = datetime.date.fromisoformat(ends) if ends else None
    return Grant(GrantKind.PERMANENT, name, datetime.date.fromisoformat(begins), last)


def straight(pays: int, name: str = "Rule 14-9") -> Rulebook:
    return apply_variation(
        rulebook("co-2014"), a_variation(book={"wager": {"straight": {"pays": pays}}}), permanent(name)
    )


def test_the_digest_covers_the_variation_and_its_words() -> None:
    books = [rulebook("co-2014"), straight(34), straight(33), straight(34, "Rule 14-10")]
    assert len({book.digest for book in books}) == len(books)
    assert len({book.id for book in books}) == len(books)
    assert straight(34).digest == straight(34).digest


def test_a_varied_book_is_read_again_from_its_files_alone() -> None:
    book = straight(34)
    again = Library.recorded(book.chain.files).book(book.id)
    assert again.digest == book.digest
    assert again.wagers[STRAIGHT_BET] == book.wagers[STRAIGHT_BET]
    assert variations_of(again) == variations_of(book)
    assert (again.title, again.family) == ("Colorado Rule 22, as of 2014, varied by Rule 14-9", "co")
    altered = {**book.chain.files}
    altered[f"{book.id}/book.toml"] = altered[f"{book.id}/book.toml"].replace(b"pays = 34", b"pays = 36")
    assert Library.recorded(altered).book(book.id).digest != book.digest


@pytest.mark.parametrize(
    ("day", "right"), [("2014-07-31", False), ("2014-08-01", True), ("2014-11-28", True), ("2014-11-29", False)]
)
def test_a_varied_book_is_in_force_while_its_rule_and_its_text_are(day: str, right: bool) -> None:
    book = apply_variation(
        rulebook("co-2014"), a_variation(book={"wager": {"red": {"pays": 2}}}), permanent(ends="2014-11-28")
    )
    assert book.in_force(datetime.date.fromisoformat(day)) is right


def test_a_rule_older_than_the_text_does_not_make_the_text_older() -> None:
    book = apply_variation(
        rulebook("co-2014"), a_variation(book={"wager": {"red": {"pays": 2}}}), permanent(begins="2013-08-01")
    )
    assert book.in_force_from == datetime.date(2014, 7, 15)
    early = apply_variation(
        rulebook("co-2013"), a_variation(book={"wager": {"red": {"pays": 2}}}), permanent(begins="2013-08-01")
    )
    assert (early.in_force_from, early.in_force_until) == (datetime.date(2013, 8, 1), datetime.date(2014, 7, 14))


def test_a_variation_of_a_customary_value_cites_its_rule_and_no_adr() -> None:
    """South Dakota names nobody, so the folder of a made-up text says that an approval is enough there."""
    folders = list(rulebook("sd").chain.folders)
    own = folders[0]
    files = {**own.files}
    files["duties.toml"] += b'\n[variations]\nclause = "SD 20:18:34:03 chips"\nby = "approval"\ngrantor = "the Board"\n'
    library = Library.recorded(FolderChain((type(own)(own.name, files), *folders[1:])).files)
    grant = Grant(GrantKind.APPROVAL, "letter of 2016-01-01", datetime.date(2016, 1, 1))
    book = apply_variation(library.book("sd"), a_variation(book={"wager": {"straight": {"pays": 36}}}), grant)
    authority = book.wagers[STRAIGHT_BET].authority
    assert (authority.basis, authority.clause, authority.adr) == (
        Basis.VARIATION,
        "SD 20:18:34:03 chips, letter of 2016-01-01",
        None,
    )
    assert (
        variations_of(book)[0].words == "V: letter of 2016-01-01, an approval of the Board, in force from 2016-01-01."
    )


_LEAVES = st.one_of(st.booleans(), st.integers(-5, 50), st.text(max_size=5), st.dates(), st.floats(allow_nan=False))
_NAMES = st.sampled_from(
    ["wager", "straight", "pays", "clause", "basis", "zero", "american", "limits", "maximum", "duty", "tip-box",
     "roulette", "excludes", "revolutions_min", "clauses", "wheel", "x", "fact", "unit"]
)  # fmt: skip
_OVERLAYS = st.recursive(
    _LEAVES, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(_NAMES, inner, max_size=3), max_leaves=8
)


@pytest.mark.slow
@given(
    st.dictionaries(
        st.sampled_from(["book", "procedure", "duties"]), st.dictionaries(_NAMES, _OVERLAYS, max_size=3), max_size=3
    )
)
def test_any_overlay_makes_a_book_or_problems_at_its_place(overlay: dict[str, dict[str, object]]) -> None:
    variation = Variation("V", "variation[1]", overlay=overlay)
    try:
        book = apply_variation(rulebook("co-2014"), variation, permanent())
    except Problems as unfit:
        places = {problem.key.partition(".")[0] for problem in unfit.problems}
    else:
        places = {"variation[1]"}
        assert Library.recorded(book.chain.files).book(book.id).digest == book.digest
        assert basis_of(book, variations_of(book)[0].clause) is Basis.VARIATION
    assert places == {"variation[1]"}


@given(st.dates(), st.dates(), st.dates() | st.none())
def test_a_variation_is_played_exactly_on_the_days_of_its_rule(
    day: datetime.date, begins: datetime.date, ends: datetime.date | None
) -> None:
    kind = GrantKind.TEMPORARY if ends else GrantKind.PERMANENT
    variation = Variation("V", "variation[1]", grants=(Grant(kind, "R", begins, ends),))
    standing = variation.standing(day)
    assert standing.played is (begins <= day and (ends is None or day <= ends))
    assert (standing.kind is StandingKind.IN_FORCE) is standing.played
    assert vary(rulebook("co-2014"), [variation], None).id == "co-2014"


@pytest.mark.clause("CO 47.1-2215", duty="any-rule")
def test_the_chips_that_are_taken() -> None:
    text = granted("[variation.chips.roulette.kinds.value]\naccepted = false")
    rule = table_of(text).rules.book.chips(WheelId("american")).kinds[Chips.VALUE]
    assert (rule.accepted, rule.authority.basis, rule.authority.clause) == (False, Basis.VARIATION, CITED)


@pytest.mark.clause("CO 47.1-2215", duty="any-rule")
def test_a_sign() -> None:
    sign = '[[variation.signs.sign]]\nid = "limits"\ntext = "Our limits: {limits}"'
    book = table_of(granted(sign)).rules.book
    (limits,) = [each for each in book.signs if each.id == "limits"]
    assert (limits.text, limits.authority.basis, limits.authority.clause) == (
        "Our limits: {limits}",
        "variation",
        CITED,
    )
