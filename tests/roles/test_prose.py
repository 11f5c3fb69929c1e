"""What the fitted weights call prose, on sentences that were written for this project and that no editor marked."""

from __future__ import annotations

import numpy as np
import pytest

import reprank
from reprank.roles.reading import roles_of
from reprank.text.documents import Block, Document
from reprank.text.languages import language
from reprank.text.units import Units, read_units

BODY = (
    "The river rose all night and closed the bridge. Engineers found a fracture in the central pier. "
    "The ferry will carry cars from Thursday on. Repairs will take between four and six months."
)


def units_of(*texts: str, code: str = "en") -> Units:
    return read_units([Document(text) for text in texts], language(code))


def prose(*texts: str, code: str = "en") -> list[str]:
    units = units_of(*texts, code=code)
    return [units.texts[i] for i in np.flatnonzero(roles_of(units).prose)]


@pytest.mark.parametrize(
    "debris",
    [
        "Image copyright AFP Image caption The mayor in her office on Friday",
        "You can add a location to your Tweets from the web.",
        "FLOOD CLOSES THE BRIDGE AND THE SCHOOL ON TUESDAY.",
        "Copyright 2018 Harbour Gazette.",
        "Sign up for our newsletter to get the news first.",
        "All authors read and approved the final manuscript.",
        "Mayor promises help for flooded families in the old town",
        "2018-07-24 10:33 river bridge closed ferry ship harbour",
        "Watch the full video of the ferry below, made by the harbour.",
        "Learn more about the floods of 1931 in the harbour museum.",
        "Editor's note: Lena Ortiz writes about bridges and the harbour.",
        "Would you like to proceed to the old page of the harbour?",
        "Please check your email and click on the link to open your harbour page.",
        "In this May 3, 2024, file photo, a barge leaves the harbour of Port Alder.",
        "Mayor Lena Ortiz (left) and engineer Tomas Reyne at the bridge on Monday.",
    ],
)
def test_debris_is_no_prose_and_is_not_selected(debris: str) -> None:
    text = f"{BODY}\n\n{debris}\n\nThe mayor thanked the engineers for their work. The harbour will stay open."
    assert debris not in prose(text)
    assert debris.split(".")[0] not in str(reprank.summarize(text, words=35))


@pytest.mark.parametrize(
    "text",
    [
        "It is just um the {disfmarker}",
        "Read the whole story at https://example.org/story today.",
        "Ann Lee and Bo Chan contributed to this report.",
        "2005/01/08 Donations for the victims of the flood",
    ],
)
def test_boilerplate_and_broken_off_speech_are_no_prose(text: str) -> None:
    assert not prose(text)


@pytest.mark.parametrize(
    "sentence",
    [
        "Figure 3 shows the water level at the central pier.",
        "The battle of Port Alder was fought on June 3, 1863.",
        "The barge struck the pier on June 3, 2024.",
    ],
)
def test_what_tells_something_is_prose(sentence: str) -> None:
    assert sentence in prose(f"{BODY} {sentence} The mayor thanked the engineers for their work.")


def test_headlines_are_left_out_even_where_every_document_has_one() -> None:
    headlines = ["River closes the only bridge to the island", "Ferry to carry cars from Thursday, county says"]
    assert not set(headlines) & set(prose(*(f"{headline}\n\n{BODY}" for headline in headlines)))


def test_headings_tables_bylines_and_fragments_are_no_prose() -> None:
    text = (
        "Annual report of the harbour office\n\n"
        "By Ann Lee, staff writer\n\n"
        "2019 | 34.5 | 12.2 | 99.1 | 18.4 | 3.3 | 12.9\n\n"
        "No way.\n\n"
        "The harbour handled more ships than ever before."
    )
    found = prose(f"{text}\n\n{BODY}")
    assert found[0] == "The harbour handled more ships than ever before."
    assert set(found[1:]) <= set(prose(BODY))


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("hi", "मुख्यमंत्री ने कहा कि यह सौ साल की सबसे भीषण बाढ़ है।"),
        ("bn", "মুখ্যমন্ত্রী বলেছেন যে এটি একশো বছরের সবচেয়ে ভয়াবহ বন্যা।"),
        ("ta", "இது நூறு ஆண்டுகளில் மிக மோசமான வெள்ளம் என்று முதலமைச்சர் கூறினார்."),
        ("te", "ఇది వందేళ్లలో అత్యంత దారుణమైన వరద అని ముఖ్యమంత్రి అన్నారు."),
        ("my", "တံတားကို ပိတ်ထားပြီး မြစ်ရေ တက်လာသည်။"),
        ("ar", "قَالَ الوَزِيرُ إِنَّ الجِسْرَ أُغْلِقَ بَعْدَ الحَادِثِ فِي اللَّيْلِ."),
        ("he", "רֹאשׁ הַמֶּמְשָׁלָה אָמַר כִּי הַגֶּשֶׁר נִסְגַּר אַחֲרֵי הַהִתְנַגְּשׁוּת."),
    ],
)
def test_sentences_in_scripts_with_vowel_signs_are_hardly_debris(code: str, text: str) -> None:
    assert roles_of(units_of(text, code=code)).debris[0] < 0.5


@pytest.mark.parametrize(
    ("text", "is_title"),
    [
        ("Runaway barge closes the bridge\n" + BODY, True),
        ("RUNAWAY BARGE CLOSES THE BRIDGE\n\n" + BODY, True),
        ("Runaway barge closes the bridge " + BODY, False),
        ("The barge closed the bridge on Monday.\n" + BODY, False),
        ("Home\n" + BODY, False),
    ],
)
def test_a_first_line_without_a_mark_is_a_title(text: str, is_title: bool) -> None:
    units = units_of(text)
    assert bool(units.title_lines[0]) is is_title
    assert not units.title_lines[1:].any()


def test_a_title_raises_the_sentences_that_speak_of_it_and_is_not_selected() -> None:
    titled = reprank.rank("Ferry carries cars across the river\n" + BODY)
    plain = reprank.rank("The weather is good in April.\n" + BODY)
    speaking, before = (
        made.explain(next(it for it in made.sentences if "The ferry" in it.text), sentences=1).value
        for made in (titled, plain)
    )
    assert speaking > before
    assert "Ferry carries" not in str(titled.summarize(words=10))


def test_the_first_whole_sentence_under_a_title_is_prose_even_if_it_is_short_and_plain() -> None:
    tool = "Harbour logs, formatted by Kestrel alone."
    text = f"Kestrel\n=======\n\n{{}}\n\nUsage\n=====\n\n{BODY}\n"
    assert 0.45 < roles_of(units_of(text.format(tool))).debris[1] < 0.6
    assert tool in prose(text.format(tool))
    assert tool not in prose(text.format(f"{BODY}\n\n{tool}"))


def test_a_notice_of_the_site_at_the_head_of_a_page_is_no_prose() -> None:
    notice = "記事の共有や会議資料への転載、印刷などをご希望の方は、リンク先をご覧ください。"
    story = "村の水車小屋は月曜日の夜の大雨で壊れた。新しい水車は来年の春に完成する予定だ。"
    page = reprank.Document(
        f"お知らせ\n\n{notice}\n\n{story}",
        blocks=(
            Block(0, 4, "heading"),
            Block(6, 6 + len(notice)),
            Block(8 + len(notice), 8 + len(notice) + len(story)),
        ),
    )
    units = read_units([page], language("ja"))
    texts = [units.texts[i] for i in np.flatnonzero(roles_of(units).prose)]
    assert texts == ["村の水車小屋は月曜日の夜の大雨で壊れた。", "新しい水車は来年の春に完成する予定だ。"]


def test_a_chinese_sentence_with_a_pronoun_stands_alone_less_than_one_with_a_name() -> None:
    units = units_of("李明修好了村里的水车。李明认为，河水明年会上涨。在他看来，水车还能用一百年。", code="zh")
    alone = roles_of(units).alone
    assert alone[2] < alone[1]


def test_an_opening_that_names_the_title_is_no_debris() -> None:
    tool = "Harbour logs, formatted by Kestrel alone."
    text = f"Kestrel\n\n{tool}\n\nUsage\n\n{BODY}"
    edges = [0, 7, 9, 9 + len(tool), 11 + len(tool), 16 + len(tool), 18 + len(tool), len(text)]
    blocks = tuple(map(Block, edges[::2], edges[1::2], ("heading", "prose", "heading", "prose")))
    titled, other = (
        roles_of(read_units([Document(text, title=title, blocks=blocks)], language("en")))
        for title in ("Kestrel", "Eel")
    )
    assert titled.debris[1] == 0 < 0.45 < other.debris[1]


def test_a_short_opening_that_says_who_somebody_was_is_no_debris() -> None:
    life = "He kept bees and wrote about them for forty years. The village of Tarn bought his house and his papers."
    born = "Jorin Abbel (14 November 1803 – 31 October 1879) was a Sorrel beekeeper."
    assert roles_of(units_of(f"{born}\n\n{life}")).prose[0]
    assert not roles_of(units_of(f"Bees (14 November 1803 – 31 October 1879), pictures 2 to 4.\n\n{life}")).prose[0]
