"""What stands under a name: functions in Markdown, options in man pages, releases, and what only looks like a name."""

import pytest

import reprank


def _parts(text: str, name: str = "README.md") -> list[tuple[str, str]]:
    document = reprank.read(text.encode(), name=name)
    return [(block.kind, document.text[block.start : block.end]) for block in document.blocks]


def test_what_stands_under_code_stays_in_its_order_and_a_lead_in_defines_nothing() -> None:
    text = "# Mill\n\nMill grinds.\n\n### `grind()`\n\nGrinds the corn\n\n"
    text += "### `stop()`\n\nExample:\n\n```\nstop()\n```\n\nIt stops.\n"
    assert [text for _, text in _parts(text)[2:]] == [
        "grind()",
        "Grinds the corn",
        "stop()",
        "Example:",
        "```\nstop()\n```",
        "It stops.",
    ]


@pytest.mark.parametrize("title", ["Risk(s)", "安装(Installation)", "iPhone", "package.json", "Installation (Linux)"])
def test_a_title_of_ordinary_text_is_no_code(title: str) -> None:
    assert ("prose", "The wheel turns day and night.") in _parts(
        f"# M\n\nIt grinds.\n\n## {title}\n\nThe wheel turns day and night.\n"
    )


def test_titles_in_ticks_are_releases_too() -> None:
    text = "# Changelog\n\n" + "".join(f"## `1.{n}.0`\n\n- Adds the new wheel {n} to it.\n\n" for n in (3, 2, 1))
    assert ("list", "Adds the new wheel 3 to it (1.3.0).") in _parts(text, "CHANGELOG.md")


def test_text_behind_a_changelog_inside_a_document_stays_and_empty_titles_make_no_document() -> None:
    releases = "".join(f"### 1.{n}\n\n- Count all the eels {n} times.\n\n" for n in (3, 2, 1))
    text = "# Mill\n\nIt grinds.\n\n## Use\n\nOpen the gate.\n\n## Parts\n\nIt has a wheel.\n\n"
    text += f"## News\n\n{releases}## Help\n\nWrite to us.\n"
    assert _parts(text)[-1] == ("prose", "Write to us.")
    text = f"# Changelog\n\n## Unreleased\n\n### Highlights\n\n### Style\n\n### Output\n\n### Parts\n\n{releases}"
    assert ("list", "Count all the eels 3 times (1.3).") in _parts(text, "CHANGELOG.md")


def test_signs_that_say_something_stay() -> None:
    text = "# M\n\nIt grinds.\n\n- ❌ Runs by night\n- ✅ Runs by day\n- 🚀 Runs fast\n\n"
    text += "| | Oats |\n|---|---|\n| Fast | yes |\n"
    shown = [text for _, text in _parts(text)]
    assert {"❌ Runs by night", "✅ Runs by day", "Runs fast"} <= set(shown)
    assert shown[-1].startswith("| | Oats |")


def test_a_bold_sentence_with_nothing_below_it_is_no_heading() -> None:
    warning = "Never open the gate by night"
    assert ("prose", warning) in _parts(f"# M\n\nIt grinds.\n\n**{warning}**\n\n## Use\n\nIt is easy.\n")


def test_a_list_of_names_is_no_manual() -> None:
    text = "# Contacts\n\nAll are here.\n\n## Name\n\nAnna - farmer in the village\n\n"
    text += "## Name\n\nPeter - baker in the town\n"
    assert [kind for kind, text in _parts(text, "a.md") if " - " in text] == ["prose", "prose"]


@pytest.mark.parametrize("value", ["null", "", "|", "true"])
def test_front_matter_without_a_description_says_nothing(value: str) -> None:
    assert _parts(f"---\ntitle: Mills\ndescription: {value}\n---\n\nWater runs.\n", "a.md") == [
        ("prose", "Water runs.")
    ]


def test_terms_of_a_man_page_are_told_from_the_beginnings_of_sentences() -> None:
    page = (
        "EEL(1)    Manual    EEL(1)\n\nNAME\n    eel - count eels\n\nOPTIONS\n    --max\n           One of all:\n\n"
        "           •   the  argument of the\n               command line\n\n    EEL_FD This tells where the  new\n"
        "           eels are.\n\n    read [-e] [-p\n    prompt] [-t time]\n           Reads one line.\n\n"
        "           -r     Backslash is kept.\n"
    )
    assert [text for kind, text in _parts(page, "eel.1.txt") if kind == "option"] == [
        "--max: One of all:",
        "the argument of the command line",
        "EEL_FD: This tells where the new eels are.",
        "read [-e] [-p prompt] [-t time]: Reads one line.",
        "read -r: Backslash is kept.",
    ]


def test_the_name_of_a_thing_is_a_whole_word_and_may_be_the_last_section() -> None:
    page = "AT(1)    Manual    AT(1)\n\nNAME\n    at - run jobs later\n"
    assert _parts(page, "at.txt") == [("prose", "at: run jobs later.")]
    assert _parts(f"{page}\nUSE\n    This command queues what it reads.\n", "at.txt")[0][0] == "prose"


PAGE = "EEL(1)                      User Commands                     EEL(1)\n\nNAME\n       eel - count eels\n"


def _options(entries: str) -> list[str]:
    return [text for kind, text in _parts(f"{PAGE}\nOPTIONS\n{entries}", "eel.1.txt") if kind == "option"]


def test_terms_on_lines_of_their_own_are_not_cut_and_stop_words_in_a_column_are_terms() -> None:
    options = "       -q, --quiet\n           Operate quietly. It says\n           nothing.\n\n"
    options += "       HOME   Home of the user.\n"
    assert _options(options) == ["-q, --quiet: Operate quietly. It says nothing.", "HOME: Home of the user."]


def test_code_in_a_man_page_keeps_its_lines_and_rows_are_entries() -> None:
    code = "           $ eel update --river=global \\\n               --keyring=weir\n"
    parts = _parts(f"{PAGE}\nEXAMPLES\n       To update, run:\n\n{code}", "eel.1.txt")
    assert [kind for kind, _ in parts[3:]] == ["code", "code"]
    rows = "       --color\n              Colour it.  WHEN can be\n\n"
    rows += "              always    all the time\n              never     not at all\n"
    assert _options(rows)[1:] == ["always: all the time", "never: not at all"]


def test_a_page_about_two_things_says_what_each_is() -> None:
    page = f"{PAGE}       pike - count pikes\n\n       It was a trap.\n\nDESCRIPTION\n       Counts all that swims.\n"
    assert _parts(page, "eel.1.txt")[:3] == [
        ("prose", "eel: count eels."),
        ("heading", "pike - count pikes"),
        ("prose", "It was a trap."),
    ]


def test_open_brackets_join_no_more_than_a_term() -> None:
    assert max(map(len, _options("       -a [b\n\n" * 100))) < 100


def test_a_description_that_is_a_link_stays() -> None:
    text = (
        '<h1>eel</h1>\n<p><a href="https://eel.org">Counts the eels of all rivers.</a></p>\n\n## Install\n\nGet it.\n'
    )
    assert ("prose", "Counts the eels of all rivers.") in _parts(text)
