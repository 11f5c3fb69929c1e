from __future__ import annotations

import os
import pickle

import pytest

import reprank

pytest.importorskip("sklearn", reason="scikit-learn is not installed: make test-adapters")
from sklearn.base import clone
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.utils import estimator_checks

from reprank.adapters.sklearn import KeywordAnalyzer, SummaryTransformer, _workers

# scikit-learn leaves out all but one of its checks for estimators of texts; these need no numbers.
CHECKS = [
    "check_estimator_cloneable",
    "check_estimator_repr",
    "check_estimator_tags_renamed",
    "check_get_params_invariance",
    "check_mixin_order",
    "check_no_attributes_set_in_init",
    "check_parameters_default_constructible",
    "check_set_params",
    "check_valid_tag_types",
]


@pytest.mark.parametrize("check", CHECKS)
def test_the_checks_of_scikit_learn_pass(check: str) -> None:
    getattr(estimator_checks, check)("SummaryTransformer", SummaryTransformer())


def test_each_text_becomes_its_summary(articles: list[str]) -> None:
    found = SummaryTransformer(words=40).fit_transform(articles)
    assert found.tolist() == [str(reprank.summarize(text, words=40)) for text in articles]


def test_a_pipeline_learns_from_summaries(articles: list[str]) -> None:
    other = ["The team won the cup. The goalkeeper saved two shots. Fans sang in the stadium."] * 5
    texts, labels = [*articles, *other], [0] * 5 + [1] * 5
    model = make_pipeline(SummaryTransformer(sentences=2), TfidfVectorizer(), LogisticRegression())
    assert model.fit(texts, labels).predict(texts).tolist() == labels
    assert clone(model).get_params()["summarytransformer__sentences"] == 2


def test_a_vectorizer_counts_the_occurrences_of_keywords(articles: list[str]) -> None:
    vectorizer = CountVectorizer(analyzer=KeywordAnalyzer(top=5))
    counts = vectorizer.fit_transform(articles[:1]).toarray()[0]
    features = dict(zip(vectorizer.get_feature_names_out(), counts.tolist(), strict=True))
    keywords = reprank.keywords(articles[0], top=5)
    assert features == {keyword.text.lower(): len(keyword.occurrences) for keyword in keywords}


def test_the_analyzer_survives_pickling_and_cloning() -> None:
    analyzer = KeywordAnalyzer(top=3, exclude=("river",))
    assert pickle.loads(pickle.dumps(analyzer)) == analyzer
    assert clone(TfidfVectorizer(analyzer=analyzer)).analyzer == analyzer


@pytest.mark.parametrize("wrong", ["one text", 5, ["text", None], ["text", float("nan")]])
def test_what_is_no_column_of_texts_is_refused(wrong: object) -> None:
    with pytest.raises(ValueError, match="X must"):
        SummaryTransformer().fit_transform(wrong)


def test_jobs_are_counted_as_scikit_learn_counts_them() -> None:
    assert [_workers(jobs) for jobs in (None, 1, 3)] == [None, None, 3]
    assert _workers(-1) == os.cpu_count()
