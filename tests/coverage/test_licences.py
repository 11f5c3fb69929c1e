"""Licences: what is about their own text counts for less than what they permit and demand."""

import numpy as np

import reprank
from reprank.coverage.licences import asides_of_licences
from tests.helpers import units_of

LICENCE = """# The Mill License

Everyone is permitted to copy and distribute verbatim copies of this license document, but changing it is not allowed.

## 1. Words

The "Miller" of the old village mill means the licensee who grinds corn under this license for others.

## 2. Grant

The owner hereby grants everyone a license to grind corn at the mill, with or without payment.

The licenses granted in Section 2 become effective for each sack of corn on the day it is brought.

Every sack of flour must carry the copyright notice of the mill and a copy of this license.

## 3. Versions

The owner may publish revised and new versions of this license from time to time.
"""


def asides(text: str) -> list[str]:
    units = units_of(text)
    return [units.texts[i] for i in np.flatnonzero(asides_of_licences(units))]


def test_asides_of_a_licence_are_about_its_text_and_other_sections() -> None:
    assert [aside[:12] for aside in asides(LICENCE)] == ["Everyone is ", "The licenses", "The owner ma"]


def test_a_guide_with_a_line_about_its_licence_is_no_licence() -> None:
    guide = "# The mill\n\nThe mill is under a license.\n\n" + "The wheel of section 2 turns with the river.\n\n" * 5
    assert asides(guide + "New versions of the license are printed.\n") == []


def test_a_summary_of_a_licence_has_what_it_permits_and_demands() -> None:
    summary = str(reprank.summarize(LICENCE, sentences=2))
    assert "hereby grants everyone" in summary
    assert "must carry the copyright notice" in summary


def test_the_notice_behind_a_licence_is_none_of_its_terms() -> None:
    notice = "Use of this mill is permitted under the terms of the Mill License and of nothing else.\n"
    assert asides(f"{LICENCE}\n## Appendix: A notice\n\n{notice}")[-2:] == ["Appendix: A notice", notice.strip()]
    assert asides(f"{LICENCE}\n{notice}")[-1] != notice.strip()


def test_a_licence_may_name_an_exhibit_in_its_first_sentence() -> None:
    first = "Exhibit A lists the sacks of corn and the owners of the mill that this license covers in all villages."
    assert asides(LICENCE.replace("## 1. Words", f"{first}\n\n## 1. Words")) == asides(LICENCE)
