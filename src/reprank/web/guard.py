"""Every request to a checked one: host, origin, token, headers of the answer, and a log line without text."""

from __future__ import annotations

import asyncio
import hmac
import logging
import re
import time
from contextlib import suppress
from http import HTTPStatus
from urllib.parse import quote, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from reprank.patterns import lazy_pattern
from reprank.web.problems import Problem
from reprank.web.settings import ServiceSettings

log = logging.getLogger("reprank.web")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
PORT = lazy_pattern(r":\d{1,5}\Z", re.ASCII)
LOGGED_CHARACTERS = 100  # of a path
LINGER_SECONDS = 2.0  # in which the rest of a refused body is taken
OPEN_PATHS = ("/api/health",)  # of the API: these need no token


class Guard:
    """Refuses what must not reach the application, adds headers to every answer, and logs path, status and time."""

    def __init__(self, app: ASGIApp, settings: ServiceSettings) -> None:
        self._app, self._settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request and pass it on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started, status = time.perf_counter(), 499  # the client closed the connection before there was an answer
        received = False  # the whole body

        async def receive_and_note() -> Message:
            nonlocal received
            message = await receive()
            received = not message.get("more_body", False)
            return message

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                if status >= 400 and not received:
                    await _discard_body(receive)
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                if scope["path"].startswith("/api/"):
                    headers["cache-control"] = "no-store"
            await send(message)

        try:
            self._check(scope["method"], scope["path"], Headers(scope=scope))
        except Problem as problem:
            await problem_response(problem)(scope, receive_and_note, send_with_headers)
        else:
            await self._app(scope, receive_and_note, send_with_headers)
        milliseconds = 1000 * (time.perf_counter() - started)
        # Neither text nor query string: names of files are private too. A path that is nowhere may be anything.
        path = _logged(scope["path"]) if status != HTTPStatus.NOT_FOUND else "(unknown path)"
        log.info("%s %s %d %.0f ms", _logged(scope["method"]), path, status, milliseconds)

    def _check(self, method: str, path: str, headers: Headers) -> None:
        if "content-length" in headers and "transfer-encoding" in headers:
            raise Problem(400, "Content-Length and Transfer-Encoding exclude each other: send one of them")
        host = headers.get("host", "")
        if "*" not in self._settings.hosts and _name(host) not in map(str.lower, self._settings.hosts):
            raise Problem(421, f"this service does not answer to the name {_name(host)!r}: see --allow-host")
        origin = headers.get("origin")
        if method not in ("GET", "HEAD") and origin is not None and _site(origin) != host:
            raise Problem(403, "requests from pages of other sites are refused")
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin") and path.startswith("/api/"):
            raise Problem(403, "requests from pages of other sites are refused")
        if self._settings.token is not None and path.startswith("/api/") and path not in OPEN_PATHS:
            self._check_token(headers.get("authorization", ""), self._settings.token)

    def _check_token(self, given: str, token: str) -> None:
        if not hmac.compare_digest(given.encode(), f"Bearer {token}".encode()):
            raise Problem(401, "a token is needed: send the header Authorization: Bearer TOKEN")


async def _discard_body(receive: Receive) -> None:
    """Take the rest of a body for a while: a client that is still sending does not read its answer."""
    with suppress(TimeoutError):
        async with asyncio.timeout(LINGER_SECONDS):
            while (await receive()).get("more_body", False):
                pass


def _name(host: str) -> str:
    """Return a Host header in lower case, without a port and the brackets of an address.

    >>> _name("[::1]:8000"), _name("LocalHost:80"), _name("evil.example@127.0.0.1:80")
    ('::1', 'localhost', 'evil.example@127.0.0.1')
    """
    name = PORT.sub("", host.lower())
    return name[1:-1] if name.startswith("[") and name.endswith("]") else name


def _logged(part: str) -> str:
    r"""Write a part of a request so that it stays in its line of the log, and is not long.

    >>> _logged("/a\n\x1b[31m")
    '/a%0A%1B%5B31m'
    """
    return quote(part, errors="replace")[:LOGGED_CHARACTERS]


def _site(origin: str) -> str | None:
    """Return the name and port in an Origin header, if it has them."""
    try:
        return urlsplit(origin).netloc or None
    except ValueError:
        return None


def problem_response(problem: Problem) -> Response:
    """Return the response that describes a problem."""
    answer = problem.answer()
    # After 400 the connection is closed: what follows on it may be a request that somebody else is to be blamed for.
    extras = {400: {"connection": "close"}, 401: {"www-authenticate": "Bearer"}, 503: {"retry-after": "1"}}
    extra = extras.get(problem.status, {})
    return Response(answer.body, answer.status, extra, answer.media_type)
