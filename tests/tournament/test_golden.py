"""Golden tournaments of both years: scripts whose figures were worked out by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.cli import main
from croupier.floor.tournament_writer import TournamentWriter, replay_tournament
from croupier.journal.memory import MemoryJournal
from croupier.records.tournament_script import play_tournament, read_tournament_script, tournament_file
from croupier.terms.problem import Problems
from croupier.terms.refusal import Refusal
from croupier.tournament.check import read_tournament
from croupier.tournament.forms import entrants_form, payout_form, proceeds_form

EXAMPLES = Path(__file__).parents[2] / "examples"
SERIES = EXAMPLES / "series-2014.play"
ESCROW = Path(__file__).parent / "golden" / "escrow-2013.play"
SCRIPTS = (ESCROW, SERIES)


def played(script: Path, journal: MemoryJournal | None = None) -> TournamentWriter:
    text = script.read_text("utf-8")
    planned = read_tournament((script.parent / (tournament_file(text) or "")).read_text("utf-8"))
    journal = MemoryJournal() if journal is None else journal
    writer = TournamentWriter(journal, planned.setup.id)
    lines = read_tournament_script(text)
    for line in play_tournament(lines, planned, writer.commit, lambda: writer.tournament):
        expected = [each for each in line.line.expectations if each.text.startswith("!")]
        assert line.failures == (), line.line.text
        assert isinstance(line.answer, Refusal) == bool(expected), (line.line.text, line.answer)
    assert replay_tournament(journal, writer.stream).tournament == writer.tournament
    return writer


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_every_figure_of_a_golden_tournament_holds(script: Path) -> None:
    played(script)


@pytest.mark.clause("CO 47.1-2213.05 voucher", duty=("values", "payout"))
@pytest.mark.clause("CO 47.1-2213.01", duty="month")
def test_the_forms_of_the_series_agree_with_its_figures() -> None:
    """Cash of $87.50 and $402.50, a voucher of $50 that became a payout; fees of $100 in April and $30 in May."""
    writer = played(SERIES)
    entrants = {line.entry: line for line in entrants_form(writer.planned, writer.tournament).lines}
    by_voucher = entrants[5]  # ann in the final: $10 and $40 by the voucher, then 500 points for $20 in cash
    assert (by_voucher.fee, by_voucher.buy_in, by_voucher.re_buys, by_voucher.voucher) == (10_00, 40_00, 20_00, "2")
    payouts = payout_form(writer.planned, writer.tournament)
    assert (payouts.cash, payouts.vouchers, payouts.merchandise) == (490_00, 50_00, 0)
    proceeds = proceeds_form(writer.planned, writer.tournament)
    assert [(line.month, line.fees) for line in proceeds.lines] == [("2015-04", 100_00), ("2015-05", 30_00)]


def test_a_script_is_played_listed_shown_and_its_draw_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = str(tmp_path / "journal.db")
    assert main(["play", str(SERIES), "--journal", journal]) == 0
    assert "all 45 expectations held" in capsys.readouterr().out
    assert main(["tournament", "list", journal]) == 0
    assert "spring-series-2015" in capsys.readouterr().out
    assert main(["tournament", "show", journal]) == 0
    assert "closed" in capsys.readouterr().out
    for form in ("entrants", "payouts", "vouchers", "proceeds", "joint", "seats", "colors"):
        assert main(["tournament", "form", form, journal]) == 0
        assert main(["tournament", "form", form, journal, "--json"]) == 0
    capsys.readouterr()
    assert main(["draw", "export", journal, "--out", str(tmp_path)]) == 0
    file = tmp_path / "heat-1.draw.json"
    commitment = "02d449a31fbb267c8f352e9968a79e3e5fc95c1bbeaa502fd6454ebde5a4bedc"
    assert main(["draw", "verify", str(file), "--commitment", commitment, "--nonce", "1=clover"]) == 0
    assert "the draw is valid" in capsys.readouterr().out
    assert main(["draw", "verify", str(file), "--commitment", "00" * 32]) == 1
    assert main(["draw", "verify", str(file), "--nonce", "2=clover"]) == 1
    data = bytearray(file.read_bytes())
    data[data.index(b'"seed":"') + 10] ^= 1
    file.write_bytes(data)
    assert main(["draw", "verify", str(file)]) == 1
    assert main(["draw", "verify", str(tmp_path / "none")]) == 2
    capsys.readouterr()
    for garbage in (b"", b"\xff\x00", b"{}", b'{"sha256": 1}'):
        file.write_bytes(garbage)
        assert main(["draw", "verify", str(file)]) == 2
        assert f"{file}: draw: it cannot be read" in capsys.readouterr().err
    assert main(["verify", journal]) == 0


def test_commands_answer_bad_input_with_one_message(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    example = Path(__file__).parents[2] / "examples" / "tournament.toml"
    assert main(["tournament", "rules", str(example)]) == 0
    assert main(["tournament", "simulate", str(example), "--entrants", "8", "--runs", "3"]) == 0
    assert "the favorite wins" in capsys.readouterr().out
    assert main(["tournament", "simulate", str(example), "--entrants", "1000"]) == 2
    assert main(["tournament", "show", str(tmp_path / "none.db")]) == 2
    assert main(["draw", "seed", "--json"]) == 0
    bad = tmp_path / "bad.play"
    bad.write_text(
        f"tournament {example}\ndirector dora\ndate 2015-04-11\n10:00 dora drinks tea\n10:61 dora drafts it\n"
    )
    assert main(["play", str(bad)]) == 2
    told = capsys.readouterr().err
    assert "drinks tea" in told
    assert "10:61" in told
    with pytest.raises(Problems):
        read_tournament_script("tournament x.toml\n")
