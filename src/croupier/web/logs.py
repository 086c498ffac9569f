"""Structured logs: one JSON object per line, without secrets.

A request is logged with its method, path, status and duration. Queries, headers and bodies are not logged, because
they contain tickets, cookies and passwords.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from datetime import UTC, datetime
from typing import TextIO

from starlette.types import ASGIApp, Message, Receive, Scope, Send

_SLOW_S = 1.0
_QUIET = ("/healthz", "/readyz", "/metrics")
"""Polled by machines every few seconds; logged only on failure."""

_requests = logging.getLogger("croupier.requests")


class JsonFormatter(logging.Formatter):
    """Formats a record as one line of ASCII JSON, so that logged input cannot forge a line or move a cursor."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        facts = getattr(record, "facts", None)
        if isinstance(facts, dict):
            entry |= facts
        if record.exc_info:
            entry["error"] = self.formatException(record.exc_info)
        return json.dumps(entry)


def configure(level: str = "info", stream: TextIO | None = None) -> None:
    """Sends all logs of the process as JSON lines to stderr or to the given stream."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
    logging.getLogger("uvicorn.error").setLevel(max(logging.WARNING, root.level))


class RequestLog:
    """Logs every request after it is answered."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), 0

        async def watch(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = int(message["status"])
            await send(message)

        try:
            await self._app(scope, receive, watch)
        finally:
            self._note(scope, status, time.perf_counter() - began)

    @staticmethod
    def _note(scope: Scope, status: int, seconds: float) -> None:
        path = str(scope.get("path", ""))
        level = logging.WARNING if status >= 500 or seconds > _SLOW_S else logging.INFO
        if path in _QUIET and level == logging.INFO:
            level = logging.DEBUG
        if _requests.isEnabledFor(level):
            facts = {
                "method": scope.get("method", ""),
                "path": path[:200],
                "status": status,
                "ms": round(seconds * 1000, 1),
            }
            _requests.log(level, "request", extra={"facts": facts})
