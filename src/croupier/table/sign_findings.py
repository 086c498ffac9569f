"""Findings about signs: missing ones, and posted ones that do not match the current rules."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from typing import assert_never

from croupier.equipment.signs import SignState, state_of, unapproved
from croupier.equipment.state import PostedSign
from croupier.table.state import TableRules
from croupier.terms.problem import Problem
from croupier.terms.refusal import filled


def sign_findings(rules: TableRules, posted: Mapping[str, PostedSign], day: datetime.date) -> Iterator[Problem]:
    """Every required sign that is not on record as posted, and every posted sign that is wrong."""
    for sign in rules.due_signs.values():
        hangs = posted.get(sign.id)
        key, clause = f"signs.{sign.id}", sign.authority.clause
        state = state_of(sign, hangs, day)
        match state:
            case SignState.POSTED | SignState.REMOVE:
                pass
            case SignState.DUE:
                if sign.asked:
                    right = "Print it, post it, and record where it hangs."
                    yield Problem(key, f"this sign is not on record as posted: {sign.title}", right, clause)
            case SignState.REPLACE:
                where = f" ({hangs.place})" if hangs else ""
                wrong = f"the posted sign does not match the current rules: {sign.title}{where}"
                yield Problem(key, wrong, f"Print it again (code {sign.code}), post it, and record it.", clause)
            case SignState.NOT_APPROVED:
                said = unapproved(sign, hangs.place if hangs else "", day)
                why = filled(str(said["why"]), said)
                yield Problem(key, f"it is not approved as posted: {why}", "Have it approved.", clause)
            case _:
                assert_never(state)
    for id in sorted(posted.keys() - rules.due_signs.keys()):
        wrong = f"a posted sign no longer belongs to the table ({posted[id].place})"
        yield Problem(f"signs.{id}", wrong, "Take it down, and record it.")
