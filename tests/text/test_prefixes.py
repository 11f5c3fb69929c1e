from __future__ import annotations

from reprank.text.documents import Document
from reprank.text.languages import language
from reprank.text.prefixes import base_forms
from reprank.text.units import read_units


def test_hebrew_words_with_and_without_prefixes_share_a_stem() -> None:
    units = read_units([Document("הגשר נסגר. הסירה פגעה בגשר. גשר חדש ייבנה ליד הסירה.")], language("he"))
    names = {
        units.words[word]: units.stems.names[stem] for word, stem in zip(units.word, units.stems.stem, strict=True)
    }
    assert names["הגשר"] == names["בגשר"] == names["גשר"] == "גשר"
    assert units.language.stem(["הגשר"]) == ["גשר"]


def test_a_first_letter_is_no_prefix_if_the_rest_occurs_nowhere() -> None:
    assert base_forms(["שלום", "מלך", "הגשר"], "he") == {}


def test_other_languages_have_no_such_prefixes() -> None:
    assert base_forms(["about", "bout"], "en") == {}


def test_arabic_words_with_conjunction_and_article_share_a_stem() -> None:
    assert len(set(language("ar").stem(["جسر", "الجسر", "والجسر", "بالجسر", "فالجسر"]))) == 1
