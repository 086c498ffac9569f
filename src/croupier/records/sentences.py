"""The sentences of a play script: one or more for every command of a table."""

from __future__ import annotations

from msgspec import Struct

from croupier.records.dispute_sentences import DISPUTES
from croupier.records.equipment_sentences import EQUIPMENT
from croupier.records.money_sentences import MONEY
from croupier.records.pattern import Pattern
from croupier.records.seat_sentences import SEATS
from croupier.records.sentence_fields import SentenceBuilder, SentenceError, Speaker
from croupier.records.shift_sentences import SHIFTS
from croupier.records.spin_sentences import SPINS
from croupier.records.wager_sentences import WAGERS
from croupier.table import command as c
from croupier.terms.problem import nearest, shown


class Sentence(Struct, frozen=True):
    """A template and the command it produces."""

    pattern: Pattern
    command: SentenceBuilder


SENTENCES = tuple(
    Sentence(Pattern(template), command)
    for template, command in (*EQUIPMENT, *SHIFTS, *MONEY, *SEATS, *WAGERS, *SPINS, *DISPUTES)
)
"""Every sentence, in the order in which they are tried."""

VERBS = tuple(dict.fromkeys(each.pattern.verb for each in SENTENCES))


def read_sentence(who: Speaker, sentence: str) -> c.AnyCommand:
    """Parses a sentence; raises `SentenceError` with the nearest valid form."""
    verb = sentence.partition(" ")[0].rstrip(",")
    alike = [each for each in SENTENCES if each.pattern.verb == verb]
    if not alike:
        raise SentenceError(f"{shown(verb)} is not an action at a table", nearest(verb, VERBS))
    for each in alike:
        found = each.pattern.match(sentence, who.money)
        if found is not None:
            return each.command(who, found)
    raise SentenceError(
        f"{shown(sentence)} cannot be read", f"Write: {'; or '.join(each.pattern.shown for each in alike)}."
    )
