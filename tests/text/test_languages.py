from __future__ import annotations

import subprocess
import sys

import pytest
import stopwordsiso

from reprank.errors import LanguageError
from reprank.text.languages import NAMES, STEMMERS, _known, known_languages, language


def test_an_unknown_code_is_answered_with_the_known_ones() -> None:
    with pytest.raises(LanguageError, match=r"unknown language 'xx': use one of af, am, .*zh.*pt-BR"):
        language("xx")


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("German", "de"), ("english", "en"), ("pt-BR", "pt"), ("pt_BR", "pt"), ("zh-Hans", "zh"), ("en_US.UTF-8", "en"),
        ("nb", "no"), ("nn-NO", "no"), ("iw", "he"), ("fil", "tl"), (" FR ", "fr"), ("und", "und"), ("Farsi", "fa"),
    ],
)  # fmt: skip
def test_a_language_is_found_by_code_name_or_locale(name: str, code: str) -> None:
    assert language(name).code == code


def test_every_known_language_can_stem_and_has_a_stop_list_or_none() -> None:
    for code in known_languages():
        assert language(code).stem(["word"])
        assert all(word == word.strip() for word in language(code).stopwords)


def test_stop_words_are_those_of_the_package_and_none_of_its_lists_is_lost() -> None:
    assert stopwordsiso.langs() <= set(NAMES)
    assert set(STEMMERS) <= set(NAMES)
    for code in stopwordsiso.langs():
        assert language(code).stopwords == stopwordsiso.stopwords(code)


def test_a_summary_does_not_import_the_package_whose_word_lists_it_reads() -> None:
    script = (
        "import sys, reprank; reprank.summarize('The river rose. The old bridge fell. We left.', words=4); "
        "print(sorted({'stopwordsiso', 'importlib.metadata'} & set(sys.modules)))"
    )
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert shown.stdout == "[]\n"


def test_a_language_is_made_once_however_many_names_it_is_given() -> None:
    assert all(language(f"en-{number}") is language("en") for number in range(1_000))
    assert _known.cache_info().currsize <= len(known_languages())


def test_a_language_that_is_no_text_is_refused() -> None:
    with pytest.raises(LanguageError, match="language must be a code such as en; got int"):
        language(3)  # type: ignore[arg-type]
