"""The page of the day: the journal's last note on paper, with its QR code."""

from __future__ import annotations

from croupier.journal.checkpoint import Checkpoint
from croupier.journal.policy import WitnessPolicy
from croupier.press.document import Bullets, Code, Document, Facts, Section, Text
from croupier.press.labels import IN_ENGLISH_LABELS, Labels
from croupier.terms.day import day_of, moment_words


def checkpoint_page(
    checkpoint: Checkpoint, house: str = "", policy: WitnessPolicy | None = None, say: Labels = IN_ENGLISH_LABELS
) -> Document:
    """The page of a checkpoint; with a policy, which witnesses have cosigned it. The note itself has no language."""
    head, statement, number = checkpoint.head, checkpoint.statement, say.number(checkpoint.number)
    facts = [
        (say("Journal"), head.origin),
        (say("Sealed"), moment_words(checkpoint.time_ms)),
        (say("Checkpoint"), number),
        (say("Records"), say.number(checkpoint.records)),
        (say("Leaves of the tree"), say.number(head.size)),
        (say("Root"), head.root.hex()),
        (say("Signed with"), checkpoint.key.hex()),
    ]
    if policy is not None:
        facts.append((say("Cosigned by"), _cosigned(checkpoint, policy, say)))
    note = str(checkpoint.note)
    lines = note.split("\n")[:-1]
    heads = (
        say("{stream}, records: {count}", stream=each.stream, count=say.number(each.version))
        for each in statement.heads
    )
    keep = say(
        "Keep this page where nobody with access to the house's machines can reach it. Scan the code into a file: "
        "{command} then finds a journal that was cut or rewritten.",
        command="croupier verify JOURNAL --seen FILE",
    )
    blank = say("(a blank line)")
    day = day_of(checkpoint.time_ms)
    return Document(
        title=say("Checkpoint {number}", number=number),
        subtitle=f"{house + ', ' if house else ''}{day}",
        sections=(
            Section(say("What is sealed"), (Facts(tuple(facts)), Bullets(tuple(heads)))),
            Section(
                say("The note"),
                (
                    Text(keep),
                    Code(note, say("The checkpoint's note as a QR code; its text is below")),
                    Facts(tuple((str(at), line or blank) for at, line in enumerate(lines, start=1))),
                ),
            ),
        ),
        footer=say("{log}, {size} leaves, root {root}", log=head.origin, size=head.size, root=head.root.hex()),
        lang=say.lang,
        day=day,
    )


def _cosigned(checkpoint: Checkpoint, policy: WitnessPolicy, say: Labels) -> str:
    cosigned = policy.cosigned(checkpoint.note)
    keys = {each.key for each in cosigned}
    names = ", ".join(each.name for each in policy.witnesses if each.key in keys) or say("nobody")
    met = policy.met_by(cosigned)
    return say("{names}: the quorum", names=names) if met else say("{names}: no quorum", names=names)
