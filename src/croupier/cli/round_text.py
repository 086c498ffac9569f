"""A settled round in words: each wager with its derivation, and the totals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from croupier.cli.output import Block, ColumnBlock, Derivation, Heading, source
from croupier.cli.table_options import table_title
from croupier.rules.explain import ExplanationStep, explain
from croupier.rules.round import Round
from croupier.rules.table import Rules
from croupier.rules.wagers import RefusedWager, Wager, WagerOutcome
from croupier.terms.money import Currency

Answer = WagerOutcome | RefusedWager


def answers(round: Round) -> Iterator[tuple[Wager, Answer]]:
    """Every wager with its outcome; a called bet with each of its components."""
    for wager in round.wagers:
        settlement = round.rules.settle(round.result, [wager], between=round.between)
        yield from ((wager, settled) for settled in settlement.wagers)
        yield from ((wager, refused) for refused in settlement.refused)


def steps_of(round: Round, wager: Wager, answer: Answer) -> tuple[ExplanationStep, ...]:
    return explain(round.rules, round.result, answer, wager, between=round.between)


def derivation(steps: Iterable[ExplanationStep]) -> Derivation:
    """Steps for printing, without sources that the words already name."""
    return Derivation(
        tuple(
            (step.text, "" if step.authority and f"({step.authority})" in step.text else source(step.authority))
            for step in steps
        )
    )


def headline(answer: Answer, money: Currency) -> str:
    """One line: who, where, how much, and the outcome."""
    seat = f"Seat {answer.seat}"
    if isinstance(answer, RefusedWager):
        return f"{seat}: {answer.spot!r}, {money.write(answer.stake)}: refused ({answer.code})"
    words = {
        "win": f"wins {money.write(answer.winnings)}, {money.write(answer.returned)} of the stake returned",
        "lose": "loses",
        "half": f"loses half, {money.write(answer.returned)} returned",
        "imprisoned": "imprisoned",
        "released": f"released, {money.write(answer.returned)} returned",
        "void": "void, the wager stands",
    }
    return f"{seat}: {answer.spot.id}, {money.write(answer.stake)}: {words[answer.outcome]}"


def clauses_cited(rules: Rules, steps: Iterable[ExplanationStep]) -> ColumnBlock:
    """The cited clauses in short, each once."""
    cited = dict.fromkeys(step.authority.clause for step in steps if step.authority and step.authority.clause)
    return ColumnBlock(("clause", "in short"), [(clause, rules.book.clauses[clause].owes) for clause in cited])


def totals(settled: Iterable[WagerOutcome], money: Currency) -> ColumnBlock:
    """What every seat staked, was paid and kept, and the house's result."""
    staked: defaultdict[int, int] = defaultdict(int)
    paid: defaultdict[int, int] = defaultdict(int)
    kept: defaultdict[int, int] = defaultdict(int)
    for wager in settled:
        staked[wager.seat] += wager.stake
        paid[wager.seat] += wager.winnings
        kept[wager.seat] += wager.returned
    rows = [_total(money, str(seat), staked[seat], paid[seat], kept[seat]) for seat in sorted(staked)]
    if len(rows) != 1:
        rows.append(_total(money, "all", sum(staked.values()), sum(paid.values()), sum(kept.values())))
    columns = ("seat", "staked", "winnings", "returned", "result")
    return ColumnBlock(columns, rows, frozenset(columns))


def _total(money: Currency, seat: str, staked: int, paid: int, kept: int) -> tuple[str, ...]:
    return seat, *(money.write(amount) for amount in (staked, paid, kept, paid + kept - staked))


def round_blocks(round: Round) -> list[Block]:
    """The whole round."""
    rules = round.rules
    blocks: list[Block] = [f"{table_title(rules)}. Result: {round.result}."]
    settled: list[WagerOutcome] = []
    for wager, answer in answers(round):
        blocks += [Heading(headline(answer, rules.book.money.currency)), derivation(steps_of(round, wager, answer))]
        if isinstance(answer, WagerOutcome):
            settled.append(answer)
    return [*blocks, Heading("Totals"), totals(settled, rules.book.money.currency)]
