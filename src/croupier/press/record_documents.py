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
from croupier.press.table_documents import code_words
from croupier.records.maintenance import WORK, LogEntry
from croupier.records.receipt import Slip, amounts
from croupier.records.report import Day, Figures, Shift
from croupier.rules.number_format import percent
from croupier.table import event as e
from croupier.terms.amount_words import amount_in_words
from croupier.terms.day import moment_of
from croupier.terms.money import Currency, dollars
from croupier.wire.events import from_record

CODE_CHARS = 16


def moment(at_ms: int) -> str:
    return f"{moment_of(at_ms):%Y-%m-%d %H:%M:%S} UTC"


def maintenance_log(table: str, entries: Iterable[LogEntry], title: str = "Maintenance log") -> Document:
    """Every adjustment and replacement with its signature; inspections are in a separate table."""
    every = list(entries)
    columns = (
        Column("Date", 1.3),
        Column("What was done", 1.1),
        Column("Part and work", 2.4),
        Column("Name", 1.2),
        Column("License", 0.9),
        Column("Signature (record)", 2),
    )
    work = tuple(_log_row(each) for each in every if each.entry.kind in WORK)
    looked = tuple(_log_row(each) for each in every if each.entry.kind not in WORK)
    sections = (
        Section("Adjustments and replacements", (Grid("", columns, work) if work else Text("None is on record."),)),
        Section("Inspections", (Grid("", columns, looked) if looked else Text("None is on record."),)),
    )
    last = every[-1] if every else None
    upto = f" – record {last.record} {last.hash[:CODE_CHARS]}" if last else ""
    footer = f"croupier – maintenance-log – table {table}{upto}"
    return Document(title, f"Table {table}", sections, footer, paper=Paper.LETTER_WIDE)


def _log_row(each: LogEntry) -> tuple[str, ...]:
    entry = each.entry
    work = f"{entry.part}: {entry.what}" if entry.part and entry.what else entry.part or entry.what
    if entry.kind not in WORK:
        work = "in order" if entry.passed else f"not in order: {', '.join(entry.failed)}"
    parts = (work, entry.note, f"before {entry.witness}, license {entry.witness_license}" if entry.witness else "")
    signed = entry.signed or f"{entry.role}:{entry.name}"
    return (
        moment(entry.at),
        entry.kind,
        "; ".join(part for part in parts if part),
        entry.name,
        entry.license,
        f"{signed}, record {each.record}, {each.hash[:12]}",
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


def float_slip(slip: FloatSlip, money: Currency) -> Document:
    """One slip, with the amount in words and signature lines."""
    kind = "Fill slip" if slip.amount > 0 else "Credit slip"
    facts = (
        ("Table", slip.table),
        ("Slip", slip.slip),
        ("Amount", money.write(abs(slip.amount))),
        ("In words", amount_in_words(abs(slip.amount), money)),
        ("Recorded", moment(slip.at)),
        ("By", slip.actor),
        ("Record", f"{slip.record}, {slip.hash[:CODE_CHARS]}"),
    )
    code = Code(f"croupier slip {slip.table} {slip.record} {slip.hash}", f"QR code: record {slip.record}")
    blocks = (Facts(facts), code, Signatures(("Cage", "Runner", "Dealer", "Supervisor")))
    return Document(
        kind,
        f"Table {slip.table}, slip {slip.slip}",
        (Section("", blocks),),
        f"croupier – table {slip.table} – record {slip.record} {slip.hash[:CODE_CHARS]}",
        Style.SLIP,
        Paper.HALF_LETTER,
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


def report(row: Shift | Day, money: Currency) -> Document:
    """Win, drop and hold of a shift or a day, as in `croupier report`."""
    figures = row.figures
    rows = [(name, money.write(getattr(figures, key))) for name, key in _MONEY]
    rows.insert(1, ("Hold", "–" if figures.hold is None else percent(figures.hold)))
    rows += _counts(figures)
    grid = Grid("", (Column("Figure", 2), Column("Amount", 1, Align.RIGHT)), tuple(rows))
    if isinstance(row, Shift):
        title, subtitle = "Shift report", f"Table {row.table}, {row.day}, shift {row.shift}"
        facts = [("Dealer", row.dealer), ("Supervisor", row.supervisor)]
        facts += [("From", moment(row.began)), ("To", moment(row.ended))]
    else:
        title, subtitle = "Day report", f"Table {row.table}, {row.day}"
        facts = [("Shifts", str(row.shifts)), ("Counted", "yes" if row.counted else "not yet")]
    blocks = (Facts(tuple(facts)), grid, Signatures(("Supervisor", "Count team")))
    return Document(title, subtitle, (Section("", blocks),), f"croupier – table {row.table} – {row.day}")


def _counts(figures: Figures) -> list[tuple[str, str]]:
    named = (("Rounds", figures.rounds), ("No spins", figures.no_spins), ("Disputes", figures.disputes))
    return [(name, f"{count:,}") for name, count in named]


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


def dispute_decision(each: DecidedDispute, money: Currency) -> Document:
    """The decision for the player."""
    facts = [
        ("Dispute", f"{each.dispute}, about round {each.round}"),
        ("Raised by", each.player or "the dealer"),
        ("What was disputed", each.what),
        ("Decision", each.decision),
        ("Why", each.why),
        ("Decided", f"{moment(each.at)}, by {each.actor}"),
        ("Record", f"{each.record}, {each.hash[:CODE_CHARS]}"),
    ]
    for player, amount in each.awards:
        which = "Paid to" if amount >= 0 else "Taken back from"
        facts.append((f"{which} {player}", f"{money.write(abs(amount))} ({amount_in_words(abs(amount), money)})"))
    code = Code(f"croupier dispute {each.table} {each.record} {each.hash}", f"QR code: record {each.record}")
    blocks = (Facts(tuple(facts)), code, Signatures(("Supervisor", "Player")))
    footer = f"croupier – table {each.table} – record {each.record} {each.hash[:CODE_CHARS]}"
    return Document("Decision of a dispute", f"Table {each.table}, round {each.round}", (Section("", blocks),), footer)


def postings(table: str, records: Iterable[Record], title: str = "Signs on record") -> Document:
    """Who posted and took down which sign, where and when, from the records."""
    rows = []
    for record in records:
        event = from_record(record).event
        if isinstance(event, q.SignPosted):
            code = code_words(event.digest[:CODE_CHARS])
            rows.append((moment(event.at), event.title, "posted", event.place, code, event.approval, event.name))
        elif isinstance(event, q.SignRemoved):
            rows.append((moment(event.at), event.sign, "taken down", event.why, "", "", event.name))
    columns = (
        Column("When", 1.3),
        Column("Sign", 1.5),
        Column("What", 0.8),
        Column("Where, or why", 1.6),
        Column("Code", 1.3),
        Column("Approved by", 1.3),
        Column("Who", 0.9),
    )
    body = Grid("", columns, tuple(rows)) if rows else Text("No sign is on record.")
    footer = f"croupier – postings – table {table}"
    return Document(title, f"Table {table}", (Section("", (body,)),), footer, paper=Paper.LETTER_WIDE)


def receipt_document(slip: Slip, proof: str) -> Document:
    """A receipt for a player: stakes, returns, and the proof as a QR code."""
    rows = tuple(
        (each.wager, dollars(each.amount), each.outcome.value, dollars(each.winnings + each.returned))
        for each in slip.wagers
    )
    right = Align.RIGHT
    columns = (Column("Wager", 1.6), Column("Stake", 1, right), Column("Outcome", 1.1), Column("Back", 1, right))
    staked, back = amounts(slip)
    facts = (
        ("Number", slip.number),
        ("Staked", dollars(staked)),
        ("Back", f"{dollars(back)} ({amount_in_words(back)})"),
        ("Part", f"{slip.part} of {slip.parts}"),
    )
    code = Code(proof, "QR code: the proof of this receipt; scan it into a file, and croupier verify checks it")
    blocks = (Facts(facts), Grid("", columns, rows), code)
    return Document(
        "Receipt",
        f"Table {slip.table}, round {slip.round}, seat {slip.seat}",
        (Section("", blocks),),
        f"croupier – receipt – table {slip.table}, round {slip.round}",
        Style.SLIP,
        Paper.HALF_LETTER,
    )
