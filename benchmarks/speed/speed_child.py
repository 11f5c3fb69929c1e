"""One system on one text, alone in its process: prints seconds and kilobytes as JSON.

Runs in the environment of the system it measures and so imports nothing but that system. The systems of sumy and
lexrank get the sentences already split; RepRank, summa and YAKE read the running text.
"""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path

WORD = re.compile(r"\w+")
WORDS = 200  # in every summary
TOP = 10  # keywords
Work = Callable[[str, list[str]], object]  # running text, sentences


def reprank() -> Work:
    """Summary and keywords."""
    from reprank import summarize

    return lambda text, sentences: summarize(text, words=WORDS, keywords=TOP)


def reprank_many(texts: list[str]) -> None:
    """Summaries and keywords of many texts, by one call."""
    from reprank import summarize_many

    for _ in summarize_many(texts, words=WORDS, keywords=TOP):
        pass


def sumy_system(name: str) -> Work:
    """Summary by one of sumy's systems."""
    from importlib import import_module

    from sumy.models.dom import ObjectDocumentModel, Paragraph, Sentence
    from sumy.nlp.stemmers import Stemmer
    from sumy.utils import get_stop_words

    module, kind = {
        "sumy-lexrank": ("lex_rank", "LexRankSummarizer"),
        "sumy-textrank": ("text_rank", "TextRankSummarizer"),
    }[name]
    summarizer = getattr(import_module(f"sumy.summarizers.{module}"), kind)(Stemmer("english"))
    summarizer.stop_words = get_stop_words("english")

    class Tokenizer:
        def to_words(self, sentence: str) -> list[str]:
            return WORD.findall(sentence)

    def work(text: str, sentences: list[str]) -> object:
        parsed = [Sentence(sentence, Tokenizer()) for sentence in sentences]
        return list(summarizer(ObjectDocumentModel([Paragraph(parsed)]), WORDS // 20))

    return work


def lexrank() -> Work:
    """Summary by the package of that name."""
    from lexrank import STOPWORDS, LexRank

    def work(text: str, sentences: list[str]) -> object:
        return LexRank([sentences], stopwords=STOPWORDS["en"]).get_summary(
            sentences, summary_size=min(WORDS // 20, len(sentences)), threshold=0.1
        )

    return work


def summa() -> Work:
    """Summary by summa's TextRank."""
    from summa.summarizer import summarize

    return lambda text, sentences: summarize(text, words=WORDS)


def yake() -> Work:
    """Keywords only."""
    from yake import KeywordExtractor

    return lambda text, sentences: KeywordExtractor(lan="en", n=3, top=TOP).extract_keywords(text)


def keybert() -> Work:
    """Keywords only, with a sentence encoder that must be on this machine already."""
    from keybert import KeyBERT

    model = KeyBERT()
    return lambda text, sentences: model.extract_keywords(text, keyphrase_ngram_range=(1, 3), top_n=TOP)


SYSTEMS: dict[str, Callable[[], Work]] = {
    "reprank": reprank,
    "reprank-many": reprank,
    "sumy-lexrank": lambda: sumy_system("sumy-lexrank"),
    "sumy-textrank": lambda: sumy_system("sumy-textrank"),
    "lexrank": lexrank,
    "summa": summa,
    "yake": yake,
    "keybert": keybert,
}


def kilobytes(field: str) -> int:
    """Read what Linux knows of the memory of this process: VmRSS now, VmHWM at its highest."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(field + ":"):
            return int(line.split()[1])
    raise ValueError(f"no {field} in /proc/self/status")


def main(system: str, folder: str) -> None:
    """Measure one text, or, where there are many, all of them one after the other."""
    bare = kilobytes("VmRSS")  # before anything of the system is imported, whether early or late
    began = time.perf_counter()
    work = SYSTEMS[system]()
    imported = time.perf_counter() - began
    texts = [
        (path.read_text(), path.with_suffix(".lines").read_text().splitlines())
        for path in sorted(Path(folder).glob("*.txt"))
    ]
    wall, cpu = time.perf_counter(), time.process_time()
    if system == "reprank-many":
        reprank_many([text for text, _ in texts])
    else:
        for text, sentences in texts:
            work(text, sentences)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    result = {
        "import": imported,
        "wall": wall,
        "cpu": cpu,
        "peak": kilobytes("VmHWM"),
        "added": kilobytes("VmHWM") - bare,
    }
    print(json.dumps({**result, "texts": len(texts)}))


if __name__ == "__main__":
    main(*sys.argv[1:])
