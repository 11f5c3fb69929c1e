"""Measure keywords in many languages against the questions that readers asked of the same articles.

    python -m benchmarks.keywords.languages ../shared/data/questions

XQuAD has the same articles, questions and answers in twelve languages (CC BY-SA; measured on only). What people ask
about, the article is about: a word of a keyword is right if its stem stands in a question or an answer about its
article. The first ten words of the keywords are judged. A stricter measure counts keywords of which all words stand
together in one question or answer; a phrase of two words meets it less easily than a single word. Figures go to
docs/results/keyword-languages.json, the table to docs/lab/keywords.md between <!-- languages:begin --> and
<!-- languages:end -->.

The rival takes single words by tf-idf: count in the article times ln(articles / articles with the word) over all
articles of the language, stop words left out; in scripts without spaces, pairs of characters. It knows the other
articles, which RepRank does not.
"""

from __future__ import annotations

import argparse
import json
import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.keywords.keywords import PAGE
from benchmarks.report import table, write_between, write_figures
from reprank.api import RepRank
from reprank.text.languages import language
from reprank.text.tokens import normal_form, unspaced_character, word_pattern

CODES = ("en", "de", "es", "ro", "el", "ru", "tr", "vi", "ar", "hi", "zh", "th")
TOP = 10
RESAMPLES, SEED = 2000, 0
COLUMNS = ("RepRank", "tf-idf words", "difference", "whole: RepRank", "whole: tf-idf", "words a keyword")


def main() -> int:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="folder with xquad-en.jsonl and the others")
    parser.add_argument("--codes", nargs="+", default=CODES)
    options = parser.parse_args()
    figures = {code: measure(code, read_articles(options.data / f"xquad-{code}.jsonl")) for code in options.codes}
    write_figures("keyword-languages", figures)
    rows = []
    for code, values in figures.items():
        low, high = values["interval"]
        rows.append(
            [
                code,
                f"{values['reprank']:.1f}",
                f"{values['tf-idf']:.1f}",
                f"{values['reprank'] - values['tf-idf']:+.1f} [{low:+.1f}, {high:+.1f}]",
                f"{values['reprank whole']:.1f}",
                f"{values['tf-idf whole']:.1f}",
                f"{values['words']:.1f}",
                _verdict(low, high),
            ]
        )
        print(*rows[-1], flush=True)
    caption = f"Share of the first {TOP} words of the keywords that stand in a question or an answer, in percent."
    write_between(PAGE, "languages", table(["language", *COLUMNS, "verdict"], rows, caption=caption))
    return 0


def _verdict(low: float, high: float) -> str:
    if low > 0:
        return "better than single words"
    return "worse than single words" if high < 0 else "no difference shown"


def read_articles(path: Path) -> dict[tuple[str, ...], list[str]]:
    """Return the questions and answers about each group of paragraphs."""
    asked: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        asked[tuple(row["documents"])] += [row["question"], *row["answers"]]
    return dict(asked)


def measure(code: str, articles: dict[tuple[str, ...], list[str]]) -> dict[str, object]:
    """Return precision of both systems in percent, the interval of the difference, and the length of keywords."""
    found = [[keyword.text for keyword in RepRank().keywords(list(one), top=TOP, language=code)] for one in articles]
    rival = tf_idf(code, list(articles))
    ours, theirs = (
        np.array([precision(code, words, asked) for words, asked in zip(system, articles.values(), strict=True)])
        for system in (found, rival)
    )
    drawn = np.random.default_rng(SEED).integers(0, len(ours), (RESAMPLES, len(ours)))
    low, high = np.percentile((ours - theirs)[drawn].mean(axis=1), [2.5, 97.5])
    return {
        "reprank": round(float(ours.mean()), 2),
        "tf-idf": round(float(theirs.mean()), 2),
        "reprank whole": round(_mean_whole(code, found, articles), 2),
        "tf-idf whole": round(_mean_whole(code, rival, articles), 2),
        "interval": [round(float(low), 2), round(float(high), 2)],
        "words": round(float(np.mean([len(text.split()) for texts in found for text in texts])), 2),
    }


def precision(code: str, keywords: Sequence[str], asked: Sequence[str]) -> float:
    """Return the share of the first TOP words of the keywords that stand in one of the texts, in percent."""
    words = list(dict.fromkeys(stem for keyword in keywords for stem in pieces(code, keyword)))[:TOP]
    known = {stem for text in asked for stem in pieces(code, text)}
    return 100 * sum(word in known for word in words) / TOP


def _mean_whole(code: str, system: Sequence[Sequence[str]], articles: dict[tuple[str, ...], list[str]]) -> float:
    """Return the share of keywords that stand whole in a question or an answer, in percent."""
    shares = []
    for keywords, asked in zip(system, articles.values(), strict=True):
        texts = [f" {' '.join(stems_of(code, text))} " for text in asked]
        right = sum(any(f" {' '.join(stems_of(code, keyword))} " in text for text in texts) for keyword in keywords)
        shares.append(100 * right / max(len(keywords), 1))
    return float(np.mean(shares))


def stems_of(code: str, text: str) -> list[str]:
    """Return the words of a text as stems."""
    return language(code).stem([normal_form(word) for word in word_pattern(text).findall(text)])


def pieces(code: str, text: str) -> list[str]:
    """Return stems of words that are no stop words; in scripts without spaces, pairs of characters."""
    return [stem for stem, _ in terms(code, [text])]


def tf_idf(code: str, articles: Sequence[tuple[str, ...]]) -> list[list[str]]:
    """Return the single words of each article that are best by tf-idf, one spelling for each stem."""
    counts = [Counter(terms(code, article)) for article in articles]
    containing = Counter(stem for count in counts for stem in {stem for stem, _ in count})
    best = []
    for count in counts:
        by_stem: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for (stem, spelling), times in count.items():
            by_stem[stem][spelling] += times
        value = {
            stem: spellings.total() * math.log(len(articles) / containing[stem]) for stem, spellings in by_stem.items()
        }
        chosen = sorted(value, key=lambda stem: (-value[stem], stem))[:TOP]
        best.append([by_stem[stem].most_common(1)[0][0] for stem in chosen])
    return best


def terms(code: str, article: Sequence[str]) -> list[tuple[str, str]]:
    """Return the words of an article that are no stop words and hold a letter, each with its stem."""
    known = language(code)
    found = []
    for text in article:
        words = [normal_form(word) for word in word_pattern(text).findall(text)]
        dense = [unspaced_character().match(word) is not None for word in words]
        pairs = [a + b for a, b, x, y in zip(words, words[1:], dense, dense[1:], strict=False) if x and y]
        alone = [word for word, is_dense in zip(words, dense, strict=True) if not is_dense]
        kept = [w for w in (*alone, *pairs) if w not in known.stopwords and len(w) > 1 and any(map(str.isalpha, w))]
        found += list(zip(known.stem(kept), kept, strict=True))
    return found


if __name__ == "__main__":
    raise SystemExit(main())
