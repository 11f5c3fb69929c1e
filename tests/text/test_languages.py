from __future__ import annotations

import pytest

from reprank.errors import LanguageError
from reprank.text.languages import detect, known_languages, language


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "The bridge was closed after the barge had hit the pier, and nobody could say for how long."),
        ("fr", "Le pont est fermé depuis que la barge a heurté le pilier, et personne ne sait pour combien de temps."),
        ("de", "Die Brücke ist gesperrt, weil das Schiff den Pfeiler gerammt hat, und niemand weiß, wie lange noch."),
        ("es", "El puente está cerrado desde que la barcaza chocó contra el pilar, y nadie sabe por cuánto tiempo."),
        ("el", "Η γέφυρα έκλεισε μετά τη σύγκρουση."),
        ("ru", "Мост закрыт, потому что баржа ударила в опору, и никто не знает, на какое время."),
        ("he", "הגשר נסגר אחרי ההתנגשות."),
        ("ko", "다리가 충돌 후 폐쇄되었다."),
        ("ja", "橋は衝突の後に閉鎖された。"),
        ("zh", "大桥在碰撞后关闭。"),
        ("th", "สะพานปิดหลังการชน"),
        ("vi", "Cây cầu đã bị đóng cửa sau khi sà lan đâm vào trụ cầu và không ai biết trong bao lâu."),
        ("und", "12 34 …"),
        ("und", ""),
    ],
)
def test_a_sentence_is_enough_to_tell_the_language(code: str, text: str) -> None:
    assert detect([text]) == code


def test_an_unknown_code_is_answered_with_the_known_ones() -> None:
    with pytest.raises(LanguageError, match=r"unknown language 'xx': use one of af, ar, .*zh"):
        language("xx")


def test_every_known_language_can_stem_and_has_a_stop_list_or_none() -> None:
    for code in known_languages():
        assert language(code).stem(["word"])
        assert all(word == word.strip() for word in language(code).stopwords)
