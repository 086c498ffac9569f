"""The page of the day: the journal's last note on paper, with its QR code."""

from __future__ import annotations

from datetime import UTC, datetime

from croupier.journal.checkpoint import Checkpoint
from croupier.journal.policy import WitnessPolicy
from croupier.press.document import Bullets, Code, Document, Facts, Section, Text
from croupier.terms.text import counted


def checkpoint_page(checkpoint: Checkpoint, house: str = "", policy: WitnessPolicy | None = None) -> Document:
    """The page of a checkpoint; with a policy, which witnesses have cosigned it."""
    head, statement = checkpoint.head, checkpoint.statement
    when = f"{datetime.fromtimestamp(checkpoint.time_ms // 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"
    facts = [
        ("Journal", head.origin),
        ("Sealed", when),
        ("Checkpoint", f"{checkpoint.number:,}"),
        ("Records", f"{checkpoint.records:,}"),
        ("Leaves of the tree", f"{head.size:,}"),
        ("Root", head.root.hex()),
        ("Signed with", checkpoint.key.hex()),
    ]
    if policy is not None:
        cosigned = {each.key for each in policy.cosigned(checkpoint.note)}
        names = [each.name for each in policy.witnesses if each.key in cosigned]
        met = "the quorum" if policy.met_by(policy.cosigned(checkpoint.note)) else "no quorum"
        facts.append(("Cosigned by", f"{', '.join(names) or 'nobody'}: {met}"))
    note = str(checkpoint.note)
    lines = note.split("\n")[:-1]
    heads = [f"{each.stream}: {counted(each.version, 'record')}" for each in statement.heads]
    keep = "Keep this page where nobody with access to the house's machines can reach it. Scan the code into a file:"
    return Document(
        title=f"Checkpoint {checkpoint.number:,}",
        subtitle=f"{house + ', ' if house else ''}{when[:10]}",
        sections=(
            Section("What is sealed", (Facts(tuple(facts)), Bullets(tuple(heads)))),
            Section(
                "The note",
                (
                    Text(f"{keep} croupier verify JOURNAL --seen FILE then finds a journal that was cut or rewritten."),
                    Code(note, "The checkpoint's note as a QR code; its text stands below"),
                    Facts(tuple((str(at), line or "(a blank line)") for at, line in enumerate(lines, start=1))),
                ),
            ),
        ),
        footer=f"{head.origin}, {head.size} leaves, root {head.root.hex()}",
        day=datetime.fromtimestamp(checkpoint.time_ms // 1000, UTC).date(),
    )
