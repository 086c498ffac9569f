"""Sealing a journal: the next signed checkpoint over everything that is committed."""

from __future__ import annotations

from itertools import islice

from msgspec.structs import replace

from croupier.journal.chain import Order, advance, origin
from croupier.journal.checkpoint import Checkpoint, follows
from croupier.journal.key import SigningKey, is_signed
from croupier.journal.port import Journal
from croupier.terms.fault import Fault


def seal(journal: Journal, key: SigningKey, time_ms: int) -> Checkpoint:
    """Afterwards everything committed before the call is under a signature, and the checkpoint is stored.

    Only records after the last checkpoint are read, and their chain is checked on the way: a broken
    journal is never signed. Heads come from the same pass, so no writer has to wait.
    """
    last = journal.last_checkpoint()
    if last and not is_signed(last.signed_text.encode(), last.signature, last.key):
        raise Fault(f"The signature of checkpoint {last.number} is wrong. Run croupier verify; nothing was sealed.")
    heads = {head.stream: head for head in last.heads} if last else {}
    order = Order(last.order) if last else Order()
    records = last.records if last else 0
    pages = journal.read_all(after=records)
    while page := tuple(islice(pages, 1024)):
        for record in page:
            head = heads.get(record.stream) or origin(record.stream)
            heads[record.stream] = advance(head, record)
        order.add(record.hash for record in page)
        records += len(page)
    number, previous = follows(last)
    sorted_heads = tuple(heads[name] for name in sorted(heads))
    draft = Checkpoint(number, time_ms, records, order.digest(), previous, key.public, sorted_heads)
    checkpoint = replace(draft, signature=key.sign(draft.signed_text.encode()))
    journal.save_checkpoint(checkpoint)
    return checkpoint
