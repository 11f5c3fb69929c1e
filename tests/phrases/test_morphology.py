from __future__ import annotations

import unicodedata

import pytest

import reprank

KOREAN = (
    "강원도 산불로 주민 4천 명이 대피했다. 산불은 토요일 밤 고성군의 변압기에서 시작된 것으로 "
    "추정된다. 소방당국은 헬기를 투입해 산불을 진화하고 있다. 정부는 강원도에 재난사태를 선포했다. "
    "산불이 난 지역의 학교는 휴교했다."
)
ARABIC = (
    "ضرب زلزال قوي شمال المغرب ليلة الجمعة. وأعلنت الحكومة حالة الطوارئ في المنطقة. الزلزال دمر عشرات المنازل في "
    "القرى. "
    "وقال رئيس الحكومة إن فرق الإنقاذ تبحث عن ناجين. والحكومة ترسل فرق إنقاذ إلى المغرب بعد الزلزال."
)
RUSSIAN = (
    "Лесные пожары в Сибири охватили миллион гектаров. Губернатор заявил, что тушить пожары в отдалённых районах "
    "экономически невыгодно. Это заявление вызвало возмущение жителей. Военные самолёты начали тушить лесные пожары."
)
SPANISH = (
    "Un incendio forestal obliga a evacuar a dos mil personas en Castellón. El incendio forestal declarado el jueves "
    "avanzó sin control. El gobierno envió al ejército para apagar el incendio. La sequía favorece el incendio."
)
THAI = (
    "น้ำท่วมหนักในจังหวัดเชียงใหม่ทำให้ประชาชนหลายพันคนต้องอพยพ ระดับน้ำในแม่น้ำปิงสูงขึ้นอย่างรวดเร็ว "
    "ผู้ว่าราชการจังหวัดเชียงใหม่ประกาศให้พื้นที่น้ำท่วมเป็นเขตภัยพิบัติ โรงเรียนในเชียงใหม่ปิดทำการ "
    "ทหารช่วยอพยพประชาชนออกจากพื้นที่น้ำท่วม"
)
TAMIL = (
    "சென்னையில் கனமழை காரணமாக வெள்ளம் ஏற்பட்டுள்ளது. பள்ளிகளுக்கு அரசு விடுமுறை அறிவித்துள்ளது. வெள்ளம் பாதித்த "
    "பகுதிகளில் மீட்புப் பணிகள் நடைபெறுகின்றன. கனமழை மேலும் இரண்டு நாட்கள் நீடிக்கும்."
)
GERMAN = "Das Hochwasser der Elbe überflutet Häuser. Helfer stapeln Sandsäcke. Das Hochwasser bedroht Dresden."


def keywords(text: str, code: str) -> list[str]:
    return [str(keyword) for keyword in reprank.keywords(text, language=code)]


def test_korean_keywords_are_nouns_without_particles_and_no_predicates() -> None:
    found = keywords(KOREAN, "ko")
    assert "산불" in found[:3]
    assert "강원도" in found[:3]  # the province, not "Gangwon too"
    assert not any(text.endswith(("다", "는", "을", "를", "에서", "된")) for text in found)


def test_every_inflection_of_a_korean_noun_is_an_occurrence_of_it() -> None:
    fire = next(keyword for keyword in reprank.keywords(KOREAN, language="ko") if keyword.text == "산불")
    assert len(fire.occurrences) == KOREAN.count("산불") == 4
    assert {KOREAN[place.start : place.end] for place in fire.occurrences} == {"산불"}


def test_arabic_keywords_have_no_conjunction_before_the_article_and_no_verb_with_one() -> None:
    found = keywords(ARABIC, "ar")
    assert any("الحكومة" in text for text in found)
    assert not any(word.startswith("وال") or word == "وأعلنت" for text in found for word in text.split())


def test_russian_and_spanish_keywords_hold_no_verbs() -> None:
    words = {word for text in keywords(RUSSIAN, "ru") for word in text.lower().split()}
    assert {"лесные", "пожары"} <= words
    assert not words & {"охватили", "заявил", "тушить", "вызвало", "экономически", "невыгодно", "начали"}
    words = {word for text in keywords(SPANISH, "es") for word in text.lower().split()}
    assert {"incendio", "forestal"} <= words
    assert not words & {"evacuar", "declarado", "avanzó", "envió", "apagar"}


def test_german_keywords_hold_no_word_in_lower_case() -> None:
    found = keywords(GERMAN, "de")
    assert {"Hochwasser", "Elbe", "Dresden"} <= set(found)
    assert not any(word[0].islower() for text in found for word in text.split())


def test_a_language_without_rules_has_short_keywords() -> None:
    found = keywords(TAMIL, "ta")
    assert {"கனமழை", "வெள்ளம்"} <= set(found)
    assert all(len(text.split()) <= 2 for text in found)


@pytest.mark.parametrize(("text", "code"), [(THAI, "th"), (TAMIL, "ta")])
def test_no_keyword_begins_or_ends_inside_a_written_syllable(text: str, code: str) -> None:
    found = reprank.keywords(text, top=30, language=code)
    assert found
    for keyword in found:
        for place in keyword.occurrences:
            inside = text[place.start : place.end]
            after = text[place.end : place.end + 1]
            assert unicodedata.category(inside[0]) not in ("Mn", "Mc")
            assert inside[0] not in "ะาำๅ"
            assert inside[-1] not in "เแโใไ"
            assert not after or (unicodedata.category(after) not in ("Mn", "Mc") and after not in "ะาำๅ")


def test_thai_keywords_are_what_the_text_is_about() -> None:
    assert {"น้ำท่วม", "เชียงใหม่"} & set(keywords(THAI, "th"))
