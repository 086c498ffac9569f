"""print list and make with the file of a tournament, as people type them."""

from __future__ import annotations

from pathlib import Path

from croupier.press.tournament_catalog import RULES
from tests.cli.running import Croupier
from tests.conftest import ROOT

OTHER = ROOT / "examples" / "tournament.toml"
SERIES = ROOT / "examples" / "series-2014.toml"


def test_list_and_make_take_the_file_of_a_tournament(croupier: Croupier, tmp_path: Path) -> None:
    series = tmp_path / "series.db"
    assert croupier("play", str(SERIES.with_suffix(".play")), "--journal", str(series)).code == 0
    things = {each["thing"]: each for each in croupier("print", "list", str(SERIES), "--json").json["things"]}
    assert things["entrants"]["clause"] == "CO 47.1-2213.01"
    assert things["prize-payouts"]["clause"] == "CO 47.1-2213.02"
    assert things[RULES]["audience"] == "players"
    assert "prize-voucher" in croupier("print", "list", str(SERIES)).out
    for kind in ("pdf", "html", "txt"):
        out = tmp_path / f"entrants.{kind}"
        ran = croupier("print", "make", "entrants", str(SERIES), "--journal", str(series), "--out", str(out))
        assert ran.code == 0, ran.err
        assert out.stat().st_size > 500
    assert "shall follow the house rules" in " ".join(croupier("print", "make", RULES, str(SERIES)).out.split())
    for words, wrong in (
        (["make", "entrants", str(SERIES)], "made from the records"),
        (["make", "entrant", str(SERIES)], "entrants"),
        (["make", "entrants", str(OTHER), "--journal", str(series)], "holds no records"),
    ):
        ran = croupier("print", *words)
        assert ran.code == 2
        assert wrong in ran.err + ran.out
        assert "Traceback" not in ran.err
