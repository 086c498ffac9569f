"""Encodes the answer to an order as the frame for its sender."""

from __future__ import annotations

from croupier.floor.order import Answer, UnansweredReason
from croupier.terms.refusal import Refusal
from croupier.wire.frames import Done, NotAnswered, RefusalWords, RefusedAnswer, encode

_AGAIN = frozenset({UnansweredReason.BUSY, UnansweredReason.STOPPED, UnansweredReason.DOWN, UnansweredReason.UNKNOWN})


def encode_answer(answer: Answer) -> bytes:
    """The frame that answers a command. Without a decision, it says whether to send the command again."""
    outcome = answer.outcome
    if isinstance(outcome, tuple):
        return encode(Done(answer.id, answer.version))
    if isinstance(outcome, Refusal):
        return encode(RefusedAnswer(answer.id, answer.version, RefusalWords.of(outcome)))
    return encode(NotAnswered(answer.id, outcome.reason, outcome.detail, outcome.reason in _AGAIN))
