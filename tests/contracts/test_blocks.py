"""What a line is does not depend on the door through which a text comes in."""

from __future__ import annotations

import pytest

import reprank

MARKDOWN = """# Tide

Tide computes the times of high water for every harbour on the coast. It needs no network.

```python
# The harbour is a name or a number, and the result is a list of times.
print(tide("Brekka"))
```

## Accuracy

The times are right to two minutes for harbours on the open sea. In a fjord they may be late by a quarter of an hour, as
the [report of 2019](https://example.org/report) has shown.

1. The table of harbours is read once when the program starts.
2. The constants of each harbour are checked against the table.

## References

- Vasser, E. (2019). The tides of the northern fjords. Journal of Harbours 12, pp. 3-19.
- Oduya, K. (2021). High water at Brekka. Coast Press.
"""
PLAIN = """Tide
====

Tide computes the times of high water for every harbour on the coast. It needs
no network.

    harbours = read(path)
    print(tide(harbours[0]))

Accuracy
--------

The times are right to two minutes for harbours on the open sea. In a fjord
they may be late by a quarter of an hour.

References
----------

Vasser, E. (2019). The tides of the northern fjords. Journal of Harbours 12.
Oduya, K. (2021). High water at Brekka. Coast Press, pp. 3-19.
"""
NO_PROSE = ("Vasser", "Journal", "print(", "a name or a number", "Accuracy", "References", "](")


@pytest.mark.parametrize("words", [20, 40, 60, 200])
@pytest.mark.parametrize(("text", "names"), [(MARKDOWN, ("a.md", "a.txt")), (PLAIN, ("a.txt", "a.rst"))])
def test_a_text_and_a_file_with_this_text_have_the_same_summary(text: str, names: tuple[str, ...], words: int) -> None:
    given = [sentence.display for sentence in reprank.summarize(text, words=words).sentences]
    assert given
    for name in names:
        document = reprank.read(text.encode(), name=name)
        assert [sentence.display for sentence in reprank.summarize(document, words=words).sentences] == given
    assert not [part for part in NO_PROSE if any(part in sentence for sentence in given)]


@pytest.mark.parametrize(("text", "code"), [(MARKDOWN, "```python"), (PLAIN, "    harbours")])
def test_compression_keeps_code_whole_wherever_a_summary_leaves_it_out(text: str, code: str) -> None:
    kept = reprank.compress([text], words=60, keep=["code"]).chunks[0].text
    assert code.strip() in kept
    assert "print(tide(" in kept
