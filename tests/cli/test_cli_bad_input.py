"""Bad input: one readable message that says what is wrong and what is allowed, exit code 2, no traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import Croupier, Ran

ROUND = 'book = "nj"\nresult = "17"\n[[wager]]\nseat = 1\nspot = "17"\nstake = 500\n'


def assert_told(ran: Ran, *words: str, lines: int = 1) -> None:
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.count("\n") == lines, ran.err
    assert "Traceback" not in ran.err
    for word in words:
        assert word in ran.err


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["ods"], ["'ods' is not a command", "Did you mean odds?"]),
        (["--vers"], ["'--vers' is not an option", "--version"]),
        (["books", "lst"], ["'lst' is not a command", "list"]),
        (["books", "--jsn"], ["'--jsn' is not an option", "--json"]),
        (["books", "show"], ["required", "BOOK"]),
        (["books", "diff", "nj"], ["required", "BOOK"]),
        (["books", "show", "njj"], ["'njj' is not a rulebook", "Did you mean nj?"]),
        (["books", "diff", "nj", "co-2015"], ["'co-2015' is not a rulebook", "co-2014"]),
        (["books", "trace", "NJ 19:47-5.2(z)"], ["neither a clause", "NJ 19:47-5.2("]),
        (["odds"], ["required", "BOOK"]),
        (["odds", "nj", "extra"], ["'extra' is an unexpected argument"]),
        (["odds", "nj", "--whel", "european"], ["'--whel' is not an option", "--wheel"]),
        (["odds", "nj", "--wheel"], ["--wheel", "expected one argument"]),
        (["odds", "nj", "--wheel", "europaen"], ["wheel", "'europaen'", "Did you mean european?"]),
        (["odds", "sd", "--wheel", "european"], ["wheel", "sd has no", "Allowed: american"]),
        (["odds", "nj", "--zero", "haf"], ["zero", "'haf'", "half"]),
        (["odds", "nj", "--wheel", "european", "--zero", "half"], ["zero", "(NJ 19:47-5.2(c))", "Allowed: lose-all"]),
        (["odds", "nj", "--zero", "in-prison-best"], ["zero", "(NJ 19:47-5.2(b))", "lose-all or half"]),
        (["odds", "house", "--zero", "half"], ["zero", "(HS placement, reading, ADR 7)"]),
        (["layout", "nj", "--offers", "five-adjacant"], ["offers", "'five-adjacant'", "Did you mean five-adjacent?"]),
        (["layout", "nj", "--offers", "six-color,red"], ["offers", "red", "(NJ 19:47-5.1(g))"]),
        (["layout", "co-2014", "--offers", "six-color"], ["offers", "co-2014 has no"]),
        (["explain", "nj", "17", "abc", "17"], ["stake", "'abc' is not an amount", "2.50"]),
        (["explain", "nj", "17", "-5", "17"], ["stake", "'-5' is not an amount"]),
        (["explain", "nj", "17", "2.505", "17"], ["stake", "'2.505' is not an amount"]),
        (["explain", "nj", "17", "5", "37"], ["result", "'37' is not a compartment", "(NJ 19:47-5.2(b))"]),
        (["explain", "nj", "17", "5", "17", "--choice", "haf"], ["choice", "'haf'", "half"]),
        (["settle"], ["required", "ROUND.toml"]),
        (["settle", "/no/such/round.toml"], ["/no/such/round.toml", "there is no such file"]),
        (["check", "/no/such/house.toml"], ["/no/such/house.toml", "there is no such file"]),
        (["settle", "/"], ["/: it is a directory"]),
        (["settle", "a\0b"], ["cannot be read"]),
        (["demo", "--result", "17"], ["'--result' is not an option"]),
    ],
)
def test_bad_usage(croupier: Croupier, argv: list[str], words: list[str]) -> None:
    assert_told(croupier(*argv), *words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("book = ", ["TOML", "cannot be read"]),
        ('book = "nj"\nbook = "sd"\n', ["TOML", "overwrite"]),
        ("a = " + "[" * 5000, ["TOML"]),
        (ROUND.replace('"nj"', '"njj"'), ["book", "'njj' is not a rulebook", "Did you mean nj?"]),
        (ROUND.replace('"nj"', "7"), ["book", "7 is not a text in quotes"]),
        (ROUND.replace('book = "nj"', ""), ["book", "it is missing"]),
        (ROUND.replace('result = "17"', ""), ["result", "it is missing"]),
        (ROUND.replace('result = "17"', "result = 17"), ["result", "17 is not a text in quotes"]),
        (ROUND.replace('result = "17"', 'result = "37"'), ["result", "'37' is not a compartment"]),
        (ROUND.replace('result = "17"', 'result = "017"'), ["result", "'017' is not a compartment"]),
        ('wheel = "european"\n' + ROUND.replace('"17"\n[', '"00"\n['), ["result", "'00' is not a compartment"]),
        ("stke = 3\n" + ROUND, ["stke", "this key is not known"]),
        (ROUND + "stke = 3\n", ["wager[1].stke", "this key is not known", "Did you mean stake?"]),
        (ROUND.replace("500", "5.5"), ["wager[1].stake", "5.5 is not a whole number"]),
        (ROUND.replace("500", '"500"'), ["wager[1].stake", "'500' is not a whole number"]),
        (ROUND.replace("500", "true"), ["wager[1].stake", "True is not a whole number"]),
        (ROUND.replace("500", "0x" + "f" * 5000), ["wager[1].stake", "too large"]),
        (ROUND.replace("seat = 1", "seat = 0x" + "f" * 5000), ["wager[1].seat", "too large"]),
        (ROUND.replace("500", "nan"), ["wager[1].stake", "nan is not a whole number"]),
        (ROUND.replace("seat = 1", "seat = 0"), ["wager[1].seat", "at least 1"]),
        (ROUND.replace("seat = 1", ""), ["wager[1].seat", "it is missing"]),
        (ROUND.replace('spot = "17"', "spot = 17"), ["wager[1].spot", "17 is not a text"]),
        (ROUND + 'choice = "quarter"', ["wager[1].choice", "'quarter'", "half or leave"]),
        (ROUND + "coupon = -1", ["wager[1].coupon", "at least 0"]),
        (ROUND + 'chips = "gold"', ["wager[1].chips", "'gold'"]),
        (ROUND + "chip = 0", ["wager[1].chip", "at least 1"]),
        ("wager = 3\n" + ROUND.partition("[[")[0], ["wager", "3 is not one or more [[wager]] tables"]),
        ("on = 2010-11-14\n" + ROUND, ["book", "was not in force on 2010-11-14"]),
        ('on = "2014-07-15"\n' + ROUND, ["on", "is not a date"]),
        ('wheel = "europe"\n' + ROUND, ["wheel", "'europe'", "european"]),
        ('zero = "in-prison"\n' + ROUND, ["zero", "(NJ 19:47-5.2(b))"]),
        ("between = true\n" + ROUND, ["between", "only a Big Six clapper"]),
        ("pays = { straight = 34 }\n" + ROUND, ["pays.straight", "34 to 1 is below 35", "(NJ 19:47-5.2(a))"]),
        ('"a\\nb" = 1\n' + ROUND, ["a\\nb", "this key is not known"]),
    ],
)
def test_a_file_that_is_not_a_round(croupier: Croupier, tmp_path: Path, text: str, words: list[str]) -> None:
    file = tmp_path / "round.toml"
    file.write_text(text)
    for json in ([], ["--json"]):
        assert_told(croupier("settle", str(file), *json), str(file), *words)


def test_every_problem_of_a_file_at_once(croupier: Croupier) -> None:
    text = 'book = "njj"\nwheel = "x"\nwagr = 1\n[[wager]]\nseat = 0\nspot = 3\nstake = "5"\n'
    ran = croupier("settle", "-", stdin=text.encode())
    assert_told(ran, "standard input: ", "book", "wheel", "result", "wagr", "seat", "spot", "stake", lines=7)


def test_a_file_that_is_not_text(croupier: Croupier, tmp_path: Path) -> None:
    file = tmp_path / "round.toml"
    file.write_bytes(b'book = "nj"\n\xff\xfe\x00')
    for command in ("settle", "check"):
        assert_told(croupier(command, str(file)), str(file), "byte 13 is not UTF-8")


def test_a_house_file_that_is_not_toml(croupier: Croupier, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text("[house\n")
    assert_told(croupier("check", str(file)), str(file), "TOML")


@pytest.mark.parametrize(
    ("wheel", "spot", "stake", "code"),
    [
        ("american", "5-9", "100", "spot-unknown"),
        ("american", "37", "100", "spot-unreadable"),
        ("american", "", "100", "spot-unreadable"),
        ("american", "17-17", "100", "spot-unreadable"),
        ("american", "seventeen", "100", "spot-unreadable"),
        ("european", "0-00", "100", "spot-unknown"),
        ("european", "00", "100", "spot-unknown"),
        ("american", "adjacent-17", "500", "wager-not-offered"),
        ("american", "$1", "100", "spot-unknown"),
        ("american", "17", "0", "stake-not-positive"),
        ("american", "17", "-500", "stake-not-positive"),
        ("american", "17", "1" + "0" * 30, "stake-too-large"),
        ("american", "17", "10000000000001", "stake-too-large"),
    ],
)
def test_a_wager_that_the_rules_do_not_allow_is_refused_and_the_others_settled(
    croupier: Croupier, wheel: str, spot: str, stake: str, code: str
) -> None:
    good = '[[wager]]\nseat = 2\nspot = "17"\nstake = 10000000000000\n'
    text = (
        f'book = "nj"\nwheel = "{wheel}"\nresult = "17"\n[[wager]]\nseat = 1\nspot = "{spot}"\nstake = {stake}\n{good}'
    )
    answer = croupier("settle", "-", "--json", stdin=text.encode()).json
    (refused,), (settled,) = answer["refused"], answer["wagers"]
    assert (refused["seat"], refused["spot"], refused["code"]) == (1, spot, code)
    assert refused["message"].endswith(".")
    assert (settled["seat"], settled["winnings"]) == (2, 35 * 10**13)
    readable = croupier("settle", "-", stdin=text.encode())
    assert (readable.code, f"refused ({code})" in readable.out) == (0, True)


def test_a_message_cannot_forge_lines_or_move_the_cursor(croupier: Croupier) -> None:
    ran = croupier("settle", "a\n\x1b[2Jb.toml")
    assert_told(ran, r"a\n\x1b[2Jb.toml")
