"""People and roles: the key manager's. Nobody changes the own account or makes a peer."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from croupier.access.accounts import Account, NewAccount
from croupier.access.denial import Denial, Denied
from croupier.access.entrance import Entrance
from croupier.terms.people import Actor, Role
from croupier.web.endpoint import Call, Declined, Endpoint, Handler
from croupier.web.security.gate import gate_of
from croupier.web.security.refusal import granted

KEY_MANAGER = frozenset({Role.KEY_MANAGER})


class AccountAnswer(Struct, frozen=True):
    name: str
    display: str
    role: Role
    license: str
    enabled: bool
    created: int
    changed: int
    locked_out_until: int
    """0 when the name is not locked out."""


class AccountList(Struct, frozen=True):
    accounts: list[AccountAnswer]


class Create(Struct, frozen=True):
    name: str
    role: Role
    password: str
    display: str = ""
    license: str = ""
    why: str = ""

    def __repr__(self) -> str:
        return f"Create({self.name!r}, {self.role.value!r})"


class ChangeRole(Struct, frozen=True):
    role: Role
    why: str


class ChangeDetails(Struct, frozen=True):
    why: str
    display: str | None = None
    license: str | None = None


class Reset(Struct, frozen=True):
    password: str
    why: str

    def __repr__(self) -> str:
        return "Reset()"


class Why(Struct, frozen=True):
    why: str


def endpoints(entrance: Entrance) -> tuple[Endpoint, ...]:
    accounts = entrance.accounts

    def told(account: Account) -> AccountAnswer:
        return AccountAnswer(
            account.name,
            account.display,
            account.role,
            account.license,
            account.enabled,
            account.created,
            account.changed,
            entrance.door.locked_until(account.name),
        )

    def listed() -> AccountList:
        return AccountList([told(account) for account in accounts.all()])

    async def every(call: Call) -> AccountList:
        return await gate_of(call.request.scope).disk.do(listed)

    def changing(change: Callable[[Call, Actor], Account | Denied], path: str) -> Handler:
        async def handler(call: Call) -> AccountAnswer:
            if call.person is None:
                raise Declined(401, "not-signed-in", "Sign in first.")
            gate = gate_of(call.request.scope)
            given = await gate.hashing.do(change, call, call.person.actor)
            if isinstance(given, Denied) and given.code is Denial.NOT_YOURS_TO_GIVE:
                gate.denied(call.request.scope, f"POST {path}", given.code.value)
            return await gate.disk.do(told, granted(given))

        return handler

    def create(call: Call, by: Actor) -> Account | Denied:
        body: Create = call.body
        new = NewAccount(body.name, body.role, body.password, body.display, body.license)
        return accounts.create(new, by, body.why)

    def change_role(call: Call, by: Actor) -> Account | Denied:
        return accounts.change(call.path["name"], by, call.body.why, role=call.body.role)

    def change_details(call: Call, by: Actor) -> Account | Denied:
        body: ChangeDetails = call.body
        return accounts.change(call.path["name"], by, body.why, display=body.display, license=body.license)

    def disable(call: Call, by: Actor) -> Account | Denied:
        return accounts.change(call.path["name"], by, call.body.why, enabled=False)

    def enable(call: Call, by: Actor) -> Account | Denied:
        return accounts.change(call.path["name"], by, call.body.why, enabled=True)

    def reset(call: Call, by: Actor) -> Account | Denied:
        return accounts.reset(call.path["name"], call.body.password, by, call.body.why)

    def lift(call: Call, by: Actor) -> Account | Denied:
        return entrance.door.lift(call.path["name"], by, call.body.why)

    def post(
        path: str, change: Callable[[Call, Actor], Account | Denied], words: str, body: type[Struct], status: int = 200
    ) -> Endpoint:
        handler = changing(change, path)
        return Endpoint("POST", path, handler, words, KEY_MANAGER, body=body, answer=AccountAnswer, status=status)

    return (
        Endpoint("GET", "/accounts", every, "Every account.", KEY_MANAGER, answer=AccountList),
        post("/accounts", create, "Make an account, in one role.", Create, 201),
        post("/accounts/{name}/role", change_role, "Give another role; sessions end.", ChangeRole),
        post("/accounts/{name}/details", change_details, "Change display name or license number.", ChangeDetails),
        post("/accounts/{name}/disable", disable, "Nobody signs in with it any more; sessions end.", Why),
        post("/accounts/{name}/enable", enable, "It may be signed in with again.", Why),
        post("/accounts/{name}/reset", reset, "Set a new password; sessions end.", Reset),
        post("/accounts/{name}/lift", lift, "Lift a lockout.", Why),
    )
