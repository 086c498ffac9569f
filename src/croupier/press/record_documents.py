"""Documents from the records of a table: log, slips, reports, decisions, signs on record, receipts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from croupier.equipment import event as q
from croupier.journal.record import Record
from croupier.press.document import (
    Align,
    Code,
    Column,
    Document,
    Facts,
    Grid,
    Paper,
    Section,
    Signatures,
    Style,
    Text,
)
from croupier.press.labels import IN_ENGLISH_LABELS, Labels
from croupier.press.table_documents import code_words
from croupier.records.maintenance import WORK, LogEntry
from croupier.records.receipt import Slip, amounts
from croupier.records.report import Day, Figures, Shift
from croupier.table import event as e
from croupier.terms.day import moment_words
from croupier.wire.events import from_record

CODE_CHARS = 16


def _footer(thing: str, table: str, record: int, hash: str, say: Labels) -> str:
    facts: dict[str, str | int] = {"thing": thing, "table": table, "record": record, "hash": hash[:CODE_CHARS]}
    return say("croupier – {thing} – table {table} – record {record} {hash}", **facts)


def _thing(thing: str, table: str, say: Labels) -> str:
    return say("croupier – {thing} – table {table}", thing=thing, table=table)


def maintenance_log(table: str, entries: Iterable[LogEntry], say: Labels = IN_ENGLISH_LABELS) -> Document:
    """Every adjustment and replacement with its signature; inspections are in a separate table."""
    every = list(entries)
    columns = (
        Column(say("Date"), 1.3),
        Column(say("What was done"), 1.1),
        Column(say("Part and work"), 2.4),
        Column(say("Name"), 1.2),
        Column(say("License"), 0.9),
        Column(say("Signature (record)"), 2),
    )
    work = tuple(_log_row(each, say) for each in every if each.entry.kind in WORK)
    looked = tuple(_log_row(each, say) for each in every if each.entry.kind not in WORK)
    none = Text(say("None is on record."))
    sections = (
        Section(say("Adjustments and replacements"), (Grid("", columns, work) if work else none,)),
        Section(say("Inspections"), (Grid("", columns, looked) if looked else none,)),
    )
    last = every[-1] if every else None
    footer = (
        _footer("maintenance-log", table, last.record, last.hash, say)
        if last
        else _thing("maintenance-log", table, say)
    )
    subtitle = say("Table {table}", table=table)
    return Document(say("Maintenance log"), subtitle, sections, footer, paper=Paper.LETTER_WIDE, lang=say.lang)


def _log_row(each: LogEntry, say: Labels) -> tuple[str, ...]:
    entry = each.entry
    work = f"{entry.part}: {entry.what}" if entry.part and entry.what else entry.part or entry.what
    if entry.kind not in WORK:
        work = say("in order") if entry.passed else say("not in order: {failed}", failed=", ".join(entry.failed))
    witness = say("before {witness}, license {license}", witness=entry.witness, license=entry.witness_license)
    parts = (work, entry.note, witness if entry.witness else "")
    signed = entry.signed or f"{entry.role}:{entry.name}"
    return (
        moment_words(entry.at),
        say(entry.kind),
        "; ".join(part for part in parts if part),
        entry.name,
        entry.license,
        say("{signed}, record {record}, {hash}", signed=signed, record=each.record, hash=each.hash[:12]),
    )


class FloatSlip(Struct, frozen=True):
    """A fill or a credit with its record."""

    table: str
    slip: str
    amount: int
    """Positive for a fill, negative for a credit."""
    at: int
    actor: str
    record: int
    hash: str


def float_slips(table: str, records: Iterable[Record]) -> Iterator[FloatSlip]:
    """Every fill and credit of a table."""
    for record in records:
        event = from_record(record).event
        if isinstance(event, e.FloatMoved):
            yield FloatSlip(
                table, event.slip, event.amount, record.time_ms, record.actor, record.version, record.hash.hex()
            )


def float_slip(slip: FloatSlip, say: Labels = IN_ENGLISH_LABELS) -> Document:
    """One slip, with the amount in words and signature lines."""
    facts = (
        (say("Table"), slip.table),
        (say("Slip"), slip.slip),
        (say("Amount"), say.money(abs(slip.amount))),
        (say("In words"), say.in_words(abs(slip.amount))),
        (say("Recorded"), moment_words(slip.at)),
        (say("By"), slip.actor),
        (say("Record"), f"{slip.record}, {slip.hash[:CODE_CHARS]}"),
    )
    words = say("QR code: record {record}", record=slip.record)
    code = Code(f"croupier slip {slip.table} {slip.record} {slip.hash}", words)
    signed = Signatures((say("Cage"), say("Runner"), say("Dealer"), say("Supervisor")))
    return Document(
        say("Fill slip") if slip.amount > 0 else say("Credit slip"),
        say("Table {table}, slip {slip}", table=slip.table, slip=slip.slip),
        (Section("", (Facts(facts), code, signed)),),
        _footer("fill-slip", slip.table, slip.record, slip.hash, say),
        Style.SLIP,
        Paper.HALF_LETTER,
        lang=say.lang,
        counted=f"slip {slip.slip} of table {slip.table}, record {slip.record}",
    )


_MONEY = (
    ("Win", "win"),
    ("Drop", "drop"),
    ("of it in ATM receipts", "drop_receipts"),
    ("Opening float", "opening_float"),
    ("Fills", "fills"),
    ("Credits", "credits"),
    ("Closing float", "closing_float"),
    ("Collected", "collected"),
    ("Paid", "paid"),
    ("Corrections", "corrections"),
    ("Counted difference", "difference"),
    ("Claims left open", "claims"),
    ("Tips", "tips"),
    ("Coupons collected", "coupons"),
)


def report(row: Shift | Day, say: Labels = IN_ENGLISH_LABELS) -> Document:
    """Win, drop and hold of a shift or a day, as in `croupier report`."""
    figures = row.figures
    rows = [(say(name), say.money(getattr(figures, key))) for name, key in _MONEY]
    rows.insert(1, (say("Hold"), "–" if figures.hold is None else say.share(figures.hold)))
    rows += _counts(figures, say)
    grid = Grid("", (Column(say("Figure"), 2), Column(say("Amount"), 1, Align.RIGHT)), tuple(rows))
    if isinstance(row, Shift):
        title = say("Shift report")
        subtitle = say("Table {table}, {day}, shift {shift}", table=row.table, day=str(row.day), shift=row.shift)
        facts = [(say("Dealer"), row.dealer), (say("Supervisor"), row.supervisor)]
        facts += [(say("From"), moment_words(row.began)), (say("To"), moment_words(row.ended))]
    else:
        title, subtitle = say("Day report"), say("Table {table}, {day}", table=row.table, day=str(row.day))
        facts = [(say("Shifts"), str(row.shifts)), (say("Counted"), say("yes") if row.counted else say("not yet"))]
    blocks = (Facts(tuple(facts)), grid, Signatures((say("Supervisor"), say("Count team"))))
    footer = say("croupier – table {table} – {day}", table=row.table, day=str(row.day))
    return Document(title, subtitle, (Section("", blocks),), footer, lang=say.lang)


def _counts(figures: Figures, say: Labels) -> list[tuple[str, str]]:
    named = ((say("Rounds"), figures.rounds), (say("No spins"), figures.no_spins), (say("Disputes"), figures.disputes))
    return [(name, say.number(count)) for name, count in named]


class DecidedDispute(Struct, frozen=True):
    """A dispute with its decision, as recorded."""

    table: str
    dispute: int
    round: int
    what: str
    player: str
    decision: str
    why: str
    at: int
    actor: str
    record: int
    hash: str
    awards: tuple[tuple[str, int], ...] = ()
    """The amount paid to each player, or taken back if negative."""


def decided_disputes(table: str, records: Iterable[Record]) -> Iterator[DecidedDispute]:
    """Every dispute of a table that was decided."""
    raised: dict[int, e.DisputeRaised] = {}
    found: list[DecidedDispute] = []
    paid: dict[int, list[tuple[str, int]]] = {}
    current, command = 0, ""
    for record in records:
        body = from_record(record)
        event = body.event
        if isinstance(event, e.DisputeRaised):
            raised[event.dispute] = event
        elif isinstance(event, e.DisputeDecided):
            about = raised[event.dispute]
            current, command = event.dispute, body.command
            found.append(
                DecidedDispute(
                    table,
                    event.dispute,
                    about.round,
                    about.what,
                    about.player,
                    event.decision,
                    event.why,
                    record.time_ms,
                    record.actor,
                    record.version,
                    record.hash.hex(),
                )
            )
        elif isinstance(event, e.BalanceCorrected) and body.command == command:
            paid.setdefault(current, []).append((event.player, event.paid))
    for each in found:
        yield replace(each, awards=tuple(paid.get(each.dispute, ())))


def dispute_decision(each: DecidedDispute, say: Labels = IN_ENGLISH_LABELS) -> Document:
    """The decision for the player."""
    facts = [
        (say("Dispute"), say("{dispute}, about round {round}", dispute=each.dispute, round=each.round)),
        (say("Raised by"), each.player or say("the dealer")),
        (say("What was disputed"), each.what),
        (say("Decision"), each.decision),
        (say("Why"), each.why),
        (say("Decided"), say("{moment}, by {actor}", moment=moment_words(each.at), actor=each.actor)),
        (say("Record"), f"{each.record}, {each.hash[:CODE_CHARS]}"),
    ]
    for player, amount in each.awards:
        to = say("Paid to {player}", player=player) if amount >= 0 else say("Taken back from {player}", player=player)
        facts.append((to, f"{say.money(abs(amount))} ({say.in_words(abs(amount))})"))
    words = say("QR code: record {record}", record=each.record)
    code = Code(f"croupier dispute {each.table} {each.record} {each.hash}", words)
    blocks = (Facts(tuple(facts)), code, Signatures((say("Supervisor"), say("Player"))))
    footer = _footer("dispute-decision", each.table, each.record, each.hash, say)
    subtitle = say("Table {table}, round {round}", table=each.table, round=each.round)
    return Document(say("Decision of a dispute"), subtitle, (Section("", blocks),), footer, lang=say.lang)


def postings(table: str, records: Iterable[Record], say: Labels = IN_ENGLISH_LABELS) -> Document:
    """Who posted and took down which sign, where and when, from the records."""
    rows = []
    for record in records:
        event = from_record(record).event
        if isinstance(event, q.SignPosted):
            code = code_words(event.digest[:CODE_CHARS])
            rows.append(
                (
                    moment_words(event.at),
                    say.title(event.title),
                    say("posted"),
                    event.place,
                    code,
                    event.approval,
                    event.name,
                )
            )
        elif isinstance(event, q.SignRemoved):
            rows.append((moment_words(event.at), event.sign, say("taken down"), event.why, "", "", event.name))
    columns = (
        Column(say("When"), 1.3),
        Column(say("Sign"), 1.5),
        Column(say("What"), 0.8),
        Column(say("Where, or why"), 1.6),
        Column(say("Code"), 1.3),
        Column(say("Approved by"), 1.3),
        Column(say("Who"), 0.9),
    )
    body = Grid("", columns, tuple(rows)) if rows else Text(say("No sign is on record."))
    footer = _thing("postings", table, say)
    subtitle = say("Table {table}", table=table)
    sections = (Section("", (body,)),)
    return Document(say("Signs on record"), subtitle, sections, footer, paper=Paper.LETTER_WIDE, lang=say.lang)


def receipt_document(slip: Slip, proof: str, say: Labels = IN_ENGLISH_LABELS) -> Document:
    """A receipt for a player: stakes, returns, and the proof as a QR code."""
    rows = tuple(
        (each.wager, say.money(each.amount), say.outcome(each.outcome.value), say.money(each.winnings + each.returned))
        for each in slip.wagers
    )
    right = Align.RIGHT
    columns = (
        Column(say("Wager"), 1.6),
        Column(say("Stake"), 1, right),
        Column(say("Outcome"), 1.1),
        Column(say("Back"), 1, right),
    )
    staked, back = amounts(slip)
    facts = (
        (say("Number"), slip.number),
        (say("Staked"), say.money(staked)),
        (say("Back"), f"{say.money(back)} ({say.in_words(back)})"),
        (say("Part"), say("{part} of {parts}", part=slip.part, parts=slip.parts)),
    )
    code = Code(proof, say("QR code: the proof of this receipt; scan it into a file, and croupier verify checks it"))
    blocks = (Facts(facts), Grid("", columns, rows), code)
    return Document(
        say("Receipt"),
        say("Table {table}, round {round}, seat {seat}", table=slip.table, round=slip.round, seat=slip.seat),
        (Section("", blocks),),
        say("croupier – receipt – table {table}, round {round}", table=slip.table, round=slip.round),
        Style.SLIP,
        Paper.HALF_LETTER,
        lang=say.lang,
    )
