"""Receipts over HTTP, with witnesses and without: a player's own, once, and only with the nonce."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.sealer import signing_key
from croupier.floor.witnessing import Witnessing
from croupier.journal.note import ED25519, VerifierKey
from croupier.journal.policy import Demands, parse_policy
from croupier.journal.verify import verify_file
from croupier.journal.witness import WitnessState
from croupier.journal.witness_http import WitnessServer
from croupier.records.receipt import RECEIPT_MAX, verify_receipt
from croupier.terms.people import Role
from tests.web.api.world import ANN, BOB, World, bet, opening, spin

ORIGIN = "house.example/premises"


class Witnessed:
    """A house with one witness outside it."""

    def __init__(self, home: Path) -> None:
        (home / "data").mkdir(mode=0o700)
        key = signing_key(home / "data" / "checkpoint.key")
        log = VerifierKey(ORIGIN, ED25519, key.public)
        self.state = WitnessState(home / "w", "w.example", lambda: int(time.time()))
        self.state.trust([str(log)])
        self.server = WitnessServer(("127.0.0.1", 0), self.state)
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.01,))
        self.thread.start()
        url = f"http://127.0.0.1:{self.server.server_port}"
        self.policy = parse_policy(f"log {log}\nwitness w {self.state.key} {url}\nquorum w\n")
        self.world = World(home / "data", witnessing=Witnessing(self.policy))

    def sealed(self) -> None:
        """Seals now, and waits for the witness."""
        premises = self.world.service.premises
        assert premises.sealer is not None
        assert premises.cosigner is not None
        premises.sealer.seal()
        premises.cosigner.ask_all()

    def close(self) -> None:
        self.world.close()
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()
        self.state.close()


@pytest.fixture
def witnessed(tmp_path: Path) -> Iterator[Witnessed]:
    made = Witnessed(tmp_path)
    yield made
    made.close()


def play(world: World) -> None:
    world.do("1", *opening(ANN, BOB), bet(ANN, 1, "17", 500), bet(BOB, 2, "red", 700), *spin("17"))


def ask(world: World, round: int = 1) -> dict[str, Any]:
    answer = world.signed_in(Role.PLAYER).post("/api/v1/tables/1/receipts", json={"round": round})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_a_player_gets_a_receipt_when_the_witness_has_cosigned(witnessed: Witnessed) -> None:
    world = witnessed.world
    play(world)
    ((ticket),) = ask(world)["receipts"]
    path = f"/api/v1/receipts/{ticket['receipt']}?nonce={ticket['nonce']}"
    assert world.nobody.get(path).json() == {"status": "waiting", "proof": None}
    assert world.service.premises.sealer is not None
    witnessed.sealed()
    answer = world.nobody.get(path).json()
    assert answer["status"] == "ready"
    text = answer["proof"]
    assert len(text.encode()) <= RECEIPT_MAX
    assert world.nobody.get("/api/v1/policy").json() == {"policy": witnessed.policy.text}
    report = verify_receipt(text, Demands(policy=witnessed.policy))
    assert report.ok, report.finding
    assert report.slip is not None
    assert [(each.wager, each.amount, each.winnings) for each in report.slip.wagers] == [("17", 500, 17_500)]
    assert ask(world)["receipts"] == [ticket], "asked twice, it is the same one"
    path = str(world.service.premises.journal_path)
    assert verify_file(path, demands=Demands(policy=witnessed.policy)).cosigned > 0


def test_only_own_wagers_of_rounds_that_are_over_and_only_with_the_nonce(witnessed: Witnessed) -> None:
    world = witnessed.world
    play(world)
    ((ticket),) = ask(world)["receipts"]
    for path in (
        f"/api/v1/receipts/{ticket['receipt']}?nonce=x",
        f"/api/v1/receipts/{ticket['receipt'] + 1}?nonce={ticket['nonce']}",
        f"/api/v1/receipts/nonsense?nonce={ticket['nonce']}",
        f"/api/v1/receipts/-1?nonce={ticket['nonce']}",
    ):
        assert world.nobody.get(path).status_code == 404
    player = world.signed_in(Role.PLAYER)
    for round in (2, 99_999, 1_000_000):
        assert player.post("/api/v1/tables/1/receipts", json={"round": round}).status_code == 404
    assert player.post("/api/v1/tables/1/receipts", json={"round": 0}).status_code in (400, 422)
    world.do("1", *spin("17"))
    answer = player.post("/api/v1/tables/1/receipts", json={"round": 2})
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no-wagers")
    for role in Role:
        if role is not Role.PLAYER:
            told = world.signed_in(role).post("/api/v1/tables/1/receipts", json={"round": 1})
            assert told.status_code == 403
    assert world.nobody.post("/api/v1/tables/1/receipts", json={"round": 1}).status_code in (401, 403)


def test_ages_are_metrics_and_silence_is_an_alert(witnessed: Witnessed) -> None:
    world = witnessed.world
    play(world)
    witnessed.sealed()
    text = world.nobody.get("/metrics").text
    ages = {
        line.split()[0]: float(line.split()[1])
        for line in text.splitlines()
        if "_age_seconds" in line and line[0] != "#"
    }
    assert 0 <= ages["croupier_quorum_age_seconds"] < 60
    assert 0 <= ages['croupier_witness_age_seconds{witness="w"}'] < 60
    assert 0 <= ages["croupier_checkpoint_age_seconds"] < 60
    cosigner = world.service.premises.cosigner
    assert cosigner is not None
    assert cosigner.on_stale is not None
    assert cosigner.on_disagreement is not None
    cosigner.on_stale("", "No quorum of witnesses for 10 minutes.")
    cosigner.on_disagreement("w", "It forgot.")
    world.service.access.tick()
    waiting = world.signed_in(Role.SUPERVISOR).get("/api/v1/alerts").json()["alerts"]
    kinds = {(each["kind"], each["subject"]) for each in waiting}
    assert kinds == {("witnesses-silent", ""), ("witness-disagrees", "w")}


def test_play_continues_while_the_witness_is_gone(witnessed: Witnessed) -> None:
    world = witnessed.world
    witnessed.server.shutdown()
    witnessed.server.server_close()
    play(world)
    witnessed.sealed()
    cosigner = world.service.premises.cosigner
    assert cosigner is not None
    assert "does not answer" in cosigner.standings["w"].trouble
    world.do("1", bet(ANN, 1, "red", 500), *spin("17"))
    witnessed.thread = threading.Thread(target=lambda: None)
    witnessed.thread.start()


def test_without_witnesses_a_receipt_is_signed_by_the_house_alone(world: World) -> None:
    play(world)
    assert world.nobody.get("/api/v1/policy").json()["policy"].endswith("quorum none\n")
    ((ticket),) = ask(world)["receipts"]
    sealer = world.service.premises.sealer
    assert sealer is not None
    sealer.seal()
    text = world.nobody.get(f"/api/v1/receipts/{ticket['receipt']}?nonce={ticket['nonce']}").json()["proof"]
    policy = parse_policy(world.nobody.get("/api/v1/policy").json()["policy"])
    assert verify_receipt(text, Demands(policy=policy)).ok
