"""Measure whether keywords of an update are about what is new, on pairs of older and newer texts written for this.

    python -m benchmarks.keywords.updates

For each pair the words of the news are given. A keyword is new if it holds one of them. Figures go to
docs/results/keyword-updates.json, the table to docs/lab/keywords.md between <!-- updates:begin --> and
<!-- updates:end -->.
"""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.keywords.keywords import PAGE
from benchmarks.report import table, write_between, write_figures
from reprank.api import RepRank
from reprank.text.languages import language

TOP = 5


@dataclass(frozen=True)
class Pair:
    """An older text, a newer one about the same, and the words that name the news."""

    older: str
    newer: str
    news: str


PAIRS = (
    Pair(
        "A fire damaged the town library of Norvik on Sunday night. The fire began in the reading room. "
        "Firefighters saved "
        "the archive of the town. The library will stay closed, said the mayor, Ellen Dahl. Nobody was hurt in the "
        "fire.",
        "The fire in the library of Norvik was caused by a faulty heater, an inspector told the council on "
        "Thursday. The "
        "heater in the reading room had been repaired twice by an electrician without a licence. The insurer "
        "refuses to pay "
        "for the library. Mayor Ellen Dahl said that the council would take the insurer to court.",
        "heater inspector electrician licence insurer court council",
    ),
    Pair(
        "The dairy Almet recalls its goat cheese. Laboratories found listeria in two samples of the cheese. Shops "
        "took the "
        "cheese from their shelves on Monday. Almet asks customers to return the cheese.",
        "Eleven people who ate goat cheese of the dairy Almet are ill, the health office said on Friday. A pregnant "
        "woman is "
        "in hospital. The health office closed the dairy. Investigators found listeria in a drain under the "
        "ripening room. "
        "Almet dismissed its hygiene manager.",
        "people ill health office woman hospital investigators drain ripening room hygiene manager",
    ),
    Pair(
        "Parliament discusses a tax on flights. The tax would add nine euros to a ticket. Airlines oppose the tax. The "
        "minister of finance, Paulo Reis, says that railways would profit from it.",
        "Parliament rejected the tax on flights by three votes. Two deputies of the coalition voted with the "
        "opposition. The "
        "minister of finance, Paulo Reis, offered his resignation. Unions of railway workers announced a strike for "
        "the "
        "weekend. The airlines welcomed the vote.",
        "vote votes deputies coalition opposition resignation unions workers strike weekend",
    ),
    Pair(
        "The space probe Halcyon reached the comet on Tuesday. Its camera sent pictures of the comet. Engineers plan a "
        "landing in June. The comet is four kilometres long.",
        "The space probe Halcyon lost contact with Earth after its antenna jammed. Engineers will restart the "
        "computer of the "
        "probe on Monday. The landing on the comet moves to September. A thruster uses more fuel than planned, said "
        "the flight "
        "director, Mina Okafor. Without the antenna no pictures of the comet can be sent.",
        "contact antenna computer thruster fuel flight director Okafor September Earth",
    ),
    Pair(
        "The football club Rovers sacked its coach, Ivan Petrov. Rovers lost seven games in a row. The captain said "
        "that the "
        "players had wanted the coach to stay. The club looks for a new coach.",
        "Rovers present Laura Stein as their coach. Stein is the first woman who trains a club of the league. She "
        "brings two "
        "analysts and a goalkeeper from Lisbon. The captain called the contract of three years a signal. Ivan "
        "Petrov sues the "
        "club for his salary.",
        "Stein Laura woman league analysts goalkeeper Lisbon contract signal salary",
    ),
    Pair(
        "A ferry ran aground near the island of Sula in thick fog. The coast guard brought all passengers to the "
        "harbour. Oil "
        "leaks from the ferry. Fishermen fear for their nets.",
        "Salvage tugs pulled the ferry off the rocks of Sula. The captain of the ferry had been drinking, a blood "
        "test showed. "
        "A prosecutor charged the captain with negligence. Volunteers cleaned seabirds on the beaches. Oil no "
        "longer leaks "
        "from the ferry.",
        "salvage tugs rocks captain blood test prosecutor negligence volunteers seabirds beaches",
    ),
)


def main() -> int:
    """Measure and write."""
    figures = {
        "keywords of the newer text alone": share_of_news(seen=False),
        "with the older text as seen": share_of_news(seen=True),
    }
    write_figures("keyword-updates", figures)
    rows = [[name, f"{value:.0f}"] for name, value in figures.items()]
    for row in rows:
        print(*row)
    caption = f"{len(PAIRS)} pairs: share of the first {TOP} keywords that name news, in percent."
    write_between(PAGE, "updates", table(["", "about the news"], rows, caption=caption))
    return 0


def share_of_news(*, seen: bool) -> float:
    """Return the share of keywords that hold a word of the news, in percent."""
    stem = language("en").stem
    right = 0
    for pair in PAIRS:
        news = set(stem(pair.news.lower().split()))
        found = RepRank().keywords(pair.newer, top=TOP, seen=[pair.older] if seen else [], language="en")
        right += sum(not news.isdisjoint(stem(keyword.text.lower().split())) for keyword in found)
    return round(100 * right / (TOP * len(PAIRS)), 1)


if __name__ == "__main__":
    raise SystemExit(main())
