"""What the operator of the service decides: limits, workers, the token and the names it answers to."""

from __future__ import annotations

from dataclasses import dataclass, field, fields

from reprank.errors import InputError
from reprank.processes import available_cores

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "::1")
MIN_WORKERS = 2  # one is never given to long work


@dataclass(frozen=True, kw_only=True)
class ServiceSettings:
    """The most that one request may cost, and who may ask.

    ``hosts``: names in the ``Host`` header that are answered. The check keeps a foreign web page from reaching a
    service on this machine under a name of its own; ``"*"`` turns the check off, for use behind a proxy that checks.

    >>> ServiceSettings(seconds=0)
    Traceback (most recent call last):
    reprank.errors.InputError: seconds must be above 0; got 0
    """

    max_bytes: int = 50_000_000  # of one request
    max_documents: int = 500  # in one request, those already seen included
    max_waiting: int = 64  # requests; more are answered with 503
    seconds: float = 60.0  # for one request, or for one line of a batch
    workers: int = field(default_factory=lambda: max(MIN_WORKERS, available_cores()))
    token: str | None = field(default=None, repr=False)
    hosts: tuple[str, ...] = LOOPBACK_NAMES

    def __post_init__(self) -> None:
        for name in ("max_bytes", "max_documents", "max_waiting", "seconds"):
            if not getattr(self, name) > 0:
                raise InputError(f"{name} must be above 0; got {getattr(self, name)}")
        if self.workers < MIN_WORKERS:
            raise InputError(f"workers must be at least {MIN_WORKERS}, one of them for short texts; got {self.workers}")
        if self.token is not None and not (self.token.isascii() and self.token.isprintable() and self.token.strip()):
            raise InputError("the token must be printable ASCII characters, at least one")

    def limits(self) -> dict[str, float]:
        """Return the limits, for clients."""
        names = [field.name for field in fields(self) if field.name.startswith("max_")]
        return {**{name: getattr(self, name) for name in names}, "seconds": self.seconds}
