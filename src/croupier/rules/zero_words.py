"""A zero rule in words, for every place that shows one."""

from __future__ import annotations

from croupier.game.zero import Choice, Fate, Prison
from croupier.rules.table import Rules
from croupier.terms.problem import listed

_FIRST = {
    Fate.LOSE: "are lost",
    Fate.HALF: "lose one half",
    Fate.PRISON: "stay in prison for one more spin",
    Fate.HALVE: "lose one half, and the rest stays in prison for one more spin",
}
_CHOSEN = {
    Fate.LOSE: "lose all",
    Fate.HALF: "give up one half",
    Fate.PRISON: "stay in prison for one more spin",
    Fate.HALVE: "stay in prison with one half for one more spin",
}
_NEXT = {
    Fate.LOSE: "is lost",
    Fate.HALF: "gives one half back",
    Fate.PRISON: "stays for another spin",
    Fate.HALVE: "loses one half and stays for another spin",
    Fate.RETURN: "goes back to the player without winnings",
    Fate.PAY: "is paid as a winner",
    Fate.LIGHTEN: "is imprisoned one time less, and goes back to the player after the last",
}


def even_money_words(rules: Rules) -> str:
    """The offered wagers that the zero rule covers, as a list in a sentence."""
    zero = rules.game.zero
    kinds = [kind for kind in rules.known if kind in (zero.wagers or set(rules.even_money)) and kind in rules.offered]
    names = [rules.called(kind) for kind in kinds]
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def zero_sentences(rules: Rules) -> tuple[str, ...]:
    """What zeros do at this table: to a free wager first, then to one in prison; empty if no zero matters."""
    wheel, zero, money = rules.game.wheel, rules.game.zero, even_money_words(rules)
    if not wheel.deciding_zeros or not money:
        return ()
    answers = listed(each for each in wheel.zeros if each in zero.answers)
    others = [each for each in wheel.deciding_zeros if each not in zero.answers]
    if not zero.answers:
        return (f"On {listed(wheel.deciding_zeros)}, wagers on {money} lose entirely.",)
    fates = [zero.fates[choice] for choice in (Choice.HALF, Choice.LEAVE) if choice in zero.fates]
    if len(fates) > 1:
        first = f"On {answers}, wagers on {money} {listed(_CHOSEN[fate] for fate in fates)}, as the player chooses."
    else:
        first = f"On {answers}, wagers on {money} {_FIRST[fates[0]]}."
    rest = (f"On {listed(others)}, they lose entirely.",) if others else ()
    return (first, *rest, *(prison_sentences(zero.prison, answers) if zero.prison else ()))


def prison_sentences(prison: Prison, answers: str) -> tuple[str, ...]:
    """What happens to a wager in prison on the next spin, and when the table closes."""
    again = prison.on_zero(1)
    many = f", at most {prison.most} times" if prison.most > 1 and again in (Fate.PRISON, Fate.HALVE) else ""
    return (
        f"A wager in prison that meets {answers} again {_NEXT[again]}{many}.",
        f"One that would win {_NEXT[prison.win]}; any other result: it {_NEXT[prison.lose]}.",
        f"If the table closes before its spin, it {_NEXT[prison.close]}.",
    )
