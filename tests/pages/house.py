"""A house that answers the pages as docs/protocol.md says, from this process and without a clock.

Files are the package's own; cards, rules and odds are made by the service's own code; the rest is told by the test.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, cast
from urllib.parse import parse_qs, urlsplit

import msgspec
from playwright.sync_api import ConsoleMessage, Error, Page, WebSocketRoute, expect

from croupier.floor.desk import Desk
from croupier.floor.live import Feed, LiveTable
from croupier.rules.library import packaged
from croupier.table.posted import posted_rules
from croupier.table.state import AUTOMATIC_DEALER, Setup, TableRules
from croupier.web.api.card import card
from croupier.web.api.odds import OddsQuery, explore
from croupier.web.files import PAGES
from croupier.wire.rules import table_rules
from tests.pages.site import Reply, file, site

POLICY = "default-src 'self'; connect-src 'self' ws://{host}; object-src 'none'; base-uri 'none'"
"""As strict as the service's: nothing inline, nothing from other hosts."""

Answer = Any | tuple[int, Any]
NOW = 1_700_000_000_000


_RULES: dict[bytes, TableRules] = {}
_CARDS: dict[int, tuple[TableRules, bytes]] = {}
"""What was made already: a card takes a tenth of what its page takes to load, and most tests ask for the same."""


def rules_of(number: str, book: str, wheel: str, **choices: object) -> TableRules:
    """A table with terminals, or without them where `electronic` is false."""
    asked = msgspec.json.encode([number, book, wheel, choices], order="sorted")
    if asked not in _RULES:
        _RULES[asked] = _made(number, book, wheel, choices)
    return _RULES[asked]


def _made(number: str, book: str, wheel: str, choices: dict[str, object]) -> TableRules:
    electronic = bool(choices.pop("electronic", True))
    limits = {"minimum": 100, "maximum": 10_000, "outside": {"minimum": 500, "maximum": 50_000}}
    if wheel == "big-six":
        limits = {"minimum": 100, "maximum": 10_000}
        choices.setdefault("clapper", "void")
    tips = cast("int | None", choices.pop("tip_wager_max", None))
    approved = "for these tests" if electronic else ""
    setup = Setup(
        number=number, electronic=electronic, terminals_approved=approved, tip_wager_max=tips, demonstration=True
    )
    return table_rules(book, {"wheel": wheel, "limits": limits, **choices}, setup)


def card_of(rules: TableRules) -> dict[str, Any]:
    """The card as the service gives it."""
    if id(rules) not in _CARDS:
        live = LiveTable(rules.setup.number, rules, cast("Desk", None), cast("Feed", None))
        _CARDS[id(rules)] = rules, msgspec.json.encode(card(live, "The Silver Dollar"))
    made: dict[str, Any] = msgspec.json.decode(_CARDS[id(rules)][1])
    return made


def posted_of(rules: TableRules) -> dict[str, Any]:
    made: dict[str, Any] = msgspec.to_builtins(posted_rules(rules, "The Silver Dollar"))
    return made


RING = "g" + "br" * 9 + "g" + "rb" * 9


def tile(number: str, **facts: object) -> dict[str, Any]:
    """A tile of the lobby; the facts are what is special about it."""
    plain: dict[str, Any] = {
        "number": number, "title": "American roulette", "book": "co-2014",
        "book_title": "Colorado Rule 22, as of 2014", "wheel": "american",
        "wheel_title": "American (double-zero) roulette wheel", "ring": RING, "zero": "lose-all", "zero_words": "On 0",
        "phase": "betting", "round": 7, "last": "", "results": [], "seats": 8, "taken": 3, "minimum": 100,
        "maximum": 10_000, "electronic": True, "demonstration": False, "automatic": False,
        "automatic_name": AUTOMATIC_DEALER, "findings": [], "note": "",
    }  # fmt: skip
    return plain | facts


def view(**facts: object) -> dict[str, Any]:
    """A table as a spectator sees it."""
    plain: dict[str, Any] = {
        "number": "7", "phase": "betting", "round": 7, "result": "", "results": [], "seats": [], "wagers": [],
        "choose_until": 0, "next_step": None, "disputes": [], "dealer": None, "supervisor": None, "house": None,
    }  # fmt: skip
    return plain | facts


def wager(seat: int, spot: str, amount: int, color: str) -> dict[str, Any]:
    return {
        "seat": seat, "spot": spot, "amount": amount, "color": color, "chips": "electronic", "coupon": 0,
        "tip": False, "imprisoned": False,
    }  # fmt: skip


def seat(number: int, color: str, player: str | None = None) -> dict[str, Any]:
    return {"seat": number, "color": color, "player": player, "value": None, "stacks": None}


def session(*sittings: dict[str, Any], **facts: object) -> dict[str, Any]:
    """A player's session; without sittings there is none."""
    sums: dict[str, Any] = {
        key: sum(each[key] for each in sittings) for key in ("rounds", "bought", "cashed", "held", "result")
    }
    since = min((each["since"] for each in sittings), default=None)
    return (
        {"now": NOW, "since": since, "break_ms": 1_800_000, "shared": False, "sittings": list(sittings)} | sums | facts
    )


def sitting(table: str = "7", **facts: object) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "table": table, "seat": 1, "since": NOW - 42 * 60_000, "until": None, "rounds": 12, "bought": 50_000,
        "cashed": 0, "held": 46_500, "result": -3_500,
    }  # fmt: skip
    return plain | facts


def record(version: int, kind: str, words: str, **facts: object) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "version": version, "at": NOW + version * 1000, "actor": "ana", "role": "player", "kind": kind,
        "words": words, "said": [], "round": 7, "refused": None,
    }  # fmt: skip
    return plain | facts


def lobby(*tiles: dict[str, Any], logins: tuple[dict[str, str], ...] = ()) -> dict[str, Any]:
    return {"house": "The Silver Dollar", "demonstration": bool(logins), "logins": list(logins), "tables": list(tiles)}


class House:
    """What the pages of one browser receive. `answers` maps method and path to an answer or a function of the query."""

    def __init__(self, page: Page, answers: Mapping[str, Answer | Callable[[dict[str, str]], Answer]]) -> None:
        self.page, self._site = page, site()
        self.answers: dict[str, Any] = {
            "GET /session": (204, None), "POST /session/active": (204, None),
            "GET /favorites": {"layouts": []}, "GET /tables/7/play": session(),
            "GET /waiting": {"slips": [], "requests": [], "silent": []}, **answers,
        }  # fmt: skip
        self.asked: list[str] = []
        """Every request over HTTP, by method and path."""
        self.said: list[tuple[str, dict[str, Any]]] = []
        """Every frame that a page sent, and to which table."""
        self.sockets: dict[str, WebSocketRoute] = {}
        self.snapshots: dict[str, dict[str, Any]] = {}
        self.you: dict[str, Any] = {"name": "", "role": "", "seat": None}
        """Whom a table's socket welcomes."""
        self.deaf = False
        """Whether pings are ignored."""
        self.errors: list[str] = []
        page.on("pageerror", self._fail)
        page.on("console", self._hear)
        page.route_web_socket(f"ws://{self._site.host}/**", self._connect)
        self._site.headers = {"Content-Security-Policy": POLICY.format(host=self._site.host)}
        self._site.answer = self._serve

    def close(self) -> None:
        """Somebody else may have the page, which must have had no errors."""
        self.page.remove_listener("pageerror", self._fail)
        self.page.remove_listener("console", self._hear)
        assert not self.errors, self.errors

    def _fail(self, error: Error) -> None:
        self.errors.append(str(error))

    def _hear(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self.errors.append(f"{said.text} ({said.location['url']})")

    def open(self, path: str) -> None:
        self.page.goto(self._site.url + path)

    def signs_in(self, name: str, role: str, **facts: object) -> None:
        locks = None if role == "player" else 300_000
        self.answers["GET /session"] = {
            "name": name, "display": name, "role": role, "csrf": "c", "locks_after_ms": locks, "locked": False,
            "tables": [], "seat": None, "license": "", "must": None, "language": "",
        } | facts  # fmt: skip

    def tell(self, table: str, *frames: dict[str, Any]) -> None:
        """Sends frames to everybody who watches the table."""
        self.sockets[table].send(json.dumps(list(frames)))

    def _connect(self, socket: WebSocketRoute) -> None:
        table = urlsplit(socket.url).path.split("/")[-2]
        self.sockets[table] = socket

        def hear(message: str | bytes) -> None:
            heard = json.loads(message)
            for frame in heard if isinstance(heard, list) else [heard]:
                self.said.append((table, frame))
                if frame["type"] == "ping" and not self.deaf:
                    socket.send(json.dumps([{"type": "pong", "n": frame["n"], "now": NOW}]))
                elif frame["type"] == "hello":
                    welcome = {
                        "type": "welcome", "protocol": 1, "you": self.you,
                        "table": table, "digest": "", "now": NOW, "heartbeat_ms": 15_000, "frame_max": 65_536,
                        "commands_per_second": 10,
                    }  # fmt: skip
                    snapshot = {"type": "snapshot", "version": 100, "now": NOW, "view": self.snapshots[table]}
                    socket.send(json.dumps([welcome, snapshot]))

        socket.on_message(hear)

    def _serve(self, method: str, path: str, query: str) -> Reply:
        if path.startswith("/api/v1/"):
            return self._answer(f"{method} {path.removeprefix('/api/v1')}", query)
        name = next((name for pattern, name in PAGES.items() if _same(pattern, path)), None)
        return file(name) if name else Reply(b"", status=204)

    def _answer(self, asked: str, query: str) -> Reply:
        self.asked.append(asked)
        values = {name: texts[0] for name, texts in parse_qs(query).items()}
        if asked == "GET /odds":
            asked_for = msgspec.convert({"book": "co-2014"} | values, OddsQuery, strict=False)
            found: Any = msgspec.to_builtins(explore(packaged(), asked_for))
        elif asked in self.answers:
            found = self.answers[asked]
            found = found(values) if callable(found) else found
        else:
            found = (404, {"error": {"code": "no-such-page", "message": "There is no such thing.", "clause": None}})
        status, body = found if isinstance(found, tuple) else (200, found)
        return Reply(b"" if body is None else json.dumps(body).encode(), "application/json", status)


def _same(pattern: str, path: str) -> bool:
    if not pattern.endswith("}"):
        return pattern == path
    return path.startswith(pattern.rpartition("{")[0]) and path.count("/") == pattern.count("/")


def felt(house: House, **facts: object) -> None:
    """The felt of table 7, a double-zero wheel used as a single-zero one, with the wagers of two seats."""
    rules = rules_of("7", "co-2014", "double-as-single", tip_wager_max=500)
    house.answers["GET /tables/7"] = card_of(rules)
    seats = [seat(1, "sky"), seat(4, "orange")]
    wagers = [wager(1, "17", 500, "sky"), wager(4, "red", 1000, "orange")]
    house.snapshots["7"] = view(seats=seats, wagers=wagers, results=["5", "32"]) | facts
    house.open("/felt/7")
    expect(house.page.locator("#phase-words")).not_to_have_text("One moment")


def watched(house: House, role: str = "surveillance", **facts: object) -> None:
    """Surveillance of table 7, where two wagers stand and one was refused."""
    refusal = {"code": "stake-above-maximum", "clause": "HS limits", "message": "Too much."}
    told = [
        record(1, "wager-placed", "Wager placed: seat 1, $5.00 on 17."),
        record(2, "command-refused", "Refused: too much.", refused=refusal),
        record(3, "wager-placed", "Wager placed: seat 4, $10.00 on red."),
    ]
    first = [wager(1, "17", 500, "sky")]
    house.signs_in("sid", role, **facts)
    house.answers |= {
        "GET /tables/7": card_of(rules_of("7", "co-2014", "american")),
        "GET /tables/7/records": lambda query: told if query["from"] == "0" else [],
        "GET /tables/7/at/1": view(wagers=first, seats=[seat(1, "sky", "ana")]),
        "GET /tables/7/at/2": view(wagers=first, seats=[seat(1, "sky", "ana")]),
        "GET /alerts": {"alerts": [], "acknowledged": []},
    }
    both = [*first, wager(4, "red", 1000, "orange")]
    house.snapshots["7"] = view(wagers=both, seats=[seat(1, "sky", "ana"), seat(4, "orange", "ben")])
    house.open("/surveillance")
