"""Thirty pairs of an older and a newer report: what is news in the newer one, and what the reader already knows."""

from __future__ import annotations

from typing import NamedTuple


class Update(NamedTuple):
    """What was seen, the sentence that is news, and the sentence that repeats what was seen."""

    seen: str
    news: str
    repeated: str


UPDATES = [
    Update(
        "Divers found a fracture in the central pier. The bridge will stay closed until June.",
        "Divers found a second fracture in the central pier.",
        "The bridge will stay closed until June.",
    ),
    Update(
        "Repairs of the bridge will take four months. A ferry carries cars from Thursday.",
        "Repairs of the bridge will take eight months rather than four.",
        "A ferry carries cars from Thursday on.",
    ),
    Update(
        "The new bridge was planned by Ann Moe. The bridge will cost 40 million euros.",
        "The council voted against the new bridge.",
        "The new bridge will cost 40 million euros.",
    ),
    Update(
        "The flood killed 12 people in Averne. Schools are closed this week.",
        "The flood killed 19 people in Averne.",
        "Schools in Averne are closed this week.",
    ),
    Update(
        "The minister will pay for the ferry. The island has food for ten days.",
        "The minister will not pay for the ferry.",
        "The island has food for ten days.",
    ),
    Update(
        "Police arrested one man after the fire. The fire destroyed a warehouse.",
        "Police released the man after the fire.",
        "The fire destroyed a large warehouse.",
    ),
    Update(
        "The trial of Otto Brandt begins in March. Brandt denies the charges.",
        "The trial of Otto Brandt begins in May.",
        "Brandt denies all the charges.",
    ),
    Update(
        "The company will build a factory in Lund. It will employ 300 people.",
        "The company will build a second factory in Malmö.",
        "The factory in Lund will employ 300 people.",
    ),
    Update(
        "Engine trouble delayed the launch of the satellite. The satellite measures sea ice.",
        "The satellite was launched on Friday night.",
        "The satellite measures sea ice.",
    ),
    Update(
        "The union wants five percent more pay. Nurses will strike on Monday.",
        "The union and the hospitals agreed on four percent.",
        "The union wants five percent more pay for nurses.",
    ),
    Update(
        "A new test finds the disease in two hours. The test costs 20 euros.",
        "The new test misses one case in five.",
        "A new test finds the disease within two hours.",
    ),
    Update(
        "The museum bought a painting by Hals. The painting shows a young lute player.",
        "Experts say that the painting is a forgery.",
        "The painting by Hals shows a young lute player.",
    ),
    Update(
        "Heavy rain is expected in the north. Farmers should bring in their hay.",
        "Heavy rain is now expected in the south as well.",
        "Farmers in the north should bring in their hay.",
    ),
    Update(
        "The airline cancelled 40 flights on Tuesday. A fault in the software was the cause.",
        "The airline cancelled 90 flights on Wednesday.",
        "A fault in the software was the cause.",
    ),
    Update(
        "Researchers counted 200 seals on the coast. The seals eat mostly herring.",
        "Half of the seals on the coast are ill.",
        "The seals on the coast eat mostly herring.",
    ),
    Update(
        "The mayor Ines Varga will run again. She has led the town since 2011.",
        "The mayor Ines Varga withdrew her candidacy.",
        "Varga has led the town since 2011.",
    ),
    Update(
        "The mine closed after the accident. Three miners were rescued.",
        "Two more miners were found alive in the mine.",
        "Three miners were rescued after the accident.",
    ),
    Update(
        "The bank will close 20 branches. Customers can use the app.",
        "The bank will close 35 branches instead of 20.",
        "Customers of the bank can use the app.",
    ),
    Update(
        "The drug lowers blood pressure in most patients. It was tested on 900 people.",
        "The drug was withdrawn because of liver damage.",
        "The drug was tested on 900 people.",
    ),
    Update(
        "The court ordered a new vote in the village. The old vote had errors.",
        "The new vote in the village confirmed the result.",
        "The old vote in the village had errors.",
    ),
    Update(
        "A train left the tracks near Holm. Nobody was hurt.",
        "A worker died of his injuries after the accident near Holm.",
        "A train left the tracks near Holm.",
    ),
    Update(
        "The festival starts on Friday with a concert. Tickets cost 15 crowns.",
        "The festival was moved to September because of the storm.",
        "Tickets of the festival cost 15 crowns.",
    ),
    Update(
        "The school will get a new gym. Building begins next year.",
        "The new gym of the school will be twice as large.",
        "Building of the gym begins next year.",
    ),
    Update(
        "The river is 4 metres high at Tarn. Sandbags protect the old town.",
        "The river is 6 metres high at Tarn.",
        "Sandbags protect the old town of Tarn.",
    ),
    Update(
        "The editor Jo Lind resigned on Monday. The paper has 80 employees.",
        "The editor Jo Lind was dismissed by the owner.",
        "The paper has 80 employees.",
    ),
    Update(
        "The treaty bans fishing near the reef. Seven states have signed it.",
        "Nine states have now signed the treaty.",
        "The treaty bans fishing near the reef.",
    ),
    Update(
        "Volcanic ash closed the airport of Kar. Tourists wait in hotels.",
        "The airport of Kar opened again at noon.",
        "Tourists in Kar wait in their hotels.",
    ),
    Update(
        "The library lost 400 books in the fire. The roof is being repaired.",
        "An unknown donor gave the library 10,000 books.",
        "The library lost 400 books in the fire.",
    ),
    Update(
        "The team won the first match by one goal. The second match is on Sunday.",
        "The team lost the second match and is out.",
        "The team won the first match by one goal.",
    ),
    Update(
        "Wolves killed nine sheep near Brae. The county will put up a fence.",
        "Wolves did not kill the sheep near Brae, a vet found.",
        "The county will put up a fence near Brae.",
    ),
]
