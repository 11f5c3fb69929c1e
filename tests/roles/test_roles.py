"""What a sentence is and what it needs: probabilities, candidates, and their bounds."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from reprank.roles.features import FEATURES, columns
from reprank.roles.mentions import Mentions
from reprank.roles.reading import LINKS, Roles, roles_of
from reprank.roles.surface import Surface
from reprank.text.documents import Block, Document
from reprank.text.languages import language
from reprank.text.units import Units, read_units

STORY = (
    "Mara Oduya opened the new bridge over the Ister on Monday, after two years of work.\n\n"
    "She thanked the engineers. The bridge replaces a ferry that sank in 2019. Oduya said that the town had waited.\n\n"
    "What did it cost? It cost nine million crowns, of which the town of Brekka pays a third.\n\n"
    "Photo: A. Lind / Brekka Press\n"
)


def units_of(*texts: str, code: str = "en") -> Units:
    return read_units([Document(text) for text in texts], language(code))


def sentence(units: Units, beginning: str) -> int:
    return next(i for i, text in enumerate(units.texts) if text.startswith(beginning))


def read(*texts: str) -> tuple[Units, Roles]:
    units = units_of(*texts)
    return units, roles_of(units)


def test_a_sentence_that_opens_with_a_pronoun_stands_alone_less_than_one_that_names_everybody() -> None:
    units, roles = read(STORY)
    assert roles.alone[sentence(units, "She thanked")] < 0.4 < 0.6 < roles.alone[sentence(units, "Mara Oduya")]


def test_a_credit_is_more_probably_debris_than_any_sentence_of_the_story() -> None:
    units, roles = read(STORY)
    assert roles.debris.argmax() == sentence(units, "Photo: A. Lind") or "Lind" not in " ".join(units.texts)


def test_what_is_no_prose_by_its_block_is_debris() -> None:
    text = "Results of the year\nThe river rose all night and reached the old mill before the morning came."
    units = read_units([Document(text, blocks=(Block(0, 19, "heading"), Block(20, len(text))))], language("en"))
    assert roles_of(units).debris[0] == 1.0


def test_an_introducer_of_a_name_is_a_candidate_and_is_called_so() -> None:
    units, roles = read(STORY)
    needs = roles.needs
    of = needs.of(sentence(units, "Oduya said"))
    links = dict(zip(needs.needed[of].tolist(), needs.link[of].tolist(), strict=True))
    assert LINKS[links[sentence(units, "Mara Oduya")]] == "introduces a name"


def test_needs_never_cross_documents() -> None:
    units, roles = read(STORY, "He left. They say that the bridge is closed. Oduya did not answer.")
    assert (units.document[roles.needs.sentence] == units.document[roles.needs.needed]).all()


def test_a_text_without_sentences_has_no_roles() -> None:
    roles = roles_of(units_of(""))
    assert len(roles.debris) == len(roles.alone) == len(roles.needs.sentence) == 0


@given(st.lists(st.text(alphabet='aA .\n?:“"1東я(', max_size=80), min_size=1, max_size=3))
def test_probabilities_add_up_whatever_the_text(texts: list[str]) -> None:
    units = units_of(*texts)
    roles = roles_of(units)
    features = columns(units, Surface(units), Mentions(units), None)
    assert features.shape == (len(FEATURES), len(units))
    assert np.isfinite(features).all()
    assert ((roles.debris >= 0) & (roles.debris <= 1)).all()
    needs = roles.needs
    assert (needs.needed < needs.sentence).all()
    total = roles.alone + np.bincount(needs.sentence, needs.probability, len(units))
    assert (total < 1 + 1e-9).all()
    assert (units.position[~np.isin(np.arange(len(units)), needs.sentence)] == 1).all()
