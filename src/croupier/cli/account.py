"""A settled round in words: each wager with its derivation, and the totals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from croupier.cli.page import Block, Derivation, Grid, Heading, source
from croupier.rules.catalogue import catalogue
from croupier.rules.explain import Step, explain
from croupier.rules.round import Round
from croupier.rules.wagers import Refused, Settled, Wager
from croupier.terms.money import dollars

Answer = Settled | Refused


def answers(round: Round) -> Iterator[tuple[Wager, Answer]]:
    """Every wager with what became of it; a called bet with each of its components."""
    for wager in round.wagers:
        settlement = round.rules.settle(round.result, [wager], between=round.between)
        yield from ((wager, settled) for settled in settlement.wagers)
        yield from ((wager, refused) for refused in settlement.refused)


def steps_of(round: Round, wager: Wager, answer: Answer) -> tuple[Step, ...]:
    return explain(round.rules, round.result, answer, wager, between=round.between)


def derivation(steps: Iterable[Step]) -> Derivation:
    """Steps for printing; a source that the words already name is not repeated."""
    return Derivation(
        tuple(
            (step.text, "" if step.authority and f"({step.authority.clause})" in step.text else source(step.authority))
            for step in steps
        )
    )


def headline(answer: Answer) -> str:
    """One line: who, where, how much, and what became of it."""
    seat = f"Seat {answer.seat}"
    if isinstance(answer, Refused):
        return f"{seat}: {answer.spot!r}, {dollars(answer.stake)}: refused ({answer.code})"
    words = {
        "win": f"wins {dollars(answer.winnings)}, {dollars(answer.returned)} of the stake returned",
        "lose": "loses",
        "half": f"loses half, {dollars(answer.returned)} returned",
        "imprisoned": "imprisoned",
        "released": f"released, {dollars(answer.returned)} returned",
        "void": "void, the wager stands",
    }
    return f"{seat}: {answer.spot.id}, {dollars(answer.stake)}: {words[answer.outcome]}"


def clauses_cited(steps: Iterable[Step]) -> Grid:
    """The cited clauses in short words, each once."""
    cited = dict.fromkeys(step.authority.clause for step in steps if step.authority and step.authority.clause)
    return Grid(("clause", "in short"), [(clause, catalogue()[clause].owes) for clause in cited])


def totals(settled: Iterable[Settled]) -> Grid:
    """What every seat staked, was paid and still has, and the house's result."""
    staked: defaultdict[int, int] = defaultdict(int)
    paid: defaultdict[int, int] = defaultdict(int)
    kept: defaultdict[int, int] = defaultdict(int)
    for wager in settled:
        staked[wager.seat] += wager.stake
        paid[wager.seat] += wager.winnings
        kept[wager.seat] += wager.returned
    rows = [_total(str(seat), staked[seat], paid[seat], kept[seat]) for seat in sorted(staked)]
    if len(rows) != 1:
        rows.append(_total("all", sum(staked.values()), sum(paid.values()), sum(kept.values())))
    columns = ("seat", "staked", "winnings", "returned", "result")
    return Grid(columns, rows, frozenset(columns))


def _total(seat: str, staked: int, paid: int, kept: int) -> tuple[str, ...]:
    return seat, dollars(staked), dollars(paid), dollars(kept), dollars(paid + kept - staked)


def account(round: Round) -> list[Block]:
    """The whole round."""
    rules = round.rules
    blocks: list[Block] = [
        f"{rules.book.title}, {rules.choices.wheel} wheel, zero {rules.choices.zero}. Result: {round.result}."
    ]
    settled: list[Settled] = []
    for wager, answer in answers(round):
        blocks += [Heading(headline(answer)), derivation(steps_of(round, wager, answer))]
        if isinstance(answer, Settled):
            settled.append(answer)
    return [*blocks, Heading("Totals"), totals(settled)]
