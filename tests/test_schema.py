"""The table of options against the calls, the command line and the service that are made from it."""

from __future__ import annotations

import inspect
from collections.abc import Callable

import pytest

import reprank
from reprank.budget import LENGTHS as BUDGETS
from reprank.cli import _parser
from reprank.result_rows import summary_columns
from reprank.schema import (
    LENGTHS,
    RESULTS,
    ROW,
    CompareOptions,
    CompressOptions,
    KeywordOptions,
    SummaryOptions,
    options_of,
    types_of,
)

CALLS: list[tuple[Callable[..., object], type]] = [
    (reprank.summarize, SummaryOptions),
    (reprank.keywords, KeywordOptions),
    (reprank.compare, CompareOptions),
    (reprank.compress, CompressOptions),
]


@pytest.mark.parametrize(("call", "options"), CALLS, ids=lambda it: it.__name__)
def test_an_option_is_an_argument_with_the_same_default(call: Callable[..., object], options: type) -> None:
    parameters = inspect.signature(call).parameters
    for name, schema in options_of(options).items():
        default = parameters[name].default
        if "default" in schema:
            assert schema["default"] == default
        else:
            assert default in (None, (), False)


@pytest.mark.parametrize("options", [options for _, options in CALLS], ids=lambda it: it.__name__)
def test_an_option_says_what_it_means_and_of_which_type_it_is(options: type) -> None:
    for schema in options_of(options).values():
        assert str(schema["description"]).endswith(".")
        assert set(types_of(schema)) <= {"integer", "number", "string", "boolean", "array"}


def test_every_length_of_the_library_is_in_the_table() -> None:
    assert list(LENGTHS) == list(BUDGETS)
    assert set(BUDGETS) <= set(options_of(CompressOptions))


@pytest.mark.parametrize(
    ("verb", "options"),
    [
        ("summarize", SummaryOptions),
        ("keywords", KeywordOptions),
        ("compare", CompareOptions),
        ("compress", CompressOptions),
    ],
)
def test_the_command_line_has_every_option_and_leaves_defaults_to_the_library(verb: str, options: type) -> None:
    given = vars(_parser().parse_args([verb, "report.txt"]))
    for name in options_of(options):
        assert given[name] in (None, False, [])


def test_a_summary_has_the_members_that_the_table_lists() -> None:
    summary = reprank.summarize("The river rose. It closed the bridge. A dog slept.", sentences=1, ranking=True)
    listed = RESULTS["Summary"]
    made = summary.to_dict()
    assert list(made)[: len(listed["required"])] == listed["required"]  # type: ignore[arg-type]
    assert set(made) <= set(listed["properties"])  # type: ignore[call-overload]
    assert set(ROW) <= set(summary_columns(summary))
