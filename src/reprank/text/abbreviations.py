"""Words to what may follow them: abbreviations that do not end a sentence, words that do not end a line of a paragraph.

The splitter knows the abbreviations of everyday language in many languages. These are the ones of science, which are
the same in most languages.
"""

from __future__ import annotations

from functools import cache

from reprank.text.languages import Language


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Written without the last full stop. Something must follow these in the same sentence.
NEEDS_MORE = _words("approx ca cf cv e.g i.e f.sp ssp subsp subspp subg pv pvs var vars vs viz leg det spc supt")
# The second half of a rank: "Det.-Sgt.", "Lt.-Gov." A name must follow.
RANKS = _words("sgt insp supt cmdr col gen gov lt maj capt cpl adm")
# A number must follow these in the same sentence.
NEEDS_NUMBER = _words("fig figs eq eqs no nos nr vol vols p pp ref refs tab tabs sec sect ch chap art resp c")
# The sentence goes on after these if the next word is not one that begins sentences.
MAY_END = _words("sp spp al auct etc inc ltd co corp jr sr a.m p.m a.s.l s.l s.str")
# After a.m. and p.m. the sentence goes on with a day, a month or a time zone.
AFTER_HOUR = _words(
    """
    monday tuesday wednesday thursday friday saturday sunday january february march april june july august september
    october november december eastern central mountain pacific local gmt utc est edt et cst cdt ct mst mdt mt pst pdt pt
    bst cet cest
    """
)
# Stop words that do not begin a sentence: with them a sentence goes on after an abbreviation in lower-cased text.
CONTINUING = _words("and or was were is are has have had can but")

# With these a sentence goes on after an hour or "inc.", where a text has lost its capitals: "6 p.m. On sunday".
LINKING = _words("of on near in at to until through and or press")

# Articles, prepositions, conjunctions and the like: a line that ends in one of these is not the end of a paragraph.
NEVER_LAST_ENGLISH = _words(
    """
    a an the of in on at by for from with to into onto upon about between among through during before after under
    against without within toward towards via per and or but nor as than that which who whose if because while although
    my your his its our their this these those is are was were be been has have had will would can could should may
    might must not very
    """
)
SHORT_WORD_LETTERS = 4  # shorter stop words of other languages are mostly articles, prepositions and the like


@cache
def never_last(language: Language) -> frozenset[str]:
    """Return words of a language after which a line break is only a space."""
    if language.code == "en":
        return NEVER_LAST_ENGLISH
    return frozenset(word for word in language.stopwords if len(word) <= SHORT_WORD_LETTERS and word.isalpha())
