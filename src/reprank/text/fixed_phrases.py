"""Fixed phrases to those that a text holds: one of their words is looked up before any text is searched.

A text has some hundred different words, so a look at them is several times faster than a search for each phrase.
"""

from __future__ import annotations

from collections.abc import Iterable, Set

from reprank.text.tokens import normal_form, word_pattern


class FixedPhrases:
    """Lower-cased phrases; each begins where a word begins, and may end inside one.

    >>> phrases = FixedPhrases(["read more", "newsletter"])
    >>> present = phrases.present("They spread more of it. Read more.", {"they", "spread", "more", "of", "it", "read"})
    >>> [holds(sentence, present) for sentence in ("they spread more of it.", "read more.")]
    [False, True]
    """

    def __init__(self, phrases: Iterable[str]) -> None:
        self._without_word: list[str] = []
        self._of_word: dict[str, list[str]] = {}
        for phrase in phrases:
            words = word_pattern(phrase).findall(phrase)
            whole = words[:-1] if phrase[-1:].isalnum() else words  # the last one may go on: "newsletters"
            if whole:
                self._of_word.setdefault(normal_form(max(whole, key=len)), []).append(phrase)
            else:
                self._without_word.append(phrase)

    def present(self, text: str, words: Set[str]) -> list[str]:
        """Return the phrases that a text may hold; ``words`` are its different words, in normal form."""
        candidates = [*self._without_word]
        for word, phrases in self._of_word.items():
            if word in words:
                candidates += phrases
        lowered = text.lower()
        return [phrase for phrase in candidates if phrase in lowered]


def holds(lowered: str, phrases: Iterable[str]) -> bool:
    """Tell whether a lower-cased sentence holds one of the phrases, from the beginning of a word on."""
    for phrase in phrases:
        at = lowered.find(phrase)
        while at >= 0:
            if not (at and phrase[0].isalnum() and lowered[at - 1].isalnum()):
                return True
            at = lowered.find(phrase, at + 1)
    return False
