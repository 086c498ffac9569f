"""The pulse of a public beacon in a draw: one that NIST published, with its certificate; an alteration is found."""

from __future__ import annotations

import datetime
import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.terms.problem import Problems
from croupier.terms.refusal import Refusal
from croupier.tournament import command as c
from croupier.tournament.beacon import (
    SCHEME,
    NamedPulse,
    milliseconds,
    mixed_value,
    named_pulse,
    revealed_pulse,
    why_not_the_pulse,
)
from croupier.tournament.draw import DrawEntrant, SeatDraw, commitment_of, draw_seats, read_draw, seal_draw
from tests.tournament.playing import SEED, Hall, document

FILES = Path(__file__).parent / "beacon"
CERTIFICATE, PULSE = (FILES / "certificate.pem").read_bytes(), (FILES / "pulse.json").read_bytes()
TIME = "2018-08-30T17:44:00.000Z"
NAME, VALUE = named_pulse(CERTIFICATE, TIME), revealed_pulse(PULSE, CERTIFICATE)
OUTPUT = json.loads(PULSE)["pulse"]["outputValue"].lower()
SIGNED = (
    "uri version cipherSuite period certificateId chainIndex pulseIndex timeStamp localRandomValue precommitmentValue "
    "statusCode signatureValue outputValue"
).split()


def altered(change: str) -> str:
    whole = json.loads(VALUE)
    pulse = whole["pulse"]
    before = pulse[change]
    if isinstance(before, int):
        pulse[change] = before + 1
    else:
        last = before[-1]
        pulse[change] = before[:-1] + ("1" if last != "1" else "2")
    return json.dumps(whole, sort_keys=True, separators=(",", ":"))


def test_a_published_pulse_is_right_and_its_output_is_mixed_in() -> None:
    assert why_not_the_pulse(NAME, VALUE) == ""
    assert mixed_value(NAME, VALUE) == OUTPUT
    assert NamedPulse.read(NAME) == NamedPulse(NAME.split(" ")[1], 1_535_651_040_000)


@pytest.mark.parametrize("field", SIGNED)
def test_an_altered_field_is_found(field: str) -> None:
    assert why_not_the_pulse(NAME, altered(field)) != ""


def test_every_altered_digit_of_what_is_signed_is_found() -> None:
    whole = json.loads(VALUE)
    for field in ("localRandomValue", "signatureValue"):
        before = whole["pulse"][field]
        for at in range(0, len(before), 7):
            digit = "0" if before[at] != "0" else "F"
            changed = json.loads(VALUE)
            changed["pulse"][field] = before[:at] + digit + before[at + 1 :]
            text = json.dumps(changed, sort_keys=True, separators=(",", ":"))
            assert why_not_the_pulse(NAME, text) == "the beacon has not signed this pulse"
    certificate = whole["certificate"]
    for at in range(0, len(certificate), 41):
        digit = "A" if certificate[at] != "A" else "B"
        changed = {**whole, "certificate": certificate[:at] + digit + certificate[at + 1 :]}
        assert why_not_the_pulse(NAME, json.dumps(changed, sort_keys=True, separators=(",", ":"))) != ""


def test_what_nobody_has_signed_moves_no_seat() -> None:
    """Addresses in the pulse and the case of its digits are free: the house gains nothing by choosing them."""
    whole = json.loads(VALUE)
    whole["pulse"]["listValues"][0]["uri"] += "x"
    whole["pulse"]["outputValue"] = whole["pulse"]["outputValue"].lower()
    other = json.dumps(whole, sort_keys=True, separators=(",", ":"))
    assert why_not_the_pulse(NAME, other) == ""
    assert drawn(other).drawn == drawn(VALUE).drawn


def drawn(value: str) -> SeatDraw:
    names = tuple(DrawEntrant(number, f"player {number}") for number in range(1, 13))
    draw = SeatDraw("open", "open", 1, 3, 6, commitment_of(SEED), SEED, NAME, value, names, ())
    return replace(draw, drawn=draw_seats(draw))


def test_a_draw_file_is_checked_with_its_beacon() -> None:
    assert read_draw(seal_draw(drawn(VALUE))) == drawn(VALUE)
    with pytest.raises(Problems, match="the beacon has not signed this pulse"):
        read_draw(seal_draw(drawn(altered("localRandomValue"))))


@pytest.mark.parametrize(
    ("beacon", "value", "why"),
    [
        (f"{SCHEME} 00 {TIME}", VALUE, "not named"),
        (SCHEME, VALUE, "not named"),
        (NAME.replace("17:44", "17:45"), VALUE, "not from the time"),
        (NAME.replace("5501", "5502"), VALUE, "not the one that was named"),
        (NAME, "", "cannot be read"),
        (NAME, "[]", "cannot be read"),
        (NAME, VALUE + " ", "not in the form"),
        (NAME, "\ud800", "cannot be read"),
    ],
)
def test_what_is_not_the_named_pulse_is_refused_in_words(beacon: str, value: str, why: str) -> None:
    assert why in why_not_the_pulse(beacon, value)


def test_a_tournament_takes_the_pulse_that_it_named_and_no_other() -> None:
    at = milliseconds(TIME)
    assert at is not None
    day = TIME[:10]
    hall = Hall(document(first_day=day_of(day), last_day=day_of(day)), at=at - 6 * 86_400_000).register()
    for name in ("ann", "bob", "cy"):
        hall.enter(name)
    hall.do(c.CloseRegistration, event="open")
    hall.now = at - 61_000
    given = {"event": "open", "commitment": commitment_of(SEED)}
    assert hall.refused(c.CommitDraw, **given, beacon=f"{SCHEME} x {TIME}", beacon_at=at)[0] == "beacon-wrong"
    assert hall.refused(c.CommitDraw, **given, beacon=NAME, beacon_at=at + 1)[0] == "beacon-wrong"
    hall.do(c.CommitDraw, **given, beacon=NAME, beacon_at=at)
    hall.now = at
    bad = {"event": "open", "seed": SEED, "beacon_value": altered("localRandomValue")}
    assert hall.refused(c.RevealDraw, **bad)[0] == "beacon-wrong"
    answer = hall.give(c.RevealDraw, event="open", seed=SEED, beacon_value=VALUE)
    assert not isinstance(answer, Refusal)


def day_of(text: str) -> datetime.date:
    return datetime.date.fromisoformat(text)
