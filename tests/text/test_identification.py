from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reprank.text.identification import BLOCKS, COLUMNS, IDENTIFIED, SHARED, detect
from reprank.text.languages import language


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
        ("no", "Broen er stengt etter at lekteren traff pilaren, og ingen vet hvor lenge det kommer til å vare."),
        ("da", "Broen er lukket, efter at prammen ramte pillen, og ingen ved, hvor længe det kommer til at vare."),
        ("id", "Jembatan itu ditutup karena tongkang menabrak tiang, dan tidak ada yang tahu berapa lama."),
        ("ca", "El pont està tancat des que la barcassa va xocar contra el pilar, i ningú no sap fins quan."),
        ("sr", "Мост је затворен зато што је баржа ударила у стуб и нико не зна колико дуго ће то трајати."),
        ("uk", "Міст закрито, тому що баржа вдарила в опору, і ніхто не знає, на який час."),
        ("te", "పడవ స్తంభాన్ని ఢీకొట్టడంతో వంతెన మూసివేయబడింది."),
        ("bn", "বার্জ স্তম্ভে ধাক্কা দেওয়ার পর সেতুটি বন্ধ হয়ে গেছে।"),
        ("fa", "پل بسته شد زیرا کشتی به ستون برخورد کرد و هیچ کس نمی‌داند تا چه زمانی."),
        ("ur", "پل بند ہے کیونکہ کشتی ستون سے ٹکرا گئی تھی اور کوئی نہیں جانتا کہ کب تک۔"),
        ("is", "Brúin er lokuð eftir að pramminn rakst á stöpulinn og enginn veit hversu lengi það verður."),
        ("sw", "Daraja limefungwa baada ya jahazi kugonga nguzo, na hakuna anayejua ni kwa muda gani."),
        ("und", "12 34 …"),
        ("und", "xyzzyx"),
        ("und", "A boat."),
        ("und", ""),
    ],
)
def test_a_sentence_is_enough_to_tell_the_language(code: str, text: str) -> None:
    assert detect([text]) == code


def test_other_forms_of_the_same_characters_are_the_same_language() -> None:
    text = "Cây cầu đã bị đóng cửa sau khi sà lan đâm vào trụ cầu và không ai biết trong bao lâu."
    assert detect([unicodedata.normalize("NFD", text)]) == "vi"


def test_names_from_another_script_do_not_hide_the_language() -> None:
    assert detect(["Компания Google и компания Microsoft сказали, что они не знают об этом ничего."]) == "ru"


def test_every_language_that_can_be_identified_can_be_looked_up() -> None:
    assert {language(code).code for code in IDENTIFIED} == IDENTIFIED


def test_blocks_of_characters_are_in_order_and_do_not_overlap() -> None:
    edges = [edge for first, last, _ in BLOCKS for edge in (first, last)]
    assert edges == sorted(edges)
    assert {name for _, _, name in BLOCKS} >= set(SHARED)
    assert len(COLUMNS) == len(set(COLUMNS))


@given(st.lists(st.text()))
def test_any_text_gets_a_code(texts: list[str]) -> None:
    assert detect(texts) in IDENTIFIED | {"und"}
