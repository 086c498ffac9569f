"""draw beacon: the name and the value of a pulse, from files alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.tournament.draw import DrawEntrant, SeatDraw, commitment_of, draw_seats, seal_draw
from tests.cli.running import Croupier
from tests.conftest import ROOT
from tests.tournament.playing import SEED

FILES = ROOT / "tests" / "tournament" / "beacon"
TIME = "2018-08-30T17:44:00.000Z"
CERTIFICATE, PULSE = str(FILES / "certificate.pem"), str(FILES / "pulse.json")


def test_a_pulse_is_named_and_made_ready_to_reveal(croupier: Croupier) -> None:
    named = croupier("draw", "beacon", CERTIFICATE, TIME, "--json").json
    assert named["beacon"].startswith("pulse-2.0 5501e3d7")
    assert (named["beacon_at"], named["beacon_value"]) == (1_535_651_040_000, None)
    ready = croupier("draw", "beacon", CERTIFICATE, TIME, "--pulse", PULSE)
    assert ready.code == 0
    assert "beacon_value" in ready.out


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ([CERTIFICATE, "2018-08-30T17:45:00.000Z", "--pulse", PULSE], 1, "not from the time that was named"),
        ([CERTIFICATE, "yesterday"], 2, "not a time"),
        ([PULSE, TIME], 2, "beacon"),
        ([CERTIFICATE, TIME, "--pulse", CERTIFICATE], 2, "not a pulse"),
        (["/absent.pem", TIME], 2, "cannot be read"),
    ],
)
def test_what_is_wrong_is_one_readable_message(croupier: Croupier, words: list[str], code: int, said: str) -> None:
    ran = croupier("draw", "beacon", *words)
    assert ran.code == code
    assert said in ran.out + ran.err
    assert "Traceback" not in ran.err


def test_a_file_that_is_tampered_with_is_found(croupier: Croupier, tmp_path: Path) -> None:
    forged = tmp_path / "pulse.json"
    forged.write_text(Path(PULSE).read_text("utf-8").replace("F6F8318B", "F6F8318C"), "utf-8")
    ran = croupier("draw", "beacon", CERTIFICATE, TIME, "--pulse", str(forged))
    assert ran.code == 1
    assert "the beacon has not signed this pulse" in ran.out


def test_a_beacon_that_is_not_checked_is_said_to_be_so(croupier: Croupier, tmp_path: Path) -> None:
    """A round of drand is mixed in. Its signature is not checked, and the output does not claim that it is."""
    names = tuple(DrawEntrant(number, f"player {number}") for number in range(1, 5))
    named = ("drand quicknet 657413", "ab" * 48)
    draw = SeatDraw("open", "open", 1, 1, 6, commitment_of(SEED), SEED, *named, names, ())
    file = tmp_path / "open.draw.json"
    file.write_bytes(seal_draw(replace(draw, drawn=draw_seats(draw))))
    ran = croupier("draw", "verify", str(file))
    assert ran.code == 0
    assert "its signature is not checked" in " ".join(ran.out.split())
