"""Settings to an ASGI application: the routes of the service and the files of the page."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import cast

from reprank.errors import MissingExtra

try:
    from starlette.applications import Starlette
    from starlette.exceptions import HTTPException
    from starlette.middleware import Middleware
    from starlette.requests import ClientDisconnect, Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute, Mount, Route
    from starlette.staticfiles import StaticFiles
except ImportError as error:
    raise MissingExtra("the web service", "web") from error

from reprank.examples import example_documents
from reprank.version import __version__
from reprank.web.batch import MAX_BATCHES, BatchResponse
from reprank.web.bodies import HELD_REQUESTS, HeldBytes, read_body
from reprank.web.guard import Guard, problem_response
from reprank.web.openapi import description
from reprank.web.problems import JSON, Answer, Problem, encode
from reprank.web.settings import ServiceSettings
from reprank.web.verbs import WorkRequest, batch_options, document_fields
from reprank.web.workers import Workers

STATIC = Path(__file__).parent / "static"


def create_app(settings: ServiceSettings | None = None) -> Starlette:
    """Make the application; its worker processes start with it and end with it.

    >>> app = create_app(ServiceSettings(token="secret"))
    >>> [route.path for route in app.routes]
    ['/api', '/openapi.json', '']
    """
    settings = settings or ServiceSettings()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        workers = Workers(settings.workers, seconds=settings.seconds, max_waiting=settings.max_waiting)
        app.state.workers, app.state.settings = workers, settings
        app.state.held = HeldBytes(HELD_REQUESTS * settings.max_bytes)
        app.state.batches = asyncio.Semaphore(MAX_BATCHES)
        try:
            yield
        finally:
            workers.close()

    api: list[BaseRoute] = [
        Route("/summarize", partial(_work, verb="summarize"), methods=["POST"]),
        Route("/keywords", partial(_work, verb="keywords"), methods=["POST"]),
        Route("/compare", partial(_work, verb="compare"), methods=["POST"]),
        Route("/compress", partial(_work, verb="compress"), methods=["POST"]),
        Route("/read", _read, methods=["POST"]),
        Route("/batch", _batch, methods=["POST"]),
        Route("/example", _example),
        Route("/health", _health),
    ]
    routes: list[BaseRoute] = [
        Mount("/api", routes=api),
        Route("/openapi.json", _openapi),
        Mount("/", StaticFiles(directory=STATIC, html=True)),
    ]
    handlers = {Problem: _on_problem, HTTPException: _on_http_error, ClientDisconnect: _on_disconnect}
    return Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[Middleware(Guard, settings=settings)],
        exception_handlers=handlers,  # type: ignore[arg-type]
    )


async def _work(request: Request, verb: str) -> Response:
    """Answer a JSON request in a worker process."""
    _require_json(request)
    return await _answer(request, verb, {})


async def _read(request: Request) -> Response:
    """Read the file that is the body."""
    return await _answer(request, "read", _options(request, "name", "encoding"))


async def _answer(request: Request, verb: str, options: dict[str, str]) -> Response:
    """Take the body, work, and keep count of the bytes while it lasts."""
    settings: ServiceSettings = request.app.state.settings
    request.app.state.workers.check_room()  # refused before its body is taken
    with request.app.state.held.of_one_request() as held:
        work = WorkRequest(verb, await read_body(request, settings, held), settings.max_documents, options)
        answer = await _until_disconnected(request, work)
    return Response(answer.body, answer.status, media_type=answer.media_type)


async def _batch(request: Request) -> Response:
    """Summarize every line, as lines come in."""
    batch_options(request.query_params)  # a wrong option is an error of the request, not of its lines
    state = request.app.state
    if state.batches.locked():
        raise Problem(503, f"{MAX_BATCHES} batches are under way: try again in a moment")
    made = BatchResponse(state.workers, state.settings, dict(request.query_params), room=state.batches)
    return cast(Response, made)


async def _example(request: Request) -> Response:
    documents = [document_fields(document) for document in example_documents()]
    return Response(encode({"documents": documents}), media_type=JSON)


async def _health(request: Request) -> Response:
    settings: ServiceSettings = request.app.state.settings
    members = {
        "status": "ok",
        "version": __version__,
        "workers": settings.workers,
        "limits": settings.limits(),
        "token_required": settings.token is not None,
    }
    return Response(encode(members), media_type=JSON)


async def _openapi(request: Request) -> Response:
    return Response(encode(description()), media_type=JSON)


def _require_json(request: Request) -> None:
    """Refuse other types: a form on a foreign page can send these without asking."""
    given = request.headers.get("content-type", "")
    if given.partition(";")[0].strip().lower() != JSON:
        raise Problem(415, f"the body must be JSON with the header Content-Type: {JSON}; got {given or 'none'}")


def _options(request: Request, *names: str) -> dict[str, str]:
    for name in request.query_params:
        if name not in names:
            raise Problem(422, f"unknown option {name!r}: use {', '.join(names)}", name)
    return {name: value for name, value in request.query_params.items() if value}


async def _until_disconnected(request: Request, work: WorkRequest) -> Answer:
    """Work, and stop the work when the client is gone."""
    workers: Workers = request.app.state.workers
    working = asyncio.create_task(workers.run(work))
    watching = asyncio.create_task(_disconnected(request))
    try:
        await asyncio.wait({working, watching}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return working.result()
    finally:
        watching.cancel()
        working.cancel()


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _on_problem(request: Request, problem: Problem) -> Response:
    return problem_response(problem)


async def _on_http_error(request: Request, error: HTTPException) -> Response:
    details = {404: f"there is nothing at {request.url.path}", 405: f"{request.method} is not possible here"}
    response = problem_response(Problem(error.status_code, details.get(error.status_code, error.detail)))
    response.headers.update(error.headers or {})
    return response


async def _on_disconnect(request: Request, error: Exception) -> Response:
    return Response(status_code=499)  # is sent to nobody
