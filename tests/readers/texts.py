"""What the files in ``files/`` say: paragraphs that ``make_files.py`` writes and the tests look for."""

from __future__ import annotations

TITLE = "Counting Eels with Microphones in a Tidal River"

OPENING = (
    "Eels are hard to count because they travel at night and avoid the light of cameras. "
    "We placed underwater microphones along nineteen kilometres of a tidal river and listened for two winters. "
    "The recordings contain the soft clicks that eels produce when they turn over gravel in search of food.",
    "Earlier surveys relied on traps that were emptied every morning. "
    "Traps disturb the animals, and a survey that disturbs what it measures gives biased figures. "
    "Acoustic monitoring leaves the river as it is and produces an uninterrupted series of observations.",
    "This paper describes the instruments, explains how clicks are distinguished from the noise of rain and "
    "propellers, "
    "and compares the resulting estimates with the last trap survey. "
    "Our contribution is an inexpensive procedure that a volunteer organisation can repeat without "
    "specialised training.",
)

METHOD = (
    "Every station consists of a hydrophone, a preamplifier, and a waterproof recorder with rechargeable batteries. "
    "The recorder wakes for ten minutes in each hour and stores uncompressed sound on a memory card. "
    "Volunteers exchange the cards once a fortnight and write down the temperature and the height of the water.",
    "A click is a short pulse between two and nine kilohertz that rises within a millisecond. "
    "We computed the spectrum of each pulse and kept those whose energy was concentrated in that band. "
    "Propellers were recognised by their periodicity, and rain was recognised by its long duration. "
    "The remaining pulses were grouped into encounters, where an encounter ends after thirty seconds of silence.",
    "The number of encounters does not equal the number of eels because one animal may return several times. "
    "We therefore calibrated the encounters against a week of simultaneous trapping at three stations. "
    "The calibration gave a factor of 2.4 encounters per animal with a standard error of 0.3.",
)

STATIONS = (
    ("the harbour entrance", "brackish", "diesel engines"),
    ("the old shipyard", "contaminated", "welding equipment"),
    ("the railway bridge", "fast-flowing", "passing freight trains"),
    ("the sugar refinery", "unusually warm", "cooling pumps"),
    ("the municipal park", "shallow", "rowing instructors"),
    ("the monastery garden", "crystal-clear", "ringing bells"),
    ("the upper weir", "oxygen-rich", "falling water"),
)


def _station(number: int, place: str, water: str, noise: str) -> str:
    return (
        f"Station {number} stands near {place}, where the water is {water} during the greater part of the year. "
        f"Recordings from {place} had to be separated from the sound of {noise}, which overlaps with the "
        f"relevant band. "
        f"In the first winter this microphone registered {137 * number + 46} encounters, and in the second winter the "
        f"corresponding number was {151 * number + 12}. "
        f"The difference at {place} is larger than the uncertainty of the calibration would suggest. "
        f"Interviews with anglers who know {place} confirmed that eels had become noticeably more abundant there."
    )


RESULTS = tuple(_station(number, *station) for number, station in enumerate(STATIONS, start=1))

DISCUSSION = (
    "The combined estimate for the whole river is 4,180 animals in the first winter and 4,730 in the second. "
    "An increase of thirteen per cent is compatible with the closure of the commercial fishery in the "
    "intervening summer. "
    "It could also reflect the exceptionally mild weather, which prolongs the period of activity.",
    "Three limitations of this method deserve attention. "
    "Microphones hear only animals that feed, and resting eels are invisible to the method. "
    "The calibration was performed at stations with gravel and may be misleading where the bottom consists of mud. "
    "Finally, the identification of clicks was verified by two listeners who disagreed about one pulse in twenty.",
    "Acoustic surveys are nevertheless considerably cheaper than trapping, and they can be continued for decades. "
    "We recommend that river authorities install permanent microphones before the fishery is opened again. "
    "The recordings, the programs and the instructions for building a station are available without restrictions.",
)

FOOTNOTE = "The river authority granted permission for all stations under licence number 88 of the harbour regulations."
CAPTION = "Encounters per night at the seven stations during both winters."
REFERENCES = (
    "A. Marsh and T. Ilves. Trap surveys of eels in estuaries. River Studies, 12(3):44-61, 2009.",
    "P. Okoro. Sounds of feeding fishes. Journal of Underwater Listening, 7:101-119, 2014.",
    "L. Brandt, S. Quine and O. Vail. Cheap recorders for long surveys. Field Methods, 3(1):5-18, 2018.",
)
RUNNING_HEADS = ("Acoustic River Surveys", "Halden and Prior")

SECTIONS = (
    ("Introduction", OPENING),
    ("Instruments and Method", METHOD),
    ("Results for Each Station", RESULTS),
    ("Discussion", DISCUSSION),
)
PARAGRAPHS = tuple(paragraph for _, paragraphs in SECTIONS for paragraph in paragraphs)

NOTICE = (
    "The library will be closed from Monday because the roof of the reading room must be repaired. "
    "Books can be returned at the town hall, and no fines are charged while the building is closed.",
    "The children's story hour moves to the school on Harbour Street and keeps its usual time. "
    "A van with two thousand books visits each district once a week until the library opens again in April.",
)
