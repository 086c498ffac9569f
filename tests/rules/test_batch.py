"""A batch settles like its wagers one by one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import croupier
from croupier import Problems, Wager
from croupier.rules.batch import REFUSED, VERDICTS, Batch

TABLES = {
    "half": croupier.rulebook("nj").table("american", zero="half", offers=["five-adjacent"]),
    "limits": croupier.rulebook("house").table(),
    "in prison, left": croupier.rulebook("co-2014").table("european", zero="in-prison-leave"),
    "void 00": croupier.rulebook("nj").table("double-as-single"),
    "odds of 7 to 2": croupier.rulebook("nj").table(
        "american", pays={"dozen": "7/2", "straight": 36}, offers=["five-adjacent"]
    ),
    "limits per kind": croupier.rulebook("co-2014").table(
        limits={"minimum": 100, "inside": {"maximum": 500}, "red": {"minimum": 300}}
    ),
    "Big Six": croupier.rulebook("nj").table("big-six"),
}
BATCHES = {name: Batch(rules) for name, rules in TABLES.items()}


@pytest.mark.slow
@pytest.mark.clause("CO 47.1-2203(5)", "NJ 19:47-5.1(d)", duty="settled")
@pytest.mark.parametrize("name", TABLES)
@given(data=st.data())
def test_batch_equals_one_by_one(name: str, data: st.DataObject) -> None:
    rules = TABLES[name]
    result = data.draw(st.sampled_from(rules.game.wheel.labels))
    wager = st.tuples(st.sampled_from(rules.layout.spots), st.integers(-1, 1200))
    placed = data.draw(st.lists(wager, max_size=30))
    batch = BATCHES[name]
    codes = batch.codes([spot.id for spot, _ in placed])
    columns = batch.settle(result, codes, np.array([stake for _, stake in placed], dtype=np.int64))
    winnings, returned = columns.every()
    for at, (spot, stake) in enumerate(placed):
        alone = rules.settle(result, [Wager(1, spot.id, stake)])
        if alone.refused:
            assert columns.verdict[at] == REFUSED
            assert (winnings[at], returned[at]) == (0, 0)
        else:
            (settled,) = alone.wagers
            assert VERDICTS[columns.verdict[at]] is settled.outcome
            assert (winnings[at], returned[at]) == (settled.winnings, settled.returned)
    assert list(columns.refused()) == [at for at, code in enumerate(columns.verdict) if code == REFUSED]


@pytest.mark.parametrize("winners", [0, 1, 24, 25, 26, 99, 100, 101, 999, 1000])
def test_the_wagers_kept_are_found_however_many_there_are(winners: int) -> None:
    """Of a thousand wagers: few, up to a tenth, and more are looked for in different ways."""
    spots = np.array(["17"] * winners + ["18"] * (1000 - winners))
    np.random.default_rng(winners).shuffle(spots)
    batch = BATCHES["half"]
    columns = batch.settle("17", batch.codes(spots), np.full(1000, 100, dtype=np.int64))
    assert columns.kept.tolist() == [at for at, spot in enumerate(spots) if spot == "17"]
    assert columns.winnings.tolist() == [3500] * winners


def test_columns_must_fit() -> None:
    batch = BATCHES["half"]
    good = batch.codes(["17", "red"])
    with pytest.raises(Problems, match="one length"):
        batch.settle("17", good, np.array([1], dtype=np.int64))
    for code in (-1, len(batch.rules.layout.spots)):
        with pytest.raises(Problems, match="outside the layout"):
            batch.settle("17", np.array([code], dtype=np.intp), np.array([1], dtype=np.int64))
    with pytest.raises(Problems, match="float64"):
        batch.settle("17", good, np.array([1.0, 2.0]))
    with pytest.raises(Problems, match="5-9"):
        batch.codes(["17", "5-9"])
    with pytest.raises(Problems, match="not a compartment"):
        batch.settle("37", good, np.array([1, 1], dtype=np.int64))


def test_an_empty_batch_settles_to_nothing() -> None:
    columns = BATCHES["half"].settle("17", np.array([], dtype=np.intp), np.array([], dtype=np.int64))
    assert len(columns.verdict) == len(columns.kept) == 0
