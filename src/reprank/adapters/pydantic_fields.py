"""The options of ``reprank.compress`` as fields of a pydantic model, for packages whose components are such models."""

from __future__ import annotations

from typing import Self, cast

from pydantic import BaseModel, model_validator

from reprank.adapters.core import check_options
from reprank.schema import CompressOptions


class CompressFields(BaseModel):
    """Fields with the names and meanings of ``reprank.compress``; give one length, a threshold, or both."""

    tokens: int | None = None
    words: int | None = None
    sentences: int | None = None
    ratio: float | None = None
    threshold: float | None = None
    keep: tuple[str, ...] = ()
    marker: str | None = None
    language: str | None = None

    @model_validator(mode="after")
    def _usable(self) -> Self:
        check_options(self.options)
        return self

    @property
    def options(self) -> CompressOptions:
        """The options as ``reprank.compress`` takes them."""
        return cast("CompressOptions", {name: getattr(self, name) for name in CompressFields.model_fields})
