"""Tournaments over HTTP: printed rules, views for players and directors, and commands."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct
from starlette.responses import Response

from croupier.floor.tournaments import AUTOMATIC_DIRECTOR, TournamentFloor, UnknownTournament
from croupier.records.draws import draws_of
from croupier.terms.decoding import prepare_types
from croupier.terms.fault import Fault
from croupier.terms.people import Actor, Role
from croupier.terms.problem import Problems, nearest, shown
from croupier.terms.refusal import Refusal
from croupier.tournament import command as c
from croupier.tournament import forms
from croupier.tournament.check import PlannedTournament, read_tournament
from croupier.tournament.draw import seal_draw
from croupier.tournament.guard import TournamentDecision
from croupier.tournament.printed import PrintedRules, printed_rules
from croupier.tournament.seen_tournament import SeenTournament
from croupier.tournament.stages import next_step_words
from croupier.tournament.state import Tournament
from croupier.tournament.suggestion import COMMANDS as EVERY_COMMAND
from croupier.tournament.view import READING, open_event, tournament_view
from croupier.web.endpoint import EVERYBODY, Call, Declined, Endpoint

T = TypeVar("T")
ACTING = frozenset({Role.DIRECTOR, Role.DEALER, Role.PLAYER, Role.ACCOUNTANT, Role.KEY_MANAGER, Role.REGULATOR})
_NOT_GIVEN = (c.DraftTournament, c.ChangeTournament, c.FollowTable)
COMMANDS: dict[str, type[c.TournamentCommand]] = {
    name: kind for name, kind in EVERY_COMMAND.items() if kind not in _NOT_GIVEN
}
"""The commands accepted over HTTP, by name; drafts and changes are files, and `FollowTable` comes from records."""
prepare_types(c.TournamentCommand)


class TournamentFile(Struct, frozen=True):
    """A tournament file; `order` is an id chosen by the sender."""

    order: Annotated[str, Meta(min_length=1, max_length=64)]
    text: Annotated[str, Meta(max_length=60_000)]


class TournamentOrder(Struct, frozen=True):
    """One command: its `type` and fields. Its actor and time come from the session and the clock."""

    order: Annotated[str, Meta(min_length=1, max_length=64)]
    command: dict[str, Any]


class JoinOrder(Struct, frozen=True):
    """`order` is an id chosen by the sender."""

    order: Annotated[str, Meta(min_length=1, max_length=64)]


class TournamentAnswer(Struct, frozen=True):
    id: str
    version: int
    events: tuple[str, ...]
    """The kinds of the recorded events."""
    next: str


class TournamentLineAnswer(Struct, frozen=True):
    id: str
    title: str
    house: str
    stage: str
    entries: int


class TournamentListAnswer(Struct, frozen=True):
    tournaments: tuple[TournamentLineAnswer, ...]


class SeenTournamentQuery(Struct, frozen=True):
    after: int = 0
    """The version that the viewer already has."""


class SeenTournamentAnswer(Struct, frozen=True):
    version: int
    """The version of the last record."""
    now: int
    """The service's clock, in milliseconds."""
    tournament: SeenTournament | None
    """None if the viewer already has this version."""


class TournamentForms(Struct, frozen=True):
    """The contents of all forms."""

    entrants: forms.EntrantsForm
    payouts: forms.PayoutForm
    vouchers: tuple[forms.VoucherForm, ...]
    proceeds: forms.ProceedsForm
    joint: forms.JointRecord
    colors: forms.ColorNotice


def endpoints(floor: TournamentFloor) -> tuple[Endpoint, ...]:
    async def query(id: str, at: Callable[[int, PlannedTournament, Tournament], T]) -> T:
        try:
            return await asyncio.to_thread(floor.query, id, at)
        except UnknownTournament:
            raise _missing(floor, id) from None

    async def every(_call: Call) -> TournamentListAnswer:
        ids = await asyncio.to_thread(floor.ids)
        lines = [await query(id, _line) for id in ids]
        return TournamentListAnswer(tuple(lines))

    async def seen(call: Call) -> SeenTournamentAnswer:
        viewer = call.person.actor if call.person else None

        def at(version: int, planned: PlannedTournament, tournament: Tournament) -> SeenTournamentAnswer:
            known = version == call.query.after
            return SeenTournamentAnswer(
                version, floor.now(), None if known else tournament_view(planned, tournament, viewer)
            )

        return await query(call.path["id"], at)

    async def rules(call: Call) -> PrintedRules:
        return await query(call.path["id"], lambda _version, planned, _state: printed_rules(planned))

    async def all_forms(call: Call) -> TournamentForms:
        return await query(call.path["id"], _forms)

    async def draw(call: Call) -> Response:
        id, event, number = call.path["id"], call.path["event"], call.path["round"]
        try:
            stream = await asyncio.to_thread(floor.stream_of, id)
        except UnknownTournament:
            raise _missing(floor, id) from None
        draws = await asyncio.to_thread(lambda: draws_of(floor.journal(), stream))
        for each in draws:
            if each.event == event and str(each.round) == number:
                return Response(seal_draw(each), media_type="application/json")
        raise Declined(404, "no-such-draw", "No draw by seed has been revealed for that round.")

    async def file(call: Call) -> TournamentAnswer:
        actor, body = _actor(call), call.body
        try:
            planned = await asyncio.to_thread(read_tournament, body.text, floor.library)
        except Problems as problems:
            first = next((each.clause for each in problems.problems if each.clause), None)
            raise Declined(422, "findings", str(problems), first) from None
        setup = planned.setup
        known = setup.id in await asyncio.to_thread(floor.ids)
        kind = c.ChangeTournament if known else c.DraftTournament
        return await give(setup.id, body.order, lambda at: kind(by=actor, at=at, setup=setup), actor, new=True)

    async def command(call: Call) -> TournamentAnswer:
        actor = _actor(call)
        make = _reader(call.body.command, actor)
        return await give(call.path["id"], call.body.order, make, actor)

    async def join(call: Call) -> TournamentAnswer:
        actor, id = _actor(call), call.path["id"]

        def at(_version: int, planned: PlannedTournament, tournament: Tournament) -> tuple[bool, str]:
            return planned.setup.demonstration, open_event(tournament)

        demonstration, event = await query(id, at)
        if not demonstration:
            raise Declined(403, "not-open-to-all", "The director enters players in this tournament. Ask at the desk.")
        if not event:
            raise Declined(409, "registration-not-open", "Registration is not open now. Wait for the next tournament.")
        name = actor.name

        def make(at: int) -> c.TournamentCommand:
            return c.EnterPlayer(
                by=AUTOMATIC_DIRECTOR, at=at, event=event, person=name, name=name, handed=True, qualified=True
            )

        return await give(id, call.body.order, make, actor)

    async def give(
        id: str, order: str, make: Callable[[int], c.TournamentCommand], actor: Actor, *, new: bool = False
    ) -> TournamentAnswer:
        name = f"{actor.id}/{order}"
        try:
            answer: TournamentDecision = await asyncio.to_thread(floor.commit, id, name, make, new=new)
        except UnknownTournament:
            raise _missing(floor, id) from None
        except Fault as fault:
            raise Declined(503, "not-recorded", f"{fault} Send it again with the same order id.") from fault
        if isinstance(answer, Refusal):
            raise Declined(409, str(answer.code), answer.message, answer.clause, answer.facts)
        kinds = tuple(str(event.__struct_config__.tag) for event in answer)
        return await query(
            id, lambda version, _planned, state: TournamentAnswer(id, version, kinds, next_step_words(state))
        )

    one = "/tournaments/{id}"
    return (
        Endpoint("GET", "/tournaments", every, "The tournaments.", EVERYBODY, answer=TournamentListAnswer),
        Endpoint(
            "POST",
            "/tournaments",
            file,
            "Draft a tournament from its file, or change one that has not begun.",
            frozenset({Role.DIRECTOR}),
            body=TournamentFile,
            answer=TournamentAnswer,
        ),
        Endpoint(
            "GET",
            one,
            seen,
            "A tournament as this viewer may see it.",
            EVERYBODY,
            query=SeenTournamentQuery,
            answer=SeenTournamentAnswer,
        ),
        Endpoint(
            "POST",
            f"{one}/commands",
            command,
            "Send a command to a tournament.",
            ACTING,
            body=TournamentOrder,
            answer=TournamentAnswer,
        ),
        Endpoint(
            "POST",
            f"{one}/join",
            join,
            "Join a demonstration tournament after reading its rules.",
            frozenset({Role.PLAYER}),
            body=JoinOrder,
            answer=TournamentAnswer,
        ),
        Endpoint("GET", f"{one}/rules", rules, "The printed rules.", EVERYBODY, answer=PrintedRules),
        Endpoint("GET", f"{one}/forms", all_forms, "The contents of the forms.", READING, answer=TournamentForms),
        Endpoint(
            "GET", f"{one}/draws/{{event}}/{{round}}", draw, "A draw, as a file for croupier draw verify.", EVERYBODY
        ),
    )


def _actor(call: Call) -> Actor:
    if call.person is None:
        raise Declined(401, "not-signed-in", "Sign in first.")
    return call.person.actor


def _missing(floor: TournamentFloor, id: str) -> Declined:
    ids = floor.ids()
    hint = nearest(id, ids) if ids else "There are no tournaments."
    return Declined(404, "no-such-tournament", f"There is no tournament {shown(id)}. {hint}")


def _reader(given: dict[str, Any], actor: Actor) -> Callable[[int], c.TournamentCommand]:
    """Returns a function that builds the command for this actor; unknown fields are refused, not ignored."""
    kind = COMMANDS.get(str(given.get("type", "")))
    if kind is None:
        raise Declined(400, "command-unknown", f"There is no such command. {nearest(given.get('type', ''), COMMANDS)}")
    fields = {name for name in kind.__struct_fields__ if name not in ("by", "at")}
    if strange := sorted(set(given) - fields - {"type"}):
        raise Declined(400, "command-unreadable", f"{shown(strange[0])} is not a field. {nearest(strange[0], fields)}")

    def make(at: int) -> c.TournamentCommand:
        whole = {**given, "by": [actor.name, str(actor.role)], "at": at}
        command: c.TournamentCommand = msgspec.convert(whole, kind, str_keys=True)
        return command

    try:
        make(0)
    except msgspec.ValidationError as error:
        raise Declined(400, "command-unreadable", f"The command cannot be read: {error}.") from None
    return make


def _line(_version: int, planned: PlannedTournament, tournament: Tournament) -> TournamentLineAnswer:
    setup = planned.setup
    return TournamentLineAnswer(setup.id, setup.title, setup.house, str(tournament.stage), len(tournament.entries))


def _forms(_version: int, planned: PlannedTournament, tournament: Tournament) -> TournamentForms:
    return TournamentForms(
        forms.entrants_form(planned, tournament),
        forms.payout_form(planned, tournament),
        forms.voucher_forms(planned, tournament),
        forms.proceeds_form(planned, tournament),
        forms.joint_record(planned, tournament),
        forms.color_notice(planned, tournament),
    )
