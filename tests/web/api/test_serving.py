"""The service as a process: started, stopped, killed, started again, and refused readably."""

from __future__ import annotations

import asyncio
import datetime
import os
import signal
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives import serialization as form
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from croupier.client import Client, CommandAnswer
from croupier.journal.sqlite import SqliteJournal
from croupier.journal.verify import verify_file
from croupier.table.event import NoMoreBetsCalled, WagerPlaced
from croupier.web.service import Service
from croupier.wire.events import from_record
from tests.conftest import ROOT
from tests.passwords import QUICK
from tests.web.api.world import NEW_JERSEY, serving, sign_in

SECONDS = 120.0
"""For a busy machine; nothing here normally waits that long."""
CROUPIER = "import sys; from croupier.cli import main; sys.exit(main())"


def free_port() -> int:
    """A port below those that systems give to clients, so that no other test of the machine gets it."""
    start = 20_200 + os.getpid() % 80
    for port in range(start, 20_300):
        with socket.socket() as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                tried.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise RuntimeError("no port is free")


def environment() -> dict[str, str]:
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    return {**os.environ, "PYTHONPATH": path}


def welcome(process: subprocess.Popen[str]) -> str:
    """What a service prints until it is ready or has ended."""
    assert process.stdout is not None
    lines = [process.stdout.readline()]
    while lines[-1] and not lines[-1].startswith("Ctrl-C"):
        lines.append(process.stdout.readline())
    return "".join(lines)


class Child:
    """A service in a process of its own."""

    def __init__(self, directory: Path, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        command = [sys.executable, "-m", "tests.web.api.child", str(directory), str(port)]
        self.process = subprocess.Popen(
            command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.welcome = welcome(self.process)
        if self.url not in self.welcome.splitlines()[0]:
            self.process.kill()
            raise AssertionError(f"{self.welcome}{self.process.communicate()[1]}")

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()

    def stop(self, kind: signal.Signals = signal.SIGINT) -> str:
        """Asks it to stop; what it said."""
        self.process.send_signal(kind)
        said, errors = self.process.communicate(timeout=SECONDS)
        assert self.process.returncode == 0, errors
        assert "Traceback" not in errors, errors
        return said


@contextmanager
def running(directory: Path, port: int) -> Iterator[Child]:
    child = Child(directory, port)
    try:
        yield child
    finally:
        if child.process.poll() is None:
            child.kill()


def cookie(url: str, name: str) -> str:
    with httpx.Client(base_url=url, verify=False) as browser:
        sign_in(browser, name)
        return "; ".join(f"{name}={value}" for name, value in browser.cookies.items())


def client(url: str, name: str, table: str = "1", seat: int | None = None) -> Client:
    address = f"{url.replace('http', 'ws', 1)}/api/v1/tables/{table}/socket"
    return Client(address, cookie=cookie(url, name), origin=url, seat=seat)


async def must(person: Client, **command: object) -> CommandAnswer:
    answer = await person.ask({name.replace("kind", "type"): value for name, value in command.items()})
    assert answer.done, answer
    return answer


async def seated(url: str, boss: Client, player: Client) -> None:
    await must(boss, kind="open-table", dealer="dora", supervisor="sue", float_count=1_000_000)
    await must(player, kind="take-seat", seat=1, player="ann")
    await must(player, kind="set-chips", seat=1, color="sky", value=100)
    async with client(url, "dora") as dealer:
        await must(dealer, kind="buy-chips", seat=1, amount=100_000, chips="electronic")


WAGER = {"type": "place-wager", "seat": 1, "stake": 100, "chips": "electronic"}


def test_a_round_survives_a_stop_with_its_betting_closed(tmp_path: Path) -> None:
    port = free_port()

    async def play(url: str) -> None:
        async with client(url, "sue") as boss, client(url, "dora") as dealer, client(url, "ann") as player:
            await seated(url, boss, player)
            assert (await player.ask({**WAGER, "spot": "17"})).done
            await must(dealer, kind="spin-ball", wheel="clockwise", ball="counterclockwise")

    async def look(url: str) -> None:
        async with client(url, "ann") as player:
            assert player.view["phase"] == "no-more-bets"
            assert [(each["spot"], each["amount"]) for each in player.view["wagers"]] == [("17", 100)]

    with running(tmp_path, port) as child:
        assert "2 of 3 tables" in child.welcome
        assert "Not open: house.toml: table 3: signs.zero" in child.welcome
        assert "NJ 19:47-5.2(b)" in child.welcome
        asyncio.run(play(child.url))
        assert child.stop(signal.SIGTERM).startswith("Stopped.")
    report = verify_file(tmp_path / "journal.sqlite", public_key=tmp_path / "checkpoint.key.pub")
    assert report.ok
    assert report.sealed == report.records
    with SqliteJournal(tmp_path / "journal.sqlite", read_only=True) as journal:
        last = list(journal.read("table/1"))[-1]
    assert isinstance(from_record(last).event, NoMoreBetsCalled)
    assert last.actor == "dealer:service"
    with running(tmp_path, port) as child:
        asyncio.run(look(child.url))
        child.stop()


def test_what_was_acknowledged_survives_a_kill_and_what_was_pending_is_resolved_once(tmp_path: Path) -> None:
    port = free_port()
    spots = [str(number) for number in range(1, 31)]
    acknowledged: list[str] = []

    async def play() -> list[CommandAnswer]:
        first = Child(tmp_path, port)
        try:
            async with client(first.url, "sue") as boss, client(first.url, "ann") as player:
                await seated(first.url, boss, player)
                await asyncio.sleep(1.5)  # the burst of commands fills again

                async def place(spot: str) -> CommandAnswer:
                    answer = await player.ask({**WAGER, "spot": spot})
                    acknowledged.append(spot)
                    return answer

                asked = [asyncio.create_task(place(spot)) for spot in spots]
                while len(acknowledged) < 5:
                    await asyncio.sleep(0)
                first.process.kill()
                await asyncio.to_thread(first.process.communicate)
                before = list(acknowledged)
                assert before
                second = await asyncio.to_thread(Child, tmp_path, port)
                try:
                    answers = await asyncio.wait_for(asyncio.gather(*asked), SECONDS)
                    await player.until(lambda: len(player.view["wagers"]) == len(spots))
                    return answers
                finally:
                    await asyncio.to_thread(second.stop)
        finally:
            if first.process.poll() is None:
                first.kill()

    answers = asyncio.run(play())
    assert all(answer.done for answer in answers)
    with SqliteJournal(tmp_path / "journal.sqlite", read_only=True) as journal:
        bodies = [from_record(record) for record in journal.read("table/1")]
    placed = [body for body in bodies if isinstance(body.event, WagerPlaced)]
    assert sorted(each.event.stake.spot for each in placed if isinstance(each.event, WagerPlaced)) == sorted(spots)
    assert len({body.command for body in placed}) == len(spots)
    assert verify_file(tmp_path / "journal.sqlite").ok


def test_health_readiness_and_metrics(tmp_path: Path) -> None:
    with running(tmp_path, free_port()) as child, httpx.Client(base_url=child.url, verify=False) as browser:
        assert browser.get("/healthz").json()["status"] == "ok"
        assert browser.get("/readyz").json() == {"status": "ready", "tables": [], "troubles": []}

        async def play() -> str:
            async with client(child.url, "sue") as boss, client(child.url, "ann") as player:
                await seated(child.url, boss, player)
                assert not (await player.ask({**WAGER, "spot": "99"})).done
                return (await asyncio.to_thread(browser.get, "/metrics")).text

        metrics = asyncio.run(play())
        assert 'croupier_orders_total{outcome="done",table="1"} 4.0' in metrics
        assert 'croupier_orders_total{outcome="refused",table="1"} 1.0' in metrics
        assert 'croupier_table_version{table="1"} 5.0' in metrics
        assert 'croupier_connections{table="1"} 2.0' in metrics
        assert 'croupier_commit_seconds_count{table="1"} 5.0' in metrics
        assert 'croupier_tables{state="with_findings"} 1.0' in metrics
        child.stop()


def croupier(*arguments: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", CROUPIER, *arguments],
        env=env or environment(),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


def one_line(refused: subprocess.CompletedProcess[str], code: int) -> str:
    assert refused.returncode == code, refused
    (line,) = refused.stderr.splitlines()
    return line


def test_a_second_service_on_the_directory_or_the_port_is_refused_in_one_line(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text(NEW_JERSEY)
    port = free_port()
    with running(tmp_path / "data", port) as child:
        taken = croupier("serve", "--data", str(tmp_path / "other"), "--house", str(house), "--port", str(port))
        assert f"Port {port} is in use" in one_line(taken, 3)
        data = ["--data", str(tmp_path / "data"), "--house", str(house)]
        locked = croupier("serve", *data, "--port", str(free_port()))
        assert f"in use by another croupier (process {child.process.pid})" in one_line(locked, 3)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--house", "nowhere.toml"], "nowhere.toml"),
        ([], "keeps no house file yet"),
        (["--house", "{house}", "--host", "0.0.0.0"], "--tls-cert"),
        (["--house", "{house}", "--tls-cert", "x.pem"], "--tls-key"),
        (["--house", "{broken}"], "TOML"),
        (["--house", "{house}", "--workers", "some"], "is not a number of processes"),
    ],
)
def test_a_service_that_cannot_start_reports_it_in_one_line(tmp_path: Path, arguments: list[str], told: str) -> None:
    (tmp_path / "house.toml").write_text(NEW_JERSEY)
    (tmp_path / "broken.toml").write_text("[house")
    named = [each.format(house=tmp_path / "house.toml", broken=tmp_path / "broken.toml") for each in arguments]
    assert told in one_line(croupier("serve", "--data", str(tmp_path / "data"), *named), 2)
    assert not (tmp_path / "data" / "journal.sqlite").exists()


def test_serve_keeps_the_house_file_and_needs_it_once(tmp_path: Path) -> None:
    house, data = tmp_path / "mine.toml", tmp_path / "data"
    house.write_text(NEW_JERSEY)
    port = free_port()
    for given in (["--house", str(house), "--workers", "0"], ["--workers", "2"]):
        command = [sys.executable, "-c", CROUPIER, "serve", "--data", str(data), "--port", str(port), *given]
        process = subprocess.Popen(
            command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert "Boardwalk House" in welcome(process)
        process.send_signal(signal.SIGINT)
        said, logged = process.communicate(timeout=SECONDS)
        assert process.returncode == 0, logged
        assert "Stopped." in said
        assert all(line.startswith("{") for line in logged.splitlines())
        assert (data / "house.toml").read_text() == NEW_JERSEY
    (data / "house.toml").write_text(NEW_JERSEY + "\n# by hand\n")
    changed = croupier("serve", "--data", str(data), "--port", str(port))
    assert "is not the file that was given" in one_line(changed, 2)
    for name in ("journal.sqlite", "checkpoint.key"):
        assert (data / name).stat().st_mode & 0o077 == 0


def certificate(directory: Path) -> tuple[Path, Path]:
    """A certificate for localhost that signs itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    day = datetime.timedelta(days=1)
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - day)
        .not_valid_after(now + day)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(form.Encoding.PEM, form.PrivateFormat.PKCS8, form.NoEncryption())
    (directory / "cert.pem").write_bytes(made.public_bytes(form.Encoding.PEM))
    (directory / "key.pem").write_bytes(secret)
    return directory / "cert.pem", directory / "key.pem"


def test_with_a_certificate_cookies_are_sent_only_over_tls(tmp_path: Path) -> None:
    cert, key = certificate(tmp_path)
    (tmp_path / "house.toml").write_text(NEW_JERSEY)
    port = free_port()
    arguments = ["serve", "--data", str(tmp_path / "data"), "--house", str(tmp_path / "house.toml")]
    arguments += ["--port", str(port), "--tls-cert", str(cert), "--tls-key", str(key)]
    process = subprocess.Popen(
        [sys.executable, "-c", CROUPIER, *arguments],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert f"https://127.0.0.1:{port}" in welcome(process)
        trusted = ssl.create_default_context(cafile=str(cert))
        with httpx.Client(base_url=f"https://localhost:{port}", verify=trusted) as browser:
            answer = browser.get("/api/v1/tables")
            assert answer.status_code == 200
            assert "max-age" in answer.headers["strict-transport-security"]
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=SECONDS)
    assert process.returncode == 0
    wrong = croupier(*arguments[:-1], str(cert))
    assert "certificate or its key cannot be used" in one_line(wrong, 3)


# Without picows

WITHOUT_PICOWS = """
import sys
from importlib.machinery import PathFinder

class WithoutPicows(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        return None if name.partition(".")[0] == "picows" else super().find_spec(name, path, target)

sys.meta_path[sys.meta_path.index(PathFinder)] = WithoutPicows
"""


@pytest.fixture
def without_picows(tmp_path: Path) -> dict[str, str]:
    """An environment in which a process, and each one that it starts, finds everything but picows."""
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(WITHOUT_PICOWS)
    path = f"{tmp_path / 'site'}{os.pathsep}{environment()['PYTHONPATH']}"
    found = {**environment(), "PYTHONPATH": path}
    porter = [sys.executable, "-P", "-m", "croupier.web.socket.porter"]
    tried = subprocess.run(porter, env=found, capture_output=True, check=False)
    assert b"ModuleNotFoundError: No module named 'picows'" in tried.stderr
    return found


@pytest.mark.parametrize("more", [[], ["--workers", "2"]])
def test_a_socket_port_without_picows_is_refused_before_anything_starts(
    tmp_path: Path, without_picows: dict[str, str], more: list[str]
) -> None:
    house, data = tmp_path / "house.toml", tmp_path / "data"
    house.write_text(NEW_JERSEY)
    given = ["--data", str(data), "--house", str(house), "--port", "0", "--socket-port", "0", *more]
    refused = croupier("serve", *given, env=without_picows)
    assert refused.stdout == ""
    assert one_line(refused, 3) == (
        "croupier: --socket-port needs picows, which is not installed. Install it: pip install 'croupier[web]'. "
        "Or leave out --socket-port: terminals then use the service's own address."
    )
    assert not data.exists()


@pytest.mark.parametrize("workers", ["0", "2"])
def test_terminals_use_the_address_of_the_service_without_picows(
    tmp_path: Path, without_picows: dict[str, str], workers: str
) -> None:
    house, data, port = tmp_path / "house.toml", tmp_path / "data", free_port()
    house.write_text(NEW_JERSEY)
    Service.open(serving(data), QUICK).close()  # creates the people
    command = [sys.executable, "-c", CROUPIER, "serve", "--data", str(data), "--house", str(house)]
    process = subprocess.Popen(
        [*command, "--port", str(port), "--workers", workers],
        env=without_picows,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    url = f"http://127.0.0.1:{port}"

    async def play() -> None:
        async with client(url, "sue") as boss, client(url, "ann") as player:
            await seated(url, boss, player)
            assert (await player.ask({**WAGER, "spot": "17"})).done

    try:
        assert url in welcome(process)
        asyncio.run(play())
    finally:
        process.send_signal(signal.SIGINT)
        logged = process.communicate(timeout=SECONDS)[1]
    assert process.returncode == 0, logged
