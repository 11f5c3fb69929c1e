"""Words of other languages to what is no part of a keyword: particles, clitics and forms of verbs, by their letters.

Rules for a handful of languages, each so strict that it seldom hits a noun. English has a table instead
(``reprank.phrases.english``); a language without rules has stop words only, and shorter candidates.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

from reprank.patterns import lazy_pattern
from reprank.phrases.parts import BREAK, MODIFIER, NOUN
from reprank.values import dataclass

Affixes = tuple[int, int]  # letters before and after the word itself
LANGUAGES_WITH_CAPITAL_NOUNS = frozenset({"de", "lb"})


@dataclass(frozen=True)
class Endings:
    """Patterns of forms in lower case: of verbs and adverbs, which end a phrase, and of adjectives.

    They are compiled when a text of the language comes.
    """

    verbs: str
    adjectives: str | None = None
    nouns: frozenset[str] = frozenset()  # that look like one of these

    def part(self, word: str) -> int:
        """Tell what a word that is no stop word does in a phrase.

        >>> [ENDINGS["ru"].part(word) for word in ("охватили", "лесной", "пожар", "лесные")]
        [0, 1, 1, 2]
        """
        if word in self.nouns:
            return NOUN
        if _compiled(self.verbs).fullmatch(word):
            return BREAK
        return MODIFIER if self.adjectives and _compiled(self.adjectives).fullmatch(word) else NOUN


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.VERBOSE)


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _endings(verbs: str, adjectives: str | None = None, nouns: str = "") -> Endings:
    return Endings(verbs, adjectives, frozenset(nouns.split()))


ENDINGS = {
    "es": _endings(
        r"\w{3,}(?:ó|aron|ieron|aban?|ando|iendo|arán?|erán?|irán?|arían?|erían?|irían?|[aei]rse|[aei]rl[ao]s?|ar|er|ir)",
        r"\w{3,}[ai]dos?",
        nouns="estado estados mercado mercados partido partidos grado grados soldado soldados resultado resultados "
        "abogado abogados sonido sonidos sentido sentidos contenido contenidos tratado tratados senado pasado "
        "empleado empleados apellido tejido tejidos pescado ganado líquido líquidos ácido ácidos significado "
        "diputado diputados refugiado refugiados certificado cuidado cuidados fluido sólido sólidos "
        "lugar hogar militar popular familiar nuclear escolar similar dólar azúcar particular regular ejemplar "
        "pilar altar collar celular angular mujer poder taller líder alquiler placer deber primer tercer canciller "
        "ordenador carácter cualquier elixir bazar cáncer interior exterior superior solar lunar polar bandera manera "
        "frontera carretera madera guerrera primera tercera comando mando bando contrabando dividendo estruendo "
        "alcabaliza trabaja haber auxiliar circular titular insular",
    ),
    "pt": _endings(
        r"\w{3,}(?:aram|eram|iram|avam?|ando|endo|indo|arão|erão|irão|ariam?|eriam?|iriam?|ar|er|ir|ou)",
        nouns="lugar militar popular familiar nuclear escolar similar dólar açúcar particular regular exemplar pilar "
        "altar celular mulher poder líder lazer qualquer caráter câncer solar lunar polar auxiliar circular titular "
        "dividendo comando bando contrabando hectar",
    ),
    "it": _endings(
        r"\w{3,}(?:arono|erono|irono|avano|evano|ivano|ando|endo|erebbe|erebbero|eranno|iranno)",
        nouns="comando mando bando contrabando dividendo stipendio incendio",
    ),
    "ru": _endings(
        r"""\w{2,}(?:л(?:ся|ась|ось|ись)|[еёию]тся|[юя]тся|ться|вши[йсм]?ь?|[аяеу]ет|[аяеу]ют|ировать|овать|ивать|ывать|
        вали|[аяи]ли|вало|вала|ило|[иы]л|ёл|чески|ываем\w+)|\w{5,}но|\w{3,}(?:ать|ять|ить|еть)""",
        r"\w{3,}(?:ый|ая|ое|ые|ых|ого|ому|ыми|ую|ским|ской)",
        nouns="правило полотно волокно кровать печать благодать площадь нефть память интервала карнавала подвала "
        "автомобили рекомендовать стали дали сеть медали детали морали печали правил крокодил стил могил профил",
    ),
    "uk": _endings(
        r"\w{2,}(?:вся|лася|лося|лися|[еиую]ться|тися|увати|ювати|ували|ювали|[аяи]ли|вало|вала|ило|ати|яти|ити|ає|яє|ують|ають)",
        r"\w{3,}(?:ий|ого|ому|ими|их|ої|ою)",
        nouns="правило мати карати деталі",
    ),
    "tr": _endings(
        r"""\w{2,}(?:[ıiuü]yor(?:lar|du|dı)?|m[ıiuü]ş(?:t[ıiuü]r?)?|makta(?:dır)?|mekte(?:dir)?|acak(?:tır|lar)?|
        ecek(?:tir|ler)?|[dt][ıiuü]r|arak|erek|mak|mek)|\w{4,}[dt][ıiuü]""",
        nouns="ekmek yemek erkek gelecek içecek yiyecek kendi parmak ırmak kaymak petrol sorumlu",
    ),
    "ar": _endings(
        r"[وف]?س?ي[^\W\d]{3,}|و[^\W\d]{2,}[^\W\dا]ت",
        nouns="يناير يونيو يوليو يمين يورو يونان يهود يسار",
    ),
    "hi": _endings(r"\w+(?:ेगा|ेगी|ेंगे|ेंगी)|गई|गए|गयी|गये|रहा|रही|रहे|मांगी|मांगा"),
    "ko": _endings(
        r"""\w+(?:다|며|면서|지만|려고|도록|는데|습니까|니까|어서|아서|해서|하여|되어|하게|하고|되고|했고|됐고|었고|
        았고|하는|되는|있는|없는|했던|하던|려는|으며|어야|아야|해야|라며|라고|다고|다는|라는|으면|하면|되면|하지|되지)|
        \w{2,}(?:한|된|할|될|적인|적으로)""",
        nouns="바다 캐나다 북한 남한 제한 권한 기한 역할 분할 관할 광고 경고 보고",
    ),
}  # fmt: skip

# Korean particles. The second group may be the end of a noun as well.
PARTICLES = _words(
    "으로부터 에서부터 이라고 에서는 에게서 으로서 으로써 에서도 에게는 으로도 까지는 까지도 에서 에게 께서 한테 "
    "으로 까지 부터 처럼 보다 마다 조차 마저 에는 에도 와의 과의 만이 만을 들은 들이 들을 들의 을 를 에 은 는 의 와 "
    "이 가"
)
AMBIGUOUS_PARTICLES = ("도", "로", "만", "과", "나")
AFTER_ONE_SYLLABLE = _words("으로 에서 에게 까지 부터 처럼 을 를")
NOUNS_LIKE_PARTICLES = _words(
    "마을 가을 노을 겨를 어린이 젊은이 늙은이 고양이 원숭이 호랑이 목걸이 결과 효과 민주주의 사회주의 자본주의 전문가"
)
MIN_STEM_SYLLABLES = 2
FIRST_SYLLABLE, FINALS, RIEUL = 0xAC00, 28, 8  # of Hangul: a syllable is a consonant, a vowel and one of 28 finals
AFTER_FINAL = {"이": True, "을": True, "은": True, "과": True, "가": False, "를": False, "는": False, "와": False}

ARABIC_CLITICS = lazy_pattern(r"[وف]?[بك]?(?=ال\w{3})|[وف](?=لل\w{3})")


def korean_affixes(forms: Sequence[str]) -> list[Affixes]:
    """Tell how long the particle at the end of each word is.

    A particle that may be the end of a noun counts only if the noun occurs elsewhere with another ending or none.

    >>> korean_affixes(["산불로", "산불이", "강원도", "정부를", "도로"])
    [(0, 1), (0, 1), (0, 0), (0, 1), (0, 0)]
    """
    bare: dict[str, int] = {}
    for form in {*forms}:
        for stem in {form, *(form[: -len(particle)] for particle in _particles(form))}:
            bare[stem] = bare.get(stem, 0) + 1
    return [(0, _particle_length(form, bare)) for form in forms]


def _particles(form: str) -> list[str]:
    """List the particles that a word may end in, longest first."""
    if form in NOUNS_LIKE_PARTICLES:
        return []
    return [
        particle
        for particle in (*PARTICLES, *AMBIGUOUS_PARTICLES)
        if form.endswith(particle)
        and len(form) - len(particle) >= (1 if particle in AFTER_ONE_SYLLABLE else MIN_STEM_SYLLABLES)
        and _agrees(form, particle)
    ]


def _agrees(form: str, particle: str) -> bool:
    """Tell whether the form of the particle fits the syllable before it."""
    final = (ord(form[-len(particle) - 1]) - FIRST_SYLLABLE) % FINALS
    if particle == "로":
        return final in (0, RIEUL)
    return particle not in AFTER_FINAL or AFTER_FINAL[particle] == (final > 0)


def _particle_length(form: str, bare: dict[str, int]) -> int:
    for particle in _particles(form):
        if particle not in AMBIGUOUS_PARTICLES or bare[form[: -len(particle)]] > 1:
            return len(particle)
    return 0


def arabic_affixes(forms: Sequence[str]) -> list[Affixes]:
    """Tell how long the conjunction and preposition before an article are: "and the government" is one word.

    >>> arabic_affixes(["والحكومة", "بالزلزال", "الحكومة"])
    [(1, 0), (1, 0), (0, 0)]
    """
    matches = [ARABIC_CLITICS.match(form) for form in forms]
    return [(match.end() if match else 0, 0) for match in matches]


AFFIXES: dict[str, Callable[[Sequence[str]], list[Affixes]]] = {"ko": korean_affixes, "ar": arabic_affixes}
