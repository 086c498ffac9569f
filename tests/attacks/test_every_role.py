"""Every role against every operation: each path over HTTP, and each command at a table and in a tournament."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import get_args

import pytest

from croupier.table import command as c
from croupier.terms.people import Actor, Role
from croupier.tournament import command as t
from croupier.tournament.guard import ROLES as TOURNAMENT_ROLES
from croupier.web.endpoint import Endpoint
from tests.attacks.operations import AT_A_FELT, COMMANDS, PATHS, TOURNAMENT_COMMANDS
from tests.table.playing import Play
from tests.table.test_roles import sample
from tests.web.api.world import NAMES, Browser, World, sign_in

pytestmark = pytest.mark.slow

SAMPLE = {"number": "1", "version": "1", "name": "nobody", "id": "1", "thing": "x", "event": "1", "round": "1"}
SAMPLE |= {"receipt": "x"}
KINDS = {str(kind.__struct_config__.tag): kind for kind in get_args(c.AnyCommand)}
LAST = "DELETE /session"
"""Asked at the end, for it ends the session."""


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    made = World(tmp_path_factory.mktemp("roles") / "data")
    yield made
    made.close()


def listed(world: World) -> dict[str, Endpoint]:
    return {f"{each.method} {each.path}": each for each in world.service.endpoints}


def ask(browser: Browser, name: str) -> tuple[int, str]:
    method, path = name.split(" ")
    asked = re.sub(r"\{(\w+)(?::\w+)?\}", lambda found: SAMPLE[found[1]], path)
    response = browser.request(method, f"/api/v1{asked}", json={} if method == "POST" else None)
    json = response.status_code >= 400 and response.headers["content-type"].startswith("application/json")
    return response.status_code, response.json()["error"]["code"] if json else ""


def test_every_path_has_an_expectation(world: World) -> None:
    assert set(listed(world)) == set(PATHS)


def test_every_command_has_an_expectation() -> None:
    assert set(KINDS) == set(COMMANDS)
    assert {str(kind.__struct_config__.tag) for kind in get_args(t.TournamentCommand)} == set(TOURNAMENT_COMMANDS)
    assert all(COMMANDS.values())


@pytest.mark.parametrize("role", list(Role))
def test_a_role_may_use_its_own_paths_and_no_others(world: World, role: Role) -> None:
    browser = world.browser(f"192.0.2.{10 + list(Role).index(role)}")
    sign_in(browser, NAMES[role])
    names = [name for name in PATHS if name not in (LAST, "POST /session")]
    for name in [*names, LAST]:
        roles = PATHS[name]
        status, code = ask(browser, name)
        if roles is None or role in roles:
            assert code not in ("wrong-role", "not-signed-in", "locked"), (name, status, code)
        else:
            assert (status, code) == (403, "wrong-role"), name


def test_without_a_sign_in_only_public_paths_answer(world: World) -> None:
    browser = world.browser("192.0.2.99")
    for name, roles in PATHS.items():
        status, code = ask(browser, name)
        if roles is None:
            assert code != "not-signed-in", (name, status, code)
        else:
            assert (status, code) == (401, "not-signed-in"), name


@pytest.mark.parametrize("book", ["co-2013", "co-2014", "nj", "sd", "house"])
@pytest.mark.parametrize("opened", [False, True])
def test_a_role_gives_its_own_commands_and_no_other(book: str, opened: bool) -> None:
    """Whatever else is wrong, the role is refused first, and only if it is the wrong one."""
    play = Play(book, opened=opened)
    for name, kind in KINDS.items():
        for role in Role:
            answer = play.ask(sample(kind, Actor("ann", role)))
            refused = getattr(answer, "code", "") == "role-not-allowed"
            assert refused is (role not in AT_A_FELT.get(name, COMMANDS[name])), (name, role)


@pytest.mark.parametrize("kind", get_args(t.TournamentCommand), ids=lambda kind: str(kind.__struct_config__.tag))
def test_a_role_gives_its_own_commands_of_a_tournament(kind: type[t.TournamentCommand]) -> None:
    """What the guard of every tournament accepts; test_tournaments.py tests it over HTTP."""
    assert frozenset(TOURNAMENT_ROLES[kind]) == TOURNAMENT_COMMANDS[str(kind.__struct_config__.tag)]
