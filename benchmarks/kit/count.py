"""Summarize the documents of the kit and count what no summary should print.

    python -m benchmarks.kit.count FOLDER [--words 100] [--kinds readme,man] [--output OUT.json] [--show]

FOLDER is where ``benchmarks.kit.collect`` put them. Per kind and over all, in per cent of the selected sentences as
they are printed:

piece      begins in lower case, has no final mark, or ends in ";" or ":"; names that are written in lower case (the
           package's own, with a digit, a mark or a capital inside, or before a verb) may begin a sentence
markup     has marks of Markdown, reStructuredText or HTML
address    has a web or mail address
item       begins with a bullet or an enumerator
dangling   opens with a word that points back to a sentence which is not there (English only)

The counts know nothing of the rules of the package. ``--show`` prints every summary with its marks.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from pathlib import Path

import reprank
from benchmarks.kit.collect import Listed, listed
from reprank.evaluation.flaws import Source, dangling

COLUMNS = ("piece", "markup", "address", "item", "dangling")
ENDED = re.compile(r"[.!?…。！？．।॥؟۔។။።]['\"”“’»」』）)\]\s]*(?:\[\d+\])?$")
UNENDED_LANGUAGES = frozenset({"th", "lo"})
MARKUP = re.compile(
    r"\]\(|!\[|\*\*|``|\]\]|\[\[|\]\[|:\w+:`|`_|"
    r"</?(?:a|b|i|p|br|li|ul|td|em|div|img|sub|sup|code|span|kbd|strong|details|summary)\b[^<>]*>|"
    r"&(?:\w{2,6}|#\d+);|¶|\\[*_\[\]]|^(?:#{1,6} |\.\. |>)"
)
ADDRESS = re.compile(r"https?:|ftp:|www\.|\S@\S+\.\w", re.IGNORECASE)
ITEM = re.compile(r"(?:[-–—*•‣◦·▪●]|\(?(?:\d{1,3}(?:\.\d{1,3})*|[A-Za-z]|[ivx]{1,4})[.)])\s")
# A word in lower case that is the subject of the sentence: "reportbug is …", "bzcat (or …) decompresses …".
NAMED = re.compile(
    r"(?!(?:a|an|the|of|in|on|and|or|but|for|to|with|as|by|at|from|that|which|this|these|it|its|if|when|is|are)\b)"
    r"[a-z]+(?: \([^()]*\))?(?: also| only| then)? (?:is|are|was|can|may|will|must|should|does|has|[a-z]{2,}s)\b"
)
OPENING_MARKS = " \"'“”„«»‘’([{`"


def main() -> None:
    """Count, print a table, and write the counts of every document."""
    arguments = _arguments()
    chosen = [each for each in listed() if not arguments.kinds or each.kind in arguments.kinds.split(",")]
    results: dict[str, dict[str, object]] = {}
    counts: Counter[tuple[str, str]] = Counter()
    for document in chosen:
        path = arguments.folder / document.kind / document.name
        found = _counted(document, path, arguments.words, show=arguments.show)
        results[f"{document.kind}/{document.name}"] = found
        for group in (document.kind, document.set, "all"):
            counts[group, "documents"] += 1
            counts.update({(group, name): number for name, number in found.items() if isinstance(number, int)})
    print(_table(counts, list(dict.fromkeys([*(each.kind for each in chosen), "report", "more", "all"]))))
    if arguments.output:
        arguments.output.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--words", type=int, default=100)
    parser.add_argument("--kinds", default="")
    parser.add_argument("--output", type=Path)
    parser.add_argument("--show", action="store_true")
    return parser.parse_args()


def _counted(document: Listed, path: Path, words: int, *, show: bool) -> dict[str, object]:
    """Summarize one file and count its flaws; a file that cannot be read has none."""
    try:
        read = reprank.read(path)
    except reprank.InputError as error:
        if show:
            print(f"\n=== {document.kind}/{document.name}\n{error}")
        return {"unread": 1, "why": str(error)}
    summary = reprank.summarize(read, words=words)
    sentences = [printed(sentence) for sentence in summary.sentences]
    cased = summary.language not in ("zh", "ja", "th", "lo", "my", "ar", "fa", "he", "ko", "km", "ka", "hi")
    source = Source([read.text], words, summary.language)
    points_back = dangling(sentences, source) if summary.language == "en" else iter([False] * len(sentences))
    flags = [
        {
            "piece": is_piece(text, document.package, cased=cased, ended=summary.language not in UNENDED_LANGUAGES),
            "markup": MARKUP.search(text) is not None,
            "address": ADDRESS.search(text) is not None,
            "item": ITEM.match(text) is not None,
            "dangling": back,
        }
        for text, back in zip(sentences, points_back, strict=True)
    ]
    if show:
        print(f"\n=== {document.kind}/{document.name}")
        for text, flagged in zip(sentences, flags, strict=True):
            print("  ", ",".join(name for name, is_flawed in flagged.items() if is_flawed).ljust(8), "|", text)
    return {
        "sentences": len(sentences),
        **{name: sum(flagged[name] for flagged in flags) for name in COLUMNS},
        "summary": sentences,
        "flags": [[name for name in COLUMNS if flagged[name]] for flagged in flags],
    }


def printed(sentence: reprank.Sentence) -> str:
    """Return a sentence as a summary prints it, on one line."""
    return " ".join(sentence.display.split())


def is_piece(text: str, name: str, *, cased: bool, ended: bool) -> bool:
    """Tell whether a sentence lacks its beginning or its end.

    >>> texts = "pypdf reads.", "of it.", "It is:", "iPads sell."
    >>> [is_piece(text, "pypdf", cased=True, ended=True) for text in texts]
    [False, True, True, False]
    """
    opening = text.lstrip(OPENING_MARKS)
    first = opening.split(maxsplit=1)[0] if opening else ""
    plain = first.rstrip(".,;:!?)'’").removesuffix("'s").removesuffix("’s")
    lower = plain.isalpha() and plain.islower() and plain not in name.replace("-", " ").split()
    return (cased and lower and not NAMED.match(opening)) or (ended and ENDED.search(text) is None)


def _table(counts: Counter[tuple[str, str]], groups: list[str]) -> str:
    lines = [f"| kind | documents | sentences | {' | '.join(COLUMNS)} |", "|---|" + "---:|" * (len(COLUMNS) + 2)]
    for group in groups:
        total = max(counts[group, "sentences"], 1)
        shares = " | ".join(f"{100 * counts[group, name] / total:.1f}" for name in COLUMNS)
        lines.append(f"| {group} | {counts[group, 'documents']} | {counts[group, 'sentences']} | {shares} |")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
