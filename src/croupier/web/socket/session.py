"""One connection to a table over any transport: receives frames, sends orders to the hub, sends frames to a port."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never, get_args

from croupier.access.person import Person
from croupier.floor.device_message import DeviceCommand, is_signed
from croupier.floor.feed import Hub
from croupier.floor.listener import SILENT, Listener, Port
from croupier.floor.presence import NO_MORE_BETS
from croupier.table.command import AnyCommand, NamesStaff, SetChips
from croupier.table.state import AUTOMATIC_DEALER, AUTOMATIC_SUPERVISOR
from croupier.terms.people import Actor, Role
from croupier.web.socket.policy import MALFORMED, NOT_ALLOWED, NOT_SIGNED_IN, TOO_OFTEN, Breach, BreachReport
from croupier.wire.frames import (
    FRAME_MAX,
    PROTOCOL,
    Announced,
    Audio,
    CommandFrame,
    ErrorFrame,
    FrameError,
    Hello,
    Incoming,
    Locked,
    NotAnswered,
    Outgoing,
    Ping,
    Pong,
    Resync,
    Self,
    Welcome,
    encode,
    read_frames,
    sign,
    unread_commands,
)

if TYPE_CHECKING:
    from croupier.web.socket.gateway import Gateway

_DEVICE = Role.DEVICE
_NAMES_STAFF = frozenset(get_args(NamesStaff))
"""A set lookup is faster than an instance check, and most commands name no staff."""
NOBODY = Actor("", Role.PLAYER)
"""The actor of a spectator, who sends no commands."""


class SocketSession:
    """A person at one table over one connection; without a person, it only watches the central screen.

    The adapter calls `received`, `pause`, `resume` and `closed`, all in the loop's thread.
    """

    __slots__ = (
        "__weakref__",
        "_actor",
        "_filled",
        "_gateway",
        "_greeted",
        "_malformed",
        "_own_seat",
        "_tokens",
        "hub",
        "last_received",
        "listener",
        "person",
    )

    def __init__(self, gateway: Gateway, port: Port, person: Person | None, hub: Hub) -> None:
        self.person, self.hub = person, hub
        self._own_seat = person.seat if person else None
        self._actor = person.actor if person else NOBODY
        self.listener = Listener(port, self._actor, seat=self._own_seat)
        self.last_received = gateway.time()
        self._gateway = gateway
        self._greeted = False
        self._malformed = 0
        self._tokens = float(2 * gateway.bounds.commands_per_second)
        self._filled = self.last_received

    def received(self, message: bytes) -> None:
        """Handles one message of the client, or refuses it with an error."""
        self.last_received = self._gateway.time()
        try:
            frames = read_frames(message)
        except FrameError as error:
            if not self.listener.closed:
                self._refuse(error, message)
            return
        for frame in frames:
            if self.listener.closed:
                return
            if not self._greeted:
                self._begin(frame)
            elif self._affords(frame):
                self._hear(frame)

    def pause(self) -> None:
        """The connection accepts no messages for now."""
        self.listener.pause()

    def resume(self) -> None:
        """The connection accepts messages again."""
        self.hub.resume(self.listener)

    def closed(self) -> None:
        """The connection is closed."""
        self.listener.closed = True
        self.hub.leave(self.listener)
        self._gateway.forget(self)

    def say(self, frame: Outgoing) -> None:
        self.listener.put(encode(frame))
        self.listener.flush()

    def end(self, reason: str, code: int) -> None:
        self.hub.leave(self.listener)
        self.listener.end(reason, code)

    # Accepted frames

    def _begin(self, frame: Incoming) -> None:
        if not isinstance(frame, Hello):
            self._fail("hello-first", "The first frame must be a hello.", MALFORMED)
        elif frame.protocol != PROTOCOL:
            self._fail("protocol-unknown", f"This service speaks protocol {PROTOCOL}.", MALFORMED)
        elif self.person is None and not frame.watch:
            self.end("Sign in first.", NOT_SIGNED_IN)
        elif frame.seat is not None and self._own_seat not in (None, frame.seat):
            self._alarm(Breach.NOT_YOURS, f"seat {frame.seat}")
            self._fail("seat-not-yours", f"This terminal belongs to seat {self._own_seat}.", NOT_ALLOWED)
        else:
            self._greeted = True
            if frame.mark:
                self.hub.check_mark(frame.seen, frame.mark)
            if frame.watch:
                self.listener = Listener(self.listener.port, self.listener.actor, watch=True)
            self.listener.greeting = self._welcome
            self.hub.join(self.listener)
            if self.person is not None and self.person.locked:
                self.say(Locked())

    def _welcome(self, seat: int | None, now: int) -> bytes:
        setup, bounds = self.hub.rules.setup, self._gateway.bounds
        you = Self(self.person.name, self.person.role, seat) if self.person else Self("", "", None)
        return encode(
            Welcome(
                PROTOCOL,
                you,
                setup.number,
                self.hub.rules.digest,
                now,
                bounds.heartbeat_ms,
                FRAME_MAX,
                bounds.commands_per_second,
            )
        )

    def _hear(self, frame: Incoming) -> None:
        match frame:
            case CommandFrame():
                self._command(frame)
            case Ping():
                self.say(Pong(frame.n, self.hub.clock.now()))
            case Resync():
                self.hub.ask_snapshot(self.listener)
            case Audio():
                self.hub.audio(self.listener, ready=frame.ready)
            case Announced():
                if frame.call == NO_MORE_BETS:
                    self.hub.announced(self.listener, frame.round, audible=frame.audible, visual=frame.visual)
            case Hello():
                self._refuse(FrameError("hello-again", "The connection has already said hello."))
            case _:
                assert_never(frame)

    def _command(self, frame: CommandFrame) -> None:
        if self.person is None or self.listener.watch:
            self._not_answered(frame.id, "watching", "This connection can only watch.", again=False)
            return
        person = self._gateway.policy.current(self.person)
        if person is None:
            self.end("The session has ended.", NOT_SIGNED_IN)
            return
        if person is not self.person:
            self.person, self._actor = person, person.actor
        if person.locked:
            self._alarm(Breach.LOCKED, type(frame.command).__name__)
            self.listener.put(encode(Locked()))
            self._not_answered(frame.id, "locked", "The console is locked. Unlock it and send it again.")
        elif person.seat is not None and getattr(frame.command, "seat", 0) not in (0, person.seat):
            self._alarm(Breach.NOT_YOURS, "a command for another seat")
            self._not_answered(frame.id, "seat-not-yours", f"This terminal belongs to seat {person.seat}.", again=False)
        else:
            command = self._gateway.devices.says(self.hub.rules, sign(frame.command, self._actor, self.hub.clock.now()))
            if command.by.role is _DEVICE and not self._is_signed(command):
                self._alarm(Breach.FORGED, f"message of {command.by.name}")
                detail = "The message is not signed with the key that was enrolled for this device."
                self._not_answered(frame.id, "not-signed", detail, again=False)
                return
            if type(command) is SetChips and self._unshown(command.color):
                detail = f"Terminals show {', '.join(self.hub.colors)}. Choose one of these."
                self._not_answered(frame.id, "color-unknown", detail, again=False)
                return
            if type(command) in _NAMES_STAFF and (detail := self._not_staff(command)):
                self._not_answered(frame.id, "no-such-account", detail, again=False)
                return
            self.hub.order(self.listener, frame.id, command, frame.seen)

    def _is_signed(self, command: AnyCommand) -> bool:
        """Whether a device's command has a valid signature; commands of other roles are left to the table to refuse."""
        if not isinstance(command, DeviceCommand):
            return True
        name = command.by.name
        key = self._gateway.devices.public_key(name) or self._gateway.policy.device_key(name)
        return key is not None and is_signed(self.hub.rules.setup.number, name, command, key)

    def _not_staff(self, command: AnyCommand) -> str:
        """A message if a person assigned to the table has no account of that role; otherwise empty."""
        if not isinstance(command, NamesStaff) or command.by.role is not Role.SUPERVISOR:
            return ""  # the table refuses the role without revealing who has an account
        automatic = (AUTOMATIC_DEALER, AUTOMATIC_SUPERVISOR) if self.hub.rules.setup.demonstration else ()
        for name, role in ((command.dealer, Role.DEALER), (command.supervisor, Role.SUPERVISOR)):
            if name not in automatic and not self._gateway.policy.has_role(name, role):
                return f"No enabled {role} account is named {name or 'nothing'}. Give the name of an account."
        return ""

    def _unshown(self, color: str) -> bool:
        """Whether terminals cannot show this color."""
        return bool(self.hub.colors) and color.strip().lower() not in self.hub.colors

    def _not_answered(self, id: str, reason: str, detail: str, *, again: bool = True) -> None:
        self.listener.answer(encode(NotAnswered(id, reason, detail, again)))
        self.listener.flush()

    # Refused frames

    def _affords(self, frame: Incoming) -> bool:
        """Takes a token for a frame. Without one, a command is answered `busy`; far over the limit, closes."""
        rate = self._gateway.bounds.commands_per_second
        burst = 2 * rate
        tokens = self._tokens + (self.last_received - self._filled) * rate
        self._tokens = (tokens if tokens < burst else burst) - 1
        self._filled = self.last_received
        if self._tokens >= 0:
            return True
        if self._tokens < -burst:
            self._alarm(Breach.RATE, f"more than {rate} a second")
            self._fail("too-often", f"At most {rate} frames a second.", TOO_OFTEN)
        elif isinstance(frame, CommandFrame):
            self._not_answered(frame.id, "busy", f"At most {rate} commands a second. Nothing was recorded.")
        return False

    def _alarm(self, breach: Breach, detail: str) -> None:
        table = self.hub.rules.setup.number
        self._gateway.policy.report(BreachReport(breach, self.person, table, detail))

    def _refuse(self, error: FrameError, message: bytes = b"") -> None:
        """Sends one error for the message, and answers each command in it as not handled."""
        self._malformed += 1
        self._alarm(Breach.MALFORMED, error.code)
        if self._malformed > self._gateway.bounds.malformed_max or error.code == "too-large" or not self._greeted:
            self._fail(error.code, error.message, MALFORMED)
        else:
            self.say(ErrorFrame(error.code, error.message))
            for id, blameless in unread_commands(message) if len(message) <= FRAME_MAX else ():
                detail = "Its message contains something that cannot be read." if blameless else error.message
                self._not_answered(id, "malformed", detail, again=blameless)

    def _fail(self, code: str, message: str, close: int) -> None:
        self.listener.put(encode(ErrorFrame(code, message)))
        self.end(message, close)

    def check_silence(self, now: float) -> None:
        """Closes a connection that missed two heartbeats."""
        if now - self.last_received > 2 * self._gateway.bounds.heartbeat_ms / 1000:
            self.end("No heartbeat was received.", SILENT)
