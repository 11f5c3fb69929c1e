"""LaTeX to MathML: formulas that every present browser shows without a script or a font of ours."""

from __future__ import annotations

import re

from latex2mathml.converter import convert
from latex2mathml.exceptions import NoAvailableTokensError

_UNKNOWN = re.compile(r"<mi>\\\w+</mi>")


def formula(latex: str, *, display: bool = False) -> str:
    r"""Return a formula as MathML.

    A command that the converter does not know would be shown as it is written, so it is an error.

    >>> formula(r"\pi")
    '<math xmlns="http://www.w3.org/1998/Math/MathML" display="inline"><mrow><mi>&#x003C0;</mi></mrow></math>'
    >>> formula(r"\nonsense x")
    Traceback (most recent call last):
    ValueError: unknown LaTeX command in \nonsense x
    """
    try:
        made: str = convert(latex, display="block" if display else "inline")
    except NoAvailableTokensError as error:
        raise ValueError(f"not a formula: {latex!r}") from error
    if _UNKNOWN.search(made):
        raise ValueError(f"unknown LaTeX command in {latex}")
    return made
