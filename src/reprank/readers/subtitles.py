"""SRT and VTT to Document: cues joined to running text, with times as places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape

from reprank.patterns import lazy_pattern
from reprank.readers.draft import Draft, clean
from reprank.readers.limits import Meter
from reprank.text.documents import Document

TIME = r"(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})"
TIMING = lazy_pattern(rf"\s*{TIME}\s*-->\s*{TIME}.*")
SPEAKER = lazy_pattern(r"<v(?:\.[^\s<>]{0,100})?\s+([^<>]{1,100})>")
NAMED = lazy_pattern(r"(?:>>\s*|-\s+)?([A-Z][A-Z .'-]{1,30}):\s+")
TAG = lazy_pattern(r"<[^<>]{0,200}>|\{\\[^{}]{0,100}\}")
SOUND = lazy_pattern(r"\[[^\[\]]{0,100}\]|\([A-Z\s]{3,60}\)|[♪♫#]+")
PAUSE_SECONDS = 3.0  # a longer pause begins a new paragraph


@dataclass(frozen=True, slots=True)
class Cue:
    """What is said from one time to another."""

    start: float
    end: float
    speaker: str | None
    text: str


def read_subtitles(text: str, meter: Meter) -> Document:
    """Read subtitles: a change of the speaker or a pause begins a paragraph; sounds and styles are left out."""
    draft = Draft()
    paragraph: list[Cue] = []
    for cue in _unrolled(cues(text)):
        meter.check_time()
        if paragraph and (cue.speaker != paragraph[-1].speaker or cue.start - paragraph[-1].end > PAUSE_SECONDS):
            _add(paragraph, draft)
            paragraph = []
        paragraph.append(cue)
    _add(paragraph, draft)
    return draft.document(meter.name)


def cues(text: str) -> Iterator[Cue]:
    r"""Yield the cues of a file in order, without markup.

    >>> list(cues("1\n00:00:01,000 --> 00:00:02,500\n<i>Good\nevening.</i>\n"))
    [Cue(start=1.0, end=2.5, speaker=None, text='Good\nevening.')]
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    at = 0
    while at < len(lines):
        timing = TIMING.fullmatch(lines[at])
        at += 1
        if timing is None:  # a number, a name, a note, a style or the head
            continue
        said = []
        while at < len(lines) and lines[at].strip() and not TIMING.fullmatch(lines[at]):
            said.append(lines[at])
            at += 1
        groups = timing.groups()
        yield _cue(_seconds(groups[:4]), _seconds(groups[4:]), "\n".join(said))


def _cue(start: float, end: float, said: str) -> Cue:
    voice = SPEAKER.search(said)
    spoken = SOUND.sub(" ", unescape(TAG.sub("", said)))
    named = NAMED.match(spoken.strip())
    if named is not None:
        spoken = spoken.strip()[named.end() :]
    speaker = voice.group(1) if voice else named.group(1) if named else None
    return Cue(start, end, speaker, "\n".join(line for line in map(clean, spoken.split("\n")) if line))


def _seconds(parts: tuple[str | None, ...]) -> float:
    hours, minutes, seconds, fraction = parts
    return int(hours or 0) * 3600 + int(minutes or 0) * 60 + int(seconds or 0) + float(f"0.{fraction}")


def _unrolled(found: Iterator[Cue]) -> Iterator[Cue]:
    """Drop lines that the cue before showed already, as captions that roll up do, and empty cues."""
    shown: list[str] = []
    speaker: str | None = None
    for cue in found:
        lines = cue.text.split("\n") if cue.text else []
        repeated = next((n for n in range(min(len(shown), len(lines)), 0, -1) if shown[-n:] == lines[:n]), 0)
        shown = lines or shown
        speaker = cue.speaker or speaker
        if lines[repeated:]:
            yield Cue(cue.start, cue.end, speaker, "\n".join(lines[repeated:]))


def _add(paragraph: list[Cue], draft: Draft) -> None:
    text, places = "", []
    for cue in paragraph:
        text += " " if text else ""
        places.append((len(text), _clock(cue.start)))
        text += clean(cue.text)
    draft.add("prose", text, places)


def _clock(seconds: float) -> str:
    whole = int(seconds)
    return f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}"
