"""Account management by key managers, who may not change their own account or create a peer."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from croupier.access.accounts import FOR_TWO, NewAccount, UserAccount
from croupier.access.alert_text import AlertKind
from croupier.access.control import AccessControl
from croupier.access.denial import Denial, Denied
from croupier.access.person import Must
from croupier.terms.coded_message import Facts
from croupier.terms.people import Actor, Role
from croupier.web.api.key_bodies import (
    KeyChallengeAnswer,
    NameAndPassword,
    ProofBody,
    challenge_answer,
    check_place,
    proof_of,
)
from croupier.web.api.session import signed_in, wrong_is_403
from croupier.web.endpoint import Call, Declined, Endpoint, Handler
from croupier.web.security.gate import gate_of, identity
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
    keys: int
    """Number of security keys."""
    given: bool
    """Whether the password is still the one that another person set."""


class AccountList(Struct, frozen=True):
    accounts: list[AccountAnswer]


class SecondPerson(Struct, frozen=True):
    """Another person of the same role, who approves."""

    name: str
    password: str
    proof: ProofBody | None = None
    """Required if this person has a security key."""

    def __repr__(self) -> str:
        return f"SecondPerson({self.name!r})"


class Create(Struct, frozen=True):
    name: str
    role: Role
    password: str
    display: str = ""
    license: str = ""
    why: str = ""
    second: SecondPerson | None = None

    def __repr__(self) -> str:
        return f"Create({self.name!r}, {self.role.value!r})"


class ChangeRole(Struct, frozen=True):
    role: Role
    why: str
    second: SecondPerson | None = None


class ChangeDetails(Struct, frozen=True):
    """The license number of a device is its public key, and needs a second key manager."""

    why: str
    display: str | None = None
    license: str | None = None
    second: SecondPerson | None = None


class Reset(Struct, frozen=True):
    password: str
    why: str
    second: SecondPerson | None = None

    def __repr__(self) -> str:
        return "Reset()"


class ResetFactor(Struct, frozen=True):
    why: str
    second: SecondPerson | None = None


class Why(Struct, frozen=True):
    why: str


def endpoints(access: AccessControl) -> tuple[Endpoint, ...]:
    accounts = access.accounts

    def told(account: UserAccount) -> AccountAnswer:
        return AccountAnswer(
            account.name,
            account.display,
            account.role,
            account.license,
            account.enabled,
            account.created,
            account.changed,
            access.sign_in_desk.locked_until(account.name),
            len(access.factor.keys(account.name)),
            access.obligations.of(account.name, account.role) is Must.CHANGE_PASSWORD,
        )

    def listed() -> AccountList:
        return AccountList([told(account) for account in accounts.all()])

    async def every(call: Call) -> AccountList:
        return await gate_of(call.request.scope).disk.do(listed)

    def changing(change: Callable[[Call, Actor], UserAccount | Denied], path: str) -> Handler:
        async def handler(call: Call) -> AccountAnswer:
            if call.person is None:
                raise Declined(401, "not-signed-in", "Sign in first.")
            gate = gate_of(call.request.scope)
            given = await gate.hashing.do(change, call, call.person.actor)
            if isinstance(given, Denied) and given.code is Denial.NOT_YOURS_TO_GIVE:
                gate.denied(call.request.scope, f"POST {path}", given.code.value)
            return await gate.disk.do(told, granted(given, status=wrong_is_403(given)))

        return handler

    def agreed(call: Call, by: Actor) -> str | Denied:
        """The name of the second key manager, who approves with their own password."""
        other: SecondPerson = call.body.second or SecondPerson("", "")
        proof, address = proof_of(other.proof, call.request), identity(call.request.scope).address
        return access.sign_in_desk.second(by, other.name, other.password, address, proof)

    async def challenge(call: Call) -> KeyChallengeAnswer:
        gate, body, by = gate_of(call.request.scope), call.body, signed_in(call).actor
        place, address = check_place(call.request), identity(call.request.scope).address
        given = await gate.hashing.do(access.sign_in_desk.second_challenge, by, body.name, body.password, address)
        made = granted(given, status=wrong_is_403(given))
        keys = await gate.disk.do(access.factor.keys, body.name.strip().lower())
        return challenge_answer(made, keys, place)

    def warned(given: UserAccount | Denied, change: str, by: Actor, second: str) -> UserAccount | Denied:
        """Raises an alert for the change and returns it."""
        if isinstance(given, UserAccount):
            who: Facts = {"name": given.name, "role": given.role.value}
            access.alert(
                AlertKind.ACCOUNT_CHANGED, given.name, {**who, "change": change, "by": by.name, "second": second}
            )
        return given

    def create(call: Call, by: Actor) -> UserAccount | Denied:
        body: Create = call.body
        new = NewAccount(body.name, body.role, body.password, body.display, body.license)
        if body.role not in FOR_TWO:
            return accounts.create(new, by, body.why)
        second = accounts.denied(body.name, by, body.role) or agreed(call, by)
        if isinstance(second, Denied):
            return second
        return warned(accounts.create(new, by, body.why, second), "made", by, second)

    def change_role(call: Call, by: Actor) -> UserAccount | Denied:
        body: ChangeRole = call.body
        second = accounts.denied(call.path["name"], by, body.role) or agreed(call, by)
        if isinstance(second, Denied):
            return second
        changed = accounts.change(call.path["name"], by, body.why, role=body.role, second=second)
        return warned(changed, "role", by, second)

    def change_details(call: Call, by: Actor) -> UserAccount | Denied:
        body: ChangeDetails = call.body
        name, second = call.path["name"], ""
        account = accounts.find(name)
        keyed = account is not None and account.role is Role.DEVICE and body.license is not None
        if keyed:
            agreement = accounts.denied(name, by) or agreed(call, by)
            if isinstance(agreement, Denied):
                return agreement
            second = agreement
        changed = accounts.change(name, by, body.why, display=body.display, license=body.license, second=second)
        return warned(changed, "key", by, second) if keyed else changed

    def disable(call: Call, by: Actor) -> UserAccount | Denied:
        return accounts.change(call.path["name"], by, call.body.why, enabled=False)

    def enable(call: Call, by: Actor) -> UserAccount | Denied:
        return accounts.change(call.path["name"], by, call.body.why, enabled=True)

    def reset(call: Call, by: Actor) -> UserAccount | Denied:
        body: Reset = call.body
        second = accounts.denied(call.path["name"], by) or agreed(call, by)
        if isinstance(second, Denied):
            return second
        given = accounts.reset(call.path["name"], body.password, by, body.why, second)
        return warned(given, "password", by, second)

    def reset_factor(call: Call, by: Actor) -> UserAccount | Denied:
        body: ResetFactor = call.body
        account = accounts.find(call.path["name"])
        if account is None:
            return Denied(Denial.NO_SUCH_ACCOUNT, f"There is no account {call.path['name']}.")
        second = accounts.denied(account.name, by) or agreed(call, by)
        if isinstance(second, Denied):
            return second
        given = access.factor.reset(account, by, body.why, second)
        return warned(given, "factor", by, second)

    def lift(call: Call, by: Actor) -> UserAccount | Denied:
        return access.sign_in_desk.lift(call.path["name"], by, call.body.why)

    def post(
        path: str,
        change: Callable[[Call, Actor], UserAccount | Denied],
        words: str,
        body: type[Struct],
        status: int = 200,
    ) -> Endpoint:
        handler = changing(change, path)
        return Endpoint("POST", path, handler, words, KEY_MANAGER, body=body, answer=AccountAnswer, status=status)

    return (
        Endpoint("GET", "/accounts", every, "Every account.", KEY_MANAGER, answer=AccountList),
        post("/accounts", create, "Create an account with one role.", Create, 201),
        post("/accounts/{name}/role", change_role, "Change the role; sessions end.", ChangeRole),
        post("/accounts/{name}/details", change_details, "Change display name or license number.", ChangeDetails),
        post("/accounts/{name}/disable", disable, "Disable the account; sessions end.", Why),
        post("/accounts/{name}/enable", enable, "Enable the account again.", Why),
        post("/accounts/{name}/reset", reset, "Set a new password; sessions end.", Reset),
        post("/accounts/{name}/factor", reset_factor, "Remove all security keys; sessions end.", ResetFactor),
        Endpoint(
            "POST",
            "/accounts/challenge",
            challenge,
            "A challenge for the security key of a second key manager.",
            KEY_MANAGER,
            body=NameAndPassword,
            answer=KeyChallengeAnswer,
        ),
        post("/accounts/{name}/lift", lift, "Lift a lockout.", Why),
    )
