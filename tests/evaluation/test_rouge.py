"""ROUGE against hand-worked cases, brute force, dynamic programming, Google's rouge-score and the Perl ROUGE-1.5.5."""

import itertools
import json
from collections import Counter
from pathlib import Path
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reprank.errors import DataError, InputError, LanguageError
from reprank.evaluation.overlaps import Positions, lcs_length, lcs_places
from reprank.evaluation.rouge import Rouge, RougeSettings, first_bytes, first_words
from reprank.evaluation.tokenization import tokenizer
from tests.helpers import DATA

SHARED = DATA / "summaries"
GOOGLE = {"rouge-1": "rouge1", "rouge-2": "rouge2", "rouge-3": "rouge3", "rouge-l": "rougeL", "rouge-lsum": "rougeLsum"}
TEXTS = [
    "The river rose three metres overnight.\nFarmers moved their cattle to higher ground, and nobody was hurt.",
    "Overnight the water level climbed by 3 metres; cattle were moving uphill with their farmers.\nNobody died.",
    "Nobody was hurt when the river flooded: the farmers' quick moves saved half-drowned cattle.",
    "Engineers blame the dam's ageing gates. Engineers had warned of the gates. The gates failed, they said.",
    "Die Brücke wurde 1897 eröffnet - naïve façade, İstanbul's cafés",
    "one",
    "",
    " \n.,;\n",
]


def plain(**options) -> Rouge:
    return Rouge(RougeSettings(**({"stem": "none"} | options)))


def triple(score) -> object:
    return pytest.approx((score.precision, score.recall, score.f1), abs=1e-9)


def values(score) -> tuple[float, float, float]:
    return (score.precision, score.recall, score.f1)


# Hand-worked: Lin (2004), section 3: the reference and two candidates that ROUGE-L tells apart.
LIN = "police killed the gunman"


@pytest.mark.parametrize(
    ("candidate", "metric", "expected"),
    [
        ("police kill the gunman", "rouge-1", 3 / 4),
        ("police kill the gunman", "rouge-2", 1 / 3),
        ("police kill the gunman", "rouge-l", 3 / 4),
        ("the gunman kill police", "rouge-2", 1 / 3),
        ("the gunman kill police", "rouge-l", 2 / 4),
        ("the the the the", "rouge-1", 1 / 4),  # clipped: the reference has one "the"
        ("something else", "rouge-1", 0.0),
        ("", "rouge-l", 0.0),
        ("police", "rouge-2", 0.0),
    ],
)
def test_recall_of_hand_worked_examples(candidate, metric, expected) -> None:
    assert plain().prepare([LIN]).score(candidate, metric).recall == pytest.approx(expected)


def test_precision_recall_and_f1_of_a_hand_worked_example() -> None:
    score = plain().prepare(["a b c d e f"]).score("a b x", "rouge-1")
    assert values(score) == pytest.approx((2 / 3, 2 / 6, 2 * (2 / 3) * (1 / 3) / (2 / 3 + 1 / 3)))


def test_su4_of_a_hand_worked_example() -> None:
    # Reference pairs: ab ac ad bc bd cd and words a b c; candidate pairs: ac ad cd and words a c.
    score = plain().prepare(["a b c d"]).score("a c d", "rouge-su4")
    assert values(score)[:2] == pytest.approx((5 / 5, 5 / 9))


def brute_su(words, gap) -> Counter:
    units = Counter(words[:-1])
    for i, j in itertools.combinations(range(len(words)), 2):
        if j - i - 1 <= gap:
            units[words[i], words[j]] += 1
    return units


words = st.lists(st.sampled_from("abcde"), max_size=14)


@given(words, words, st.integers(0, 9))
def test_skip_bigrams_are_all_pairs_within_the_gap(candidate, reference, gap) -> None:
    score = plain().prepare([" ".join(reference)]).score(" ".join(candidate), f"rouge-su{gap}")
    own, other = brute_su(candidate, gap), brute_su(reference, gap)
    hits = sum((own & other).values())
    assert score.precision == pytest.approx(hits / max(sum(own.values()), 1))
    assert score.recall == pytest.approx(hits / max(sum(other.values()), 1))


def lcs_by_table(one, other) -> int:
    table = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for i, j in itertools.product(range(len(one)), range(len(other))):
        same = one[i] == other[j]
        table[i + 1][j + 1] = table[i][j] + 1 if same else max(table[i][j + 1], table[i + 1][j])
    return table[-1][-1]


long_words = st.lists(st.sampled_from("abcdefgh"), max_size=150)


@given(long_words, long_words)
def test_the_bit_parallel_subsequence_is_as_long_as_the_tables(candidate, reference) -> None:
    assert lcs_length(candidate, Positions.of(reference)) == lcs_by_table(candidate, reference)


@given(words, words)
def test_the_places_read_back_are_a_longest_common_subsequence(candidate, reference) -> None:
    places = sorted(lcs_places(candidate, Positions.of(reference)))
    assert len(places) == lcs_by_table(candidate, reference)
    rest = iter(candidate)
    assert all(reference[place] in rest for place in places)  # "in" consumes: order is kept


def google(candidate, reference, *, stem) -> dict:
    scorer = pytest.importorskip("rouge_score.rouge_scorer").RougeScorer(
        list(GOOGLE.values()), use_stemmer=stem == "porter"
    )
    return {
        metric: (score.precision, score.recall, score.fmeasure)
        for metric, name in GOOGLE.items()
        for score in [scorer.score(reference, candidate)[name]]
    }


@pytest.mark.parametrize("stem", ["none", "porter"])
@pytest.mark.parametrize(("candidate", "reference"), list(itertools.product(TEXTS, TEXTS)))
def test_scores_equal_googles_rouge_score(candidate, reference, stem) -> None:
    scores = Rouge(RougeSettings(stem=stem)).prepare([reference]).scores(candidate, list(GOOGLE))
    for metric, expected in google(candidate, reference, stem=stem).items():
        assert expected == triple(scores[metric]), metric


lines = st.lists(st.lists(st.sampled_from("abcde"), max_size=8), max_size=4).map(
    lambda rows: "\n".join(" ".join(row) for row in rows)
)


@given(lines, lines)
def test_the_union_of_subsequences_equals_googles(candidate, reference) -> None:
    expected = google(candidate, reference, stem="none")["rouge-lsum"]
    assert expected == triple(plain().prepare([reference]).score(candidate, "rouge-lsum"))


@pytest.mark.slow
@pytest.mark.skipif(not SHARED.is_dir(), reason="the development data are not here: set REPRANK_DATA")
@pytest.mark.parametrize("stem", ["none", "porter"])
@pytest.mark.parametrize("name", ["multiling-en", "multi-news", "cnn", "squality", "multiling-fr"])
def test_scores_of_real_texts_equal_googles_rouge_score(name, stem) -> None:
    with (SHARED / f"{name}.jsonl").open(encoding="utf-8") as file:
        clusters = [json.loads(line) for line in itertools.islice(file, 2)]
    for cluster in clusters:
        candidate = " ".join(cluster["documents"][0].split(" ")[:100])
        for reference in cluster["references"][:2]:
            scores = Rouge(RougeSettings(stem=stem)).prepare([reference]).scores(candidate, list(GOOGLE))
            for metric, expected in google(candidate, reference, stem=stem).items():
                assert expected == triple(scores[metric]), (cluster["id"], metric)


def single_scores(candidate, references, metric) -> list:
    return [values(plain().prepare([reference]).score(candidate, metric)) for reference in references]


@pytest.mark.parametrize("metric", ["rouge-1", "rouge-2", "rouge-l", "rouge-su4"])
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_the_jackknife_equals_leaving_each_reference_out_in_turn(metric, count) -> None:
    candidate, references = TEXTS[3], TEXTS[:count]
    singles = single_scores(candidate, references, metric)
    rounds = [[s for j, s in enumerate(singles) if j != i] or singles for i in range(count)]
    expected = [sum(max(s[k] for s in others) for others in rounds) / count for k in range(3)]
    score = plain(references="jackknife").prepare(references).score(candidate, metric)
    assert values(score) == pytest.approx(expected, abs=1e-12)


PERL = json.loads((Path(__file__).parent / "rouge155.json").read_text(encoding="utf-8"))
PERL_SETTINGS = {
    "no stemming": {"stem": "none", "references": "pooled"},
    "-m without WordNet's exceptions": {"stem": "rouge-1.5.5", "references": "pooled"},
    "-m": {"stem": "rouge-1.5.5", "references": "pooled", "exceptions": True},
    "-m -l 15": {"stem": "rouge-1.5.5", "references": "pooled", "exceptions": True, "word_limit": 15},
    "-m -b 75": {"stem": "rouge-1.5.5", "references": "pooled", "exceptions": True, "byte_limit": 75},
    "-m, each reference left out in turn": {
        "stem": "rouge-1.5.5",
        "references": "jackknife-pooled",
        "exceptions": True,
    },
}


@pytest.fixture(scope="module")
def exceptions(tmp_path_factory) -> str:
    folder = tmp_path_factory.mktemp("wordnet")
    for name in ("adj", "adv", "noun"):
        (folder / f"{name}.exc").write_text("", encoding="utf-8")
    lines = (f"{word} {base}\n" for word, base in PERL["exceptions"].items())
    (folder / "verb.exc").write_text("".join(lines), encoding="utf-8")
    return str(folder)


@pytest.mark.parametrize("name", PERL_SETTINGS)
def test_scores_equal_those_that_the_perl_program_printed(name, exceptions) -> None:
    settings = dict(PERL_SETTINGS[name])
    if "exceptions" in settings:
        settings["exceptions"] = exceptions
    metrics = list(PERL["outputs"][name][0])
    if "-b" in name:
        metrics.remove("rouge-lsum")  # the program forgets the byte limit for ROUGE-L
    assert len(metrics) >= 3
    for item, printed in zip(PERL["texts"], PERL["outputs"][name], strict=True):
        ours = Rouge(RougeSettings(**settings)).prepare(item["references"]).scores(item["candidate"], metrics)
        for metric in metrics:
            score = ours[metric]
            assert (score.recall, score.precision, score.f1) == pytest.approx(printed[metric], abs=1.1e-5)


def test_the_perl_programs_stems_change_its_scores() -> None:
    names = ("no stemming", "-m without WordNet's exceptions", "-m")
    recalls = [[text["rouge-1"][0] for text in PERL["outputs"][name]] for name in names]
    assert recalls[0] != recalls[1] != recalls[2]


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({}, r"adj\.exc: No such file or directory: wanted a folder with WordNet's adj\.exc"),
        ({"adj.exc": "better\n"}, r"adj\.exc:1: wanted an inflected word and its base form; got 'better'"),
    ],
)
def test_exceptions_that_cannot_be_read_are_named(tmp_path, files, message) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=message):
        Rouge(RougeSettings(stem="rouge-1.5.5", exceptions=str(tmp_path))).prepare(["text"])


@pytest.mark.parametrize("metric", ["rouge-1", "rouge-2", "rouge-su4"])
def test_the_pooled_jackknife_equals_pooling_without_each_reference_in_turn(metric) -> None:
    candidate, references = TEXTS[0], TEXTS[1:4]
    ours = plain(references="jackknife-pooled").prepare(references).score(candidate, metric)
    parts = [
        values(plain(references="pooled").prepare(others).score(candidate, metric))
        for others in itertools.combinations(references, 2)
    ]
    assert values(ours) == pytest.approx([sum(column) / 3 for column in zip(*parts, strict=True)])
    one = plain(references="jackknife-pooled").prepare(references[:1]).score(candidate, metric)
    assert values(one) == values(plain().prepare(references[:1]).score(candidate, metric))


def test_the_mean_over_references_is_the_mean_of_single_scores() -> None:
    singles = single_scores(TEXTS[1], TEXTS[:3], "rouge-2")
    score = plain(references="mean").prepare(TEXTS[:3]).score(TEXTS[1], "rouge-2")
    assert values(score) == pytest.approx([sum(column) / 3 for column in zip(*singles, strict=True)])


@pytest.mark.parametrize("metric", ["rouge-1", "rouge-2", "rouge-l"])
def test_the_best_reference_is_that_of_googles_score_multi(metric) -> None:
    scorer = pytest.importorskip("rouge_score.rouge_scorer").RougeScorer([GOOGLE[metric]], use_stemmer=True)
    for candidate in TEXTS:
        best = scorer.score_multi(TEXTS[:4], candidate)[GOOGLE[metric]]
        score = Rouge(RougeSettings(references="max")).prepare(TEXTS[:4]).score(candidate, metric)
        assert (best.precision, best.recall, best.fmeasure) == triple(score)


def test_pooling_adds_hits_and_units_before_dividing() -> None:
    score = plain(references="pooled").prepare(["a b c d", "a x"]).score("a b", "rouge-1")
    assert values(score)[:2] == pytest.approx((3 / 4, 3 / 6))


def test_a_word_limit_reads_the_first_words_of_candidate_and_references() -> None:
    limited = plain(word_limit=2).prepare(["a b c d"]).score("a x b c d", "rouge-1")
    assert values(limited)[:2] == pytest.approx((1 / 2, 1 / 2))
    candidate_only = plain(word_limit=2, limit_references=False).prepare(["a b c d"]).score("a x b c d", "rouge-1")
    assert values(candidate_only)[:2] == pytest.approx((1 / 2, 1 / 4))


def test_hyphenated_words_count_once_towards_the_limit_and_twice_in_the_score() -> None:
    score = plain(word_limit=1, limit_references=False).prepare(["well known"]).score("well-known fact", "rouge-1")
    assert score.precision == 1.0


def test_a_byte_limit_cuts_within_a_word_and_does_not_count_line_breaks() -> None:
    assert first_bytes(["abc", "def"], 5) == ["abc", "de"]
    score = plain(byte_limit=5, limit_references=False).prepare(["abc de"]).score("abc\ndefg", "rouge-1")
    assert score.f1 == 1.0


@given(st.lists(st.text(max_size=20), max_size=5), st.integers(1, 30))
def test_limits_are_never_exceeded_and_keep_a_beginning(rows, limit) -> None:
    kept = first_words(rows, limit)
    everything = " ".join(rows).split()
    assert " ".join(kept).split() == everything[:limit]
    cut = "".join(first_bytes(rows, limit))
    assert len(cut.encode()) <= limit
    assert "".join(rows).startswith(cut)


def test_stop_words_are_left_out_on_request() -> None:
    score = plain(remove_stop_words=True).prepare(["the river and the dam"]).score("a river by a dam", "rouge-2")
    assert score.f1 == 1.0


def test_other_languages_keep_their_letters() -> None:
    tokens = tokenizer("fr", stem="none", remove_stop_words=False)
    assert tokens("L'été, Œuvre_2 déjà-vu") == ["l", "été", "œuvre", "2", "déjà", "vu"]


@pytest.mark.parametrize(
    ("code", "text", "expected"),
    [
        ("hi", "हिन्दी भाषा।", ["हिन्दी", "भाषा"]),
        ("zh", "北京ABC大学", ["北", "京", "abc", "大", "学"]),
        ("ja", "カタカナ", ["カ", "タ", "カ", "ナ"]),
        ("ko", "한국어 문장", ["한국어", "문장"]),
        ("fa", "می\u200cخواهم", ["می\u200cخواهم"]),
        ("el", "Ο ΝΟΜΟΣ", ["ο", "νομος"]),
        ("vi", "Tiê\u0301ng Việt", ["tiếng", "việt"]),
    ],
)
def test_words_of_other_scripts_are_whole(code, text, expected) -> None:
    assert tokenizer(code, stem="none", remove_stop_words=False)(text) == expected


def test_stems_of_other_languages_match_inflected_words() -> None:
    score = Rouge(RougeSettings(language="fr")).prepare(["les grandes maisons"]).score("la grande maison", "rouge-1")
    assert score.recall == pytest.approx(2 / 3)


def test_a_score_prints_with_its_settings() -> None:
    score = Rouge(RougeSettings(references="jackknife", word_limit=200)).prepare(["a b", "b c"]).score("a b", "rouge-2")
    assert str(score).startswith(
        "R-2 F1 = 0.5000  [rouge-2|lang:en|refs:jackknife|stem:porter|stop:keep|limit:200words|v:"
    )


def test_settings_that_differ_have_different_signatures() -> None:
    variants = [
        RougeSettings(),
        RougeSettings(stem="none"),
        RougeSettings(language="fr"),
        RougeSettings(remove_stop_words=True),
        RougeSettings(references="max"),
        RougeSettings(word_limit=100),
        RougeSettings(word_limit=100, limit_references=False),
        RougeSettings(byte_limit=100),
    ]
    assert len({settings.signature("rouge-1") for settings in variants}) == len(variants)


@given(lines, lines)
def test_scores_stay_within_bounds_and_a_text_matches_itself(candidate, reference) -> None:
    references = plain().prepare([reference])
    for metric in ("rouge-1", "rouge-2", "rouge-l", "rouge-lsum", "rouge-su4"):
        assert all(0 <= value <= 1 for value in values(references.score(candidate, metric)))
    if len(reference.split()) > 1:
        assert all(score.f1 == 1 for score in references.scores(reference).values())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"references": "median"}, "one of mean, max, pooled, jackknife"),
        ({"word_limit": 0}, "at least 1"),
        ({"word_limit": 5, "byte_limit": 5}, "keep one"),
    ],
)
def test_impossible_settings_are_refused(options, message) -> None:
    with pytest.raises(InputError, match=message):
        RougeSettings(**options)


def test_wrong_calls_say_what_was_wanted() -> None:
    with pytest.raises(InputError, match="at least one reference"):
        Rouge().prepare([])
    with pytest.raises(InputError, match="put it in a list"):
        Rouge().prepare("one text")
    with pytest.raises(InputError, match="unknown metric 'rouge-0'"):
        Rouge().prepare(["a"]).score("a", "rouge-0")
    with pytest.raises(LanguageError):
        Rouge(RougeSettings(language="xx")).prepare(["a"])


def test_scoring_a_summary_against_four_references_takes_far_less_than_ten_milliseconds() -> None:
    vocabulary = [f"word{number}" for number in range(97)]
    texts = [" ".join(vocabulary[(i * step) % 97] for i in range(250)) for step in (3, 5, 7, 11, 13)]
    references = Rouge().prepare(texts[1:])
    for metrics, budget in (("rouge-1", "rouge-2"), 0.01), (("rouge-l",), 0.05):  # ten times what is usual
        references.scores(texts[0], metrics)
        start = perf_counter()
        for _ in range(5):
            references.scores(texts[0], metrics)
        assert (perf_counter() - start) / 5 < budget
