"""Changelogs: which release is the newest, what kind of change an entry is, and what a summary prefers."""

import pytest

import reprank
from reprank.coverage.changes import changelogs, changes, lateness
from reprank.coverage.sections import headings
from tests.helpers import units_of

CHANGES = """# Changes of the mill

## Version 2.1.1

### Bug Fixes

- The wheel turns backwards after a flood.

### Security

- The door of the mill is locked at night.

## Version 2.1.0

### Features

- The mill grinds oats and rye. Oats come from the hills.

### Bug Fixes

- The sacks of the miller are never closed.

## Version 2.0.0

- Remove the donkey from the yard of the mill.
- The miller sleeps at noon.

## Version 1.9.0

- Fix the sail of the mill.
"""


def change_of(text: str) -> dict[str, float]:
    units = units_of(text)
    return dict(zip(units.texts, changes(units, headings(units), changelogs(units)).tolist(), strict=True))


def test_an_old_release_is_late_and_a_patch_is_as_new_as_its_release() -> None:
    units = units_of(CHANGES)
    late = dict(zip(units.texts, lateness(units, changelogs(units)).tolist(), strict=True))
    entries = (
        "The wheel turns backwards after a flood.",
        "The mill grinds oats and rye.",
        "The miller sleeps at noon.",
    )
    assert [late[entry] for entry in (*entries, "Fix the sail of the mill.")] == [1, 1, 4, 9]


@pytest.mark.parametrize("title", ["Changes between versions 9 and {}", "CHANGES WITH {}:"])
def test_versions_without_a_point_are_releases_too(title: str) -> None:
    old = "".join(f"## {title.format(n)}\n\nThe mill grinds {n} sacks.\n\n" for n in (90, 81, 72))
    units = units_of("# The mill\n\n" + old)
    late = dict(zip(units.texts, lateness(units, changelogs(units)).tolist(), strict=True))
    assert [late[f"The mill grinds {sacks} sacks."] for sacks in (90, 81, 72)] == [1, 4, 9]


def test_numbered_chapters_are_no_releases() -> None:
    chapters = "".join(f"## 1.{number} Part\n\nAdd {number} sacks of corn.\n\n" for number in (1, 2, 3, 4))
    units = units_of("# The mill\n\n" + chapters)
    assert lateness(units, changelogs(units)).tolist() == [1] * len(units)
    assert not changes(units, headings(units), changelogs(units)).any()


def test_what_is_new_removed_or_secure_counts_more_than_fixes_patches_and_details() -> None:
    change = change_of(CHANGES)
    assert change["The mill grinds oats and rye."] == change["Remove the donkey from the yard of the mill."] == 1
    assert change["The door of the mill is locked at night."] == change["The miller sleeps at noon."] == 0
    assert change["The sacks of the miller are never closed."] == change["Fix the sail of the mill."] == -1
    assert change["The wheel turns backwards after a flood."] == -2
    assert change["Oats come from the hills."] == -1


def test_the_newest_release_is_told_by_one_entry_even_if_it_only_fixes() -> None:
    newest = "## Version 2.1.2\n\n- Fix the door of the mill.\n- Fix the roof of the mill.\n\n## Version 2.1.1"
    change = change_of(CHANGES.replace("## Version 2.1.1", newest))
    assert change["Fix the door of the mill."] == 0
    assert change["Fix the roof of the mill."] == change["The wheel turns backwards after a flood."] == -2


def test_a_fix_among_features_and_a_feature_among_fixes_count_as_neither() -> None:
    change = change_of(
        CHANGES.replace("The mill grinds oats and rye", "Fix the mill").replace("The sacks", "Add sacks")
    )
    assert change["Fix the mill."] == change["Add sacks of the miller are never closed."] == 0


def test_a_paragraph_below_an_item_of_a_list_only_explains_it() -> None:
    assert change_of(CHANGES.replace("noon.\n", "noon.\n\n  He is old.\n"))["He is old."] == -2


def test_a_summary_of_a_changelog_tells_what_is_new_before_what_was_fixed() -> None:
    summary = [sentence.text for sentence in reprank.summarize(CHANGES, sentences=3)]
    assert "The mill grinds oats and rye." in summary
    assert "Remove the donkey from the yard of the mill." in summary
    assert not {"The wheel turns backwards after a flood.", "The sacks of the miller are never closed."} & {*summary}
