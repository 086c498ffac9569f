"""Tables go to workers evenly, and move as little as possible."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from croupier.floor.table_assignment import assign, heirs

names = st.lists(st.sampled_from([f"w{number}" for number in range(6)]), unique=True)
tables = st.lists(st.sampled_from([str(number) for number in range(12)]), unique=True)


@given(
    tables,
    names,
    st.dictionaries(st.sampled_from([str(number) for number in range(12)]), st.sampled_from("w0 w1 w2 w7".split())),
)
def test_every_table_has_a_worker_evenly_and_moves_only_if_it_must(
    tables: list[str], workers: list[str], held: dict[str, str]
) -> None:
    found = assign(tables, workers, held)
    if not workers:
        assert found == {}
        return
    assert sorted(found) == sorted(tables)
    counts = Counter(found.values())
    loads = [counts[worker] for worker in workers]
    assert max(loads) - min(loads) <= 1
    moved = sum(1 for table in tables if held.get(table) in workers and held[table] != found[table])
    has = Counter(held[table] for table in tables if held.get(table) in workers)
    least, more = divmod(len(tables), len(workers))
    surplus = sum(max(has[worker] - least, 0) for worker in workers)
    over = sum(1 for worker in workers if has[worker] > least)
    assert moved == surplus - min(over, more), "no even spread is reached with fewer moves"


def test_what_a_dead_worker_had_goes_to_the_others_and_the_rest_stays() -> None:
    before = assign(["1", "2", "3", "4"], ["a", "b"], {})
    after = assign(["1", "2", "3", "4"], ["b"], before)
    assert set(after.values()) == {"b"}
    back = assign(["1", "2", "3", "4"], ["a", "b"], after)
    assert Counter(back.values()) == {"a": 2, "b": 2}
    assert sum(back[table] != after[table] for table in back) == 2


def test_an_heir_is_of_another_node_where_there_is_one() -> None:
    nodes = {"a1": "a", "a2": "a", "b1": "b"}
    found = heirs({"1": "a1", "2": "a2", "3": "b1"}, nodes)
    assert (found["1"], found["2"]) == ("b1", "b1")
    assert nodes[found["3"]] == "a"
    assert heirs({"1": "a1", "2": "a2"}, {"a1": "a", "a2": "a"}) == {"1": "a2", "2": "a1"}
    assert heirs({"1": "a1"}, {"a1": "a"}) == {}
