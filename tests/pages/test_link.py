"""The connection: every command answered exactly once, over losses, gaps and a busy table (docs/protocol.md)."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.pages.test_store import SNAPSHOT, WELCOME

FAKE = """
const sent = [], sockets = [];
class FakeSocket {
  constructor(url) { this.url = url; this.readyState = 0; this.frames = []; sockets.push(this); }
  send(text) { const frame = JSON.parse(text); this.frames.push(frame); sent.push(frame); }
  close(code) { this.readyState = 3; this.closed = code ?? 1005; }
  open() { this.readyState = 1; this.onopen(); }
  hear(...frames) { this.onmessage({ data: JSON.stringify(frames) }); }
  lose(code) { this.readyState = 3; this.onclose({ code }); }
}
const { Link } = await import('/static/core/link.js');
const { Store } = await import('/static/core/store.js');
const store = new Store(), link = new Link({ table: '7', store, socket: (url) => new FakeSocket(url), ...options });
const until = async (test) => { while (!test()) await new Promise((done) => setTimeout(done, 5)); };
const welcome = { ...WELCOME, heartbeat_ms: 60000, frame_max: 16384, commands_per_second: 50 };
const meet = async () => {
  const count = sockets.length;
  await until(() => sockets.length && sockets.at(-1).readyState === 0);
  sockets.at(-1).open(); sockets.at(-1).hear(welcome, SNAPSHOT);
};
const commands = (socket) => socket.frames.filter((frame) => frame.type === 'command');
"""
BET = "{ type: 'place-wager', seat: 4, spot: '8', stake: 100, chips: 'electronic' }"


def played(page: Page, script: str, options: dict[str, Any] | None = None) -> Any:
    return page.evaluate(
        f"async ([WELCOME, SNAPSHOT, options]) => {{ {FAKE} {script} }}", [WELCOME, SNAPSHOT, options or {}]
    )


def test_it_begins_with_hello(page: Page) -> None:
    script = "link.open(); sockets[0].open(); return [sockets[0].url, sockets[0].frames[0], link.state];"
    url, hello, state = played(page, script)
    assert url.endswith("/api/v1/tables/7/socket")
    assert hello == {"type": "hello", "protocol": 1}
    assert state == "connecting"
    assert played(page, script, {"seat": 4})[1] == {"type": "hello", "protocol": 1, "seat": 4}
    assert played(page, script, {"watch": True})[1] == {"type": "hello", "protocol": 1, "watch": True}


def test_it_proves_the_highest_version_that_it_was_shown(page: Page) -> None:
    """The service that answers next may have lost it; a lower version does not replace the proof."""
    hellos = played(
        page,
        """link.open(); await meet();
        sockets[0].hear({ type: 'news', after: 10, version: 12, now: 0, mark: 'twelve' });
        sockets[0].lose(1006);
        await until(() => sockets.length === 2);
        sockets[1].open(); sockets[1].hear(welcome, { ...SNAPSHOT, version: 11, mark: 'eleven' });
        sockets[1].lose(1006);
        await until(() => sockets.length === 3);
        sockets[2].open();
        return sockets.map((each) => each.frames[0]);""",
    )
    shown = {"type": "hello", "protocol": 1, "seen": 12, "mark": "twelve"}
    assert hellos == [{"type": "hello", "protocol": 1}, shown, shown]


def test_an_answer_settles_its_command_once(page: Page) -> None:
    answer, count = played(
        page,
        f"""link.open(); await meet();
        const asked = link.command({BET});
        const [command] = commands(sockets[0]);
        const answer = {{ type: 'answer', id: command.id, version: 11, outcome: 'done' }};
        sockets[0].hear(answer); sockets[0].hear(answer);
        return [await asked, link.unanswered];""",
    )
    assert (answer["outcome"], count) == ("done", 0)


def test_what_is_unanswered_is_sent_again_unchanged(page: Page) -> None:
    """Same id, same `seen`: the version known when it was first sent."""
    first, again, others = played(
        page,
        f"""link.open(); await meet();
        link.command({BET});
        const first = commands(sockets[0])[0];
        sockets[0].lose(1006);
        await until(() => sockets.length === 2);
        sockets[1].open(); sockets[1].hear(welcome, {{ ...SNAPSHOT, version: 99 }});
        sockets[1].hear({{ type: 'answer', id: first.id, version: 98, outcome: 'done' }});
        const again = commands(sockets[1])[0];
        sockets[1].lose(1006);
        await until(() => sockets.length === 3);
        sockets[2].open(); sockets[2].hear(welcome, {{ ...SNAPSHOT, version: 100 }});
        return [first, again, commands(sockets[2])];""",
    )
    assert again == first
    assert first["seen"] == 10
    assert others == []


def test_a_command_given_while_the_line_is_down_is_sent_when_it_is_up(page: Page) -> None:
    sent = played(
        page,
        f"""link.open(); await meet(); sockets[0].lose(1006);
        link.command({BET});
        await until(() => sockets.length === 2);
        sockets[1].open();
        const early = commands(sockets[1]).length;
        sockets[1].hear(welcome, SNAPSHOT);
        return [early, commands(sockets[1]).length, [...store.state.pending.keys()].length];""",
    )
    assert sent == [0, 1, 1]


def test_a_busy_table_is_asked_again_under_the_same_id(page: Page) -> None:
    ids, answer = played(
        page,
        f"""link.open(); await meet();
        const asked = link.command({BET});
        const id = commands(sockets[0])[0].id;
        const busy = {{ outcome: 'unanswered', reason: 'busy', detail: '', again: true }};
        sockets[0].hear({{ type: 'answer', id, version: 0, ...busy }});
        await until(() => commands(sockets[0]).length === 2);
        sockets[0].hear({{ type: 'answer', id, version: 11, outcome: 'done' }});
        return [commands(sockets[0]).map((each) => each.id), await asked];""",
    )
    assert len(set(ids)) == 1
    assert answer["outcome"] == "done"


def test_a_gap_asks_for_one_snapshot(page: Page) -> None:
    frames, version = played(
        page,
        """link.open(); await meet();
        sockets[0].hear({ type: 'news', after: 12, version: 13, now: 0 });
        sockets[0].hear({ type: 'news', after: 13, version: 14, now: 0 });
        const asked = sockets[0].frames.filter((frame) => frame.type === 'resync').length;
        sockets[0].hear({ ...SNAPSHOT, version: 14 });
        return [asked, store.state.version];""",
    )
    assert (frames, version) == (1, 14)


def test_commands_keep_to_the_rate_of_the_service(page: Page) -> None:
    at_once, in_all = played(
        page,
        f"""link.open(); await until(() => sockets.length); sockets[0].open();
        sockets[0].hear({{ ...welcome, commands_per_second: 20 }}, SNAPSHOT);
        for (let i = 0; i < 50; i += 1) link.command({BET});
        const atOnce = commands(sockets[0]).length;
        await until(() => commands(sockets[0]).length === 50);
        return [atOnce, commands(sockets[0]).length];""",
    )
    assert at_once == 40
    assert in_all == 50


def test_lag_is_measured(page: Page) -> None:
    lag = played(
        page,
        """link.open(); await meet();
        const ping = sockets[0].frames.find((frame) => frame.type === 'ping');
        sockets[0].hear({ type: 'pong', n: ping.n, now: 0 });
        return link.lag;""",
    )
    assert 0 <= lag < 5_000


def test_a_seat_taken_over_ends_the_connection(page: Page) -> None:
    """Close code 4409: reconnecting would only start an endless exchange."""
    state, code, outcome, sockets = played(
        page,
        f"""link.open(); await meet();
        const asked = link.command({BET});
        sockets[0].lose(4409);
        const answer = await asked;
        return [link.state, link.closeCode, answer.outcome, sockets.length];""",
    )
    assert (state, code, outcome, sockets) == ("closed", 4409, "unanswered", 1)


def test_a_planned_move_is_followed_sooner_than_a_loss(page: Page) -> None:
    """After 1012 and 1013 another process takes over at once; after a loss it may take seconds."""
    pauses = played(
        page,
        """const pauses = [], real = globalThis.setTimeout;
        globalThis.setTimeout = (call, ms) => { if (ms >= 30) pauses.push(ms); return real(call, ms); };
        for (const code of [1012, 1013, 1006]) {
          link.open(); await meet();
          sockets.at(-1).lose(code);
          pauses.push(code);
          link.close?.();
        }
        globalThis.setTimeout = real;
        return pauses;""",
    )
    before = {code: pauses[place - 1] for place, code in enumerate(pauses) if code in (1012, 1013, 1006)}
    assert max(before[1012], before[1013]) < 100 < before[1006]


def test_a_restarting_service_is_tried_again(page: Page) -> None:
    state = played(
        page,
        "link.open(); await meet(); sockets[0].lose(1012); await until(() => sockets.length === 2); return link.state;",
    )
    assert state == "connecting"
