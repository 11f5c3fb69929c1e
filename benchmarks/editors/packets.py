"""Inputs to packets that editors read: numbered sentences with their words, a dozen inputs a packet.

    python -m benchmarks.editors.packets FOLDER OUT [--data DATA] [--packets 17]

FOLDER has the downloaded packages (``benchmarks.editors.sources``). Kinds and languages are spread over the packets.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks.editors.inputs import Input, documents_of, read_inputs
from benchmarks.editors.sources import Files

HEAD = """Mark every item by the brief (BRIEF.md). A line has the number of a sentence, its words, and the sentence.
In Chinese and Japanese a character is a word.
"""


def main() -> None:
    """Write the packets."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--packets", type=int, default=17)
    arguments = parser.parse_args()
    files = Files(arguments.folder, arguments.data)
    arguments.out.mkdir(parents=True, exist_ok=True)
    for number, packet in enumerate(spread(read_inputs(), arguments.packets), start=1):
        items = "\n\n".join(item(given, documents_of(given, files)) for given in packet)
        (arguments.out / f"packet-{number:02d}.md").write_text(f"{HEAD}\n{items}\n", encoding="utf-8")


def spread(inputs: Iterable[Input], packets: int) -> list[list[Input]]:
    """Deal inputs to packets, one kind and language after the other."""
    ordered = sorted(inputs, key=lambda given: (given.set, given.language))
    return [ordered[first::packets] for first in range(packets)]


def item(given: Input, documents: Sequence[str]) -> str:
    """Return an input as an editor reads it."""
    lines = [f"## ITEM {given.id}", f"Limit: {given.words} words. Language: {given.language}. Kind: {given.set}."]
    document = 0 if len(documents) == 1 else -1
    for number, span in enumerate(given.sentences):
        if span.document != document:
            document = span.document
            lines.append(f"--- document {document + 1} of {len(documents)}")
        text = " ".join(documents[document][span.start : span.end].split())
        lines.append(f"{number} ({span.words}) {text}")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
