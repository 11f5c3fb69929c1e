from __future__ import annotations

import json
import math
import subprocess
import sys
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import reprank
from reprank.phrases.keywords import keyword_at, rank_phrases
from reprank.phrases.scores import Weights
from reprank.selection import KeywordRequest
from reprank.summary import Keyword
from reprank.text.frequency import SHIFT, UNKNOWN_RANK, ZIPF
from reprank.text.languages import language
from tests.helpers import DATA, units_of

KEYPHRASES = DATA / "keyphrases"


def keywords_of(*texts: str, code: str = "en", top: int = 10, max_words: int = 4) -> tuple[Keyword, ...]:
    units = units_of(*texts, code=code)
    return rank_phrases(units, np.ones(len(units), dtype=np.bool_), KeywordRequest(top=top, max_words=max_words))


def texts(keywords: tuple[Keyword, ...]) -> list[str]:
    return [keyword.text for keyword in keywords]


def test_the_score_is_the_sum_that_one_works_out_by_hand() -> None:
    # Two phrases of two rare words, one of which occurs twice, and first; no names, no acronyms, no single words.
    units = units_of("the xylqua vemtor of the brimsol dwenk and the xylqua vemtor")
    first, second = rank_phrases(units, np.ones(1, dtype=np.bool_), KeywordRequest(top=5))
    assert (first.text, second.text) == ("xylqua vemtor", "brimsol dwenk")
    w = Weights()
    rarity = math.log10(ZIPF * (UNKNOWN_RANK + SHIFT))
    expected = [
        w.frequency * math.log(tf) + w.position * math.log1p(place) + w.spread * math.log1p(last - place)
        + w.characters * math.log(letters) + w.rarity * rarity + w.words * math.log(tf)
        for tf, place, last, letters in ((2, 1, 9, 12), (1, 5, 5, 12))
    ]  # fmt: skip
    assert first.score == 1.0
    assert second.score == pytest.approx(math.exp(expected[1] - expected[0]))


def test_over_several_documents_spread_counts_more_than_repetition() -> None:
    once = "The xylqua vemtor of it was what the brimsol dwenk was to it."
    twice = "The brimsol dwenk of it was what it was."
    spread = keywords_of(once, twice, "It was as the brimsol dwenk was.")
    assert texts(spread)[0] == "brimsol dwenk"


def test_every_occurrence_is_a_spelling_of_the_phrase(articles: list[str]) -> None:
    stem = language("en").stem
    for keyword in keywords_of(*articles, top=30):
        assert keyword.occurrences
        spelled = [articles[place.document][place.start : place.end] for place in keyword.occurrences]
        stems = {" ".join(stem(text.lower().replace("-", " ").replace("’", "'").split())) for text in spelled}
        assert len(stems) == 1
        assert keyword.text in [" ".join(text.split()) for text in spelled]


def test_keywords_of_the_articles_are_what_a_reader_would_name(articles: list[str]) -> None:
    found = texts(keywords_of(*articles))
    assert {"Kestrel Bridge", "central pier", "barge", "Sorrel"} <= set(found)


def test_the_order_of_documents_changes_nothing_but_where_things_stand(articles: list[str]) -> None:
    expected = [(keyword.text, pytest.approx(keyword.score)) for keyword in keywords_of(*articles[:4])]
    for order in permutations(articles[:4]):
        assert [(keyword.text, keyword.score) for keyword in keywords_of(*order)] == expected


def test_scores_are_relative_to_the_best_and_fall(articles: list[str]) -> None:
    scores = [keyword.score for keyword in keywords_of(*articles, top=50)]
    assert max(scores) == 1.0
    assert min(scores) > 0
    assert scores == sorted(scores, reverse=True)


def test_equal_scores_are_ordered_by_stems() -> None:
    # In documents of their own, alike in all that counts.
    assert texts(keywords_of("the vemtor qualx", "the brimso dwenk")) == ["brimso dwenk", "vemtor qualx"]


def test_a_part_of_a_keyword_is_one_only_if_it_stands_alone() -> None:
    inside = "The sensor network failed. A sensor network of the river. The sensor network."
    assert "network" not in texts(keywords_of(inside))
    assert "network" in texts(keywords_of(inside + " A network is what the network of the network was."))


def test_a_keyword_is_shown_as_it_most_often_stands_within_sentences() -> None:
    text = "Ferries left. Ferries came. Ferries sank. One saw ferries. It was of the ferry, and of ferries."
    assert texts(keywords_of(text))[0] == "ferries"


def test_of_equally_frequent_spellings_the_lower_case_one_is_shown() -> None:
    units = units_of("Rivers rivers RIVERS")
    keyword = keyword_at(units, np.array([0, 1, 2]), length=1, score=1.0)
    assert keyword.text == "rivers"
    assert [place.start for place in keyword.occurrences] == [0, 7, 14]


def test_a_line_break_within_a_phrase_is_a_space_in_the_keyword() -> None:
    keyword = keywords_of("It was of the central\n  pier.")[0]
    assert keyword.text == "central pier"
    assert (keyword.occurrences[0].start, keyword.occurrences[0].end) == (14, 28)


def test_names_and_news_prefer_single_words_and_technical_prose_compounds() -> None:
    news = "Lubitz flew to Marseille. He met Menichini in Paris. The prosecutor of Marseille had asked Menichini why."
    prose = "The routing protocol of a sensor network saves energy. In the sensor network, a routing protocol fails."
    assert all(" " not in text for text in texts(keywords_of(news, top=3)))
    assert all(" " in text for text in texts(keywords_of(prose, top=2)))


def test_no_keyword_of_seen_documents_is_named_and_no_place_in_them() -> None:
    units = units_of("A barge struck the pier.", "The barge left the harbour.")
    found = rank_phrases(units, units.document == 0, KeywordRequest(top=10))
    assert {keyword.text for keyword in found} == {"barge", "pier"}
    assert {place.document for keyword in found for place in keyword.occurrences} == {0}


def test_counts_as_centrality_change_nothing_on_any_scale(articles: list[str]) -> None:
    units = units_of(articles[0])
    everything = np.ones(len(units), dtype=np.bool_)
    stems = units.stems
    counts = np.bincount(stems.stem, minlength=len(stems.names)).astype(float)
    expected = texts(rank_phrases(units, everything, KeywordRequest(top=10)))
    for centrality in (counts, counts / 1000, np.zeros(len(counts))):
        assert texts(rank_phrases(units, everything, KeywordRequest(top=10), centrality=centrality)) == expected


def test_a_central_word_lifts_its_phrase() -> None:
    units = units_of("The xylqua vemtor of it was what the brimsol dwenk was to it.")
    stems = units.stems
    central = np.ones(len(stems.names))
    central[stems.names.index("dwenk")] = 1000.0
    found = rank_phrases(units, np.ones(1, dtype=np.bool_), KeywordRequest(top=2), centrality=central)
    assert found[0].text == "brimsol dwenk"


@pytest.mark.parametrize("max_words", [1, 2, 3, 4, 6])
def test_no_keyword_has_more_words_than_allowed(articles: list[str], max_words: int) -> None:
    found = keywords_of(*articles, top=60, max_words=max_words)
    assert len(found) > 20
    assert max(len(keyword.text.split()) for keyword in found) <= max_words


@pytest.mark.parametrize("text", ["", " ", "the", "the of and", "42", "?!", "\x00", "\ud800", "'", "-", "'s 's"])
def test_text_without_phrases_has_no_keywords(text: str) -> None:
    assert keywords_of(text) == ()
    assert keywords_of("A barge.", top=0) == keywords_of("A barge.", max_words=0) == ()


def test_chinese_keywords_are_words_that_recur() -> None:
    text = "驳船撞上了红隼大桥的中央桥墩，大桥关闭。中央桥墩上有裂缝。中央桥墩的修复需要四个月。红隼大桥是唯一的公路。"
    assert texts(keywords_of(text, code="zh", top=2)) == ["中央桥墩", "红隼大桥"]


def test_french_keywords_have_no_article() -> None:
    text = "L'océan Indien est là. Les victimes de l'océan Indien sont là. Il est dans l’océan Indien."
    keyword = keywords_of(text, code="fr")[0]
    assert keyword.text == "océan Indien"
    assert [text[place.start : place.end] for place in keyword.occurrences] == ["océan Indien"] * 3


PIECES = st.sampled_from(
    ["river", "Bridge", "of", "the", "real-time", "U.S.", "C++", ", ", "'s", "\n", "中央", "é", "3", ". "]
)


@given(st.lists(st.lists(PIECES, max_size=25).map(" ".join), max_size=3), st.sampled_from(["en", "fr", "zh"]))
def test_whatever_the_text_places_are_right_and_none_is_named_twice(documents: list[str], code: str) -> None:
    found = keywords_of(*documents, code=code, top=20)
    places = [(place.document, place.start, place.end) for keyword in found for place in keyword.occurrences]
    assert len(places) == len(set(places))
    for document, start, end in places:
        spelled = documents[document][start:end]
        assert spelled == spelled.strip() != ""
    assert len({keyword.text.lower() for keyword in found}) == len(found)


@pytest.mark.slow
def test_keywords_are_the_same_whatever_the_hash_seed(articles: list[str]) -> None:
    code = "import reprank, sys; print([(k.text, k.score) for k in reprank.keywords(sys.stdin.read())])"
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            input=articles[0],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(reprank.__file__).parent.parent)},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


@pytest.mark.slow
@pytest.mark.skipif(not KEYPHRASES.exists(), reason="the development data are not here: set REPRANK_DATA")
@pytest.mark.parametrize(("name", "least"), [("inspec", 0.36), ("500n", 0.16), ("wikinews-fr", 0.40)])
def test_keyphrases_of_development_texts_are_found(name: str, least: float) -> None:
    from reprank.evaluation.datasets import KeyphraseText
    from reprank.evaluation.keyphrases import Keyphrases, KeyphraseSettings

    code = "fr" if name.endswith("fr") else "en"
    rows = [json.loads(line) for line in (KEYPHRASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()[:150]]
    gold = [KeyphraseText(str(row["id"]), row["text"], tuple(row["keyphrases"])) for row in rows]
    metric = Keyphrases(KeyphraseSettings(language=code))
    found = [metric.prepare(text).scores(texts(keywords_of(text.text, code=code)), (10,))[10].f1 for text in gold]
    assert sum(found) / len(found) > least


def test_keywords_follow_the_settings_of_their_reprank() -> None:
    from reprank import RepRank
    from reprank.coverage.graph import Shares
    from reprank.coverage.method import Coverage

    text = (
        "Sensor networks fail. Batteries fail in winter. Sensor batteries are small. Networks of batteries grow fast."
    )
    scores = [
        [keyword.score for keyword in RepRank(Coverage(shares=shares)).keywords(text)]
        for shares in (Shares(), Shares(sentence_to_sentence=0.0, sentence_to_term=0.9, term_to_sentence=0.1))
    ]
    assert scores[0] != scores[1]


def test_the_last_word_of_a_name_is_no_keyword_beside_it() -> None:
    text = (
        "The barge hit the Kestrel Bridge on Monday. The Kestrel Bridge stays closed. Engineers inspect the bridge. "
        "Repairs of the bridge take months. Nobody may walk over the Kestrel Bridge."
    )
    found = [keyword.text for keyword in reprank.keywords(text, top=5, language="en")]
    assert "Kestrel Bridge" in found
    assert "bridge" not in found


def test_a_phrase_that_only_the_title_has_can_be_a_keyword() -> None:
    body = "The river rose all night and closed the road. Engineers found a fracture. The road opens again in July."
    found = [keyword.text for keyword in reprank.keywords("Landslide warning for Port Alder\n" + body, language="en")]
    assert "Port Alder" in found


def test_a_word_with_and_without_an_elided_article_is_one_keyword_in_every_language() -> None:
    text = "L'aqüeducte obre avui. Un aqüeducte romà porta aigua. La història de l'aqüeducte."
    for code in ("ca", "fr", "it", "und"):
        places = [it for it in reprank.keywords(text, language=code) if it.text == "aqüeducte"]
        assert [[place.start for place in keyword.occurrences] for keyword in places] == [[2, 26, 71]], code


def test_a_part_of_several_words_is_not_listed_beside_its_whole() -> None:
    text = (
        "Chief engineer Tomas Reyne closed the bridge. The chief engineer Tomas Reyne spoke on Monday. "
        "Tomas Reyne had warned of the ice. The ice broke the bridge, chief engineer Tomas Reyne said."
    )
    found = [keyword.text.lower() for keyword in reprank.keywords(text, top=10)]
    assert "chief engineer tomas reyne" in found
    assert "tomas reyne" not in found
    assert "Tomas Reyne" in [keyword.text for keyword in reprank.keywords(text, candidates=["Tomas Reyne", "ice"])]


def test_no_part_of_an_address_is_a_keyword() -> None:
    text = (
        "The mill has a page at https://mill.example.org/wheel/paddles and a shop at www.flour.example. "
        "Write to miller@corn.example.net about the wheel. The old wheel of the mill turns again."
    )
    found = " ".join(keyword.text for keyword in reprank.keywords(text, top=20))
    assert "wheel" in found
    assert not [part for part in ("example", "paddles", "flour", "corn", "miller") if part in found]


def test_a_keyword_without_spaces_is_not_listed_again_moved_by_a_character() -> None:
    text = "新型水泵检测仪已在三个村庄使用。新型水泵检测仪运行良好。村庄称赞新型水泵检测仪。"
    found = [keyword.text for keyword in reprank.keywords(text, top=10)]
    assert "新型水泵检测仪" in found
    assert not any(other != "新型水泵检测仪" and len(set(other) & set("新型水泵检测仪")) > 3 for other in found)


def test_a_burmese_keyword_never_begins_with_the_final_consonant_of_a_syllable() -> None:
    text = "ရန်ကုန်မြို့တော်ခန်းမ ဖွင့်သည်။ ရန်ကုန်မြို့တော်ခန်းမ ကြီးသည်။ လူများ ရန်ကုန်မြို့တော်ခန်းမ သို့ လာသည်။"
    found = [keyword.text for keyword in reprank.keywords(text, top=10)]
    assert found
    assert all("\u103a" not in keyword[1:2] for keyword in found)


def test_a_keyword_that_is_divided_at_the_end_of_a_line_is_listed_once_with_all_its_places() -> None:
    texts = ["The water-\nwheel turns the mill.", "The water-wheel is old. Eels sleep."]
    found = reprank.keywords(texts, top=10)
    assert [keyword.text for keyword in found].count("water-wheel") == 1
    wheel = next(keyword for keyword in found if keyword.text == "water-wheel")
    assert [(place.document, place.start) for place in wheel.occurrences] == [(0, 4), (1, 4)]
