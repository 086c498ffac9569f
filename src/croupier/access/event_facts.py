"""Significant events as codes and facts, for pages in other languages; `event_text` has the English text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from croupier.access import event as e
from croupier.access.event_text import KNOWN_REASONS, person_words, plain_code
from croupier.terms.coded_message import CodedMessage, Facts, facts_of, yes


def significant_messages(event: e.AnySignificant) -> list[CodedMessage]:
    """The event as one sentence, followed by one for each changed field."""
    code = e.kind_of(event).partition("/")[0]
    lines = _changes(event) if isinstance(event, e.AccountChanged) else []
    return [CodedMessage(code, facts_of(event, **_more(event), listed=yes(bool(lines)))), *lines]


def _changes(event: e.AccountChanged) -> list[CodedMessage]:
    def changed(key: str) -> CodedMessage:
        before, after = event.before[key], event.after[key]
        return CodedMessage("changed-detail", {"detail": key, "before": _value(before), "after": _value(after)})

    return [changed(key) for key in event.after]


def _value(value: str | bool) -> str:
    return yes(value) if isinstance(value, bool) else value


_Derived = (
    e.SignInFailed
    | e.SecondFactorAsked
    | e.LockedOut
    | e.SecondFactorFailed
    | e.SignedOut
    | e.ServiceStopped
    | e.AccessDenied
    | e.FrameRefused
    | e.CallAnnounced
    | e.ServiceStarted
    | e.ClockChanged
)
"""The events with facts besides their own plain fields."""


def _more(event: e.AnySignificant) -> Facts:
    """The facts that follow from an event besides its own plain fields."""
    if not isinstance(event, _Derived):
        return {}
    match event:
        case e.SignInFailed() | e.SecondFactorAsked() | e.LockedOut():
            return {"known": yes(bool(event.name))}
        case e.SecondFactorFailed():
            return {"why": plain_code(event.why)}
        case e.SignedOut() | e.ServiceStopped():
            return {} if event.reason in KNOWN_REASONS else {"reason": plain_code(event.reason)}
        case e.AccessDenied():
            return {"person": person_words(event.person)}
        case e.FrameRefused():
            return {"person": person_words(event.person), "code": plain_code(event.code)}
        case e.CallAnnounced():
            return {
                "audible": _seats(event.audible),
                "visual": _seats(event.visual),
                "silent": _seats(event.silent),
            }
        case e.ServiceStarted():
            return {"digest": event.digest[:16]}
        case e.ClockChanged():
            return {"way": "forward" if event.by_ms > 0 else "back", "by_ms": abs(event.by_ms)}
        case _:
            assert_never(event)


def _seats(seats: Sequence[int]) -> str:
    return ", ".join(map(str, seats))
