"""Names of data sets to their sources: who made them, under which licence, how to get and how to convert them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.data import keyphrases, questions, summaries

Convert = Callable[[Path], Iterator[dict[str, object]]]


@dataclass(frozen=True)
class Source:
    """Where a set comes from.

    ``path`` says what to give to the converter. ``check`` says how the converter was compared with the sets of the
    tables. A set without a converter has a form that no script here can rely on.
    """

    names: tuple[str, ...]
    folder: str
    what: str
    url: str
    licence: str
    path: str
    check: str
    convert: Convert | None = None


EQUAL = "all equal"
UNTRIED = "written from the published description of the form, tested on miniatures"
FEWSUM = "https://github.com/abrazinskas/FewSum"
LIAAD = "https://github.com/LIAAD/KeywordExtractor-Datasets"
QMSUM = "https://github.com/Yale-LILY/QMSum"

SOURCES = (
    Source(
        ("multiling-en", "multiling-fr", "multiling-el"),
        "summaries",
        "MultiLing pilot of TAC 2011: Wikinews topics with translations, three references (Giannakopoulos et al. 2011)",
        "https://tac.nist.gov/2011/Summarization/",
        "CC BY (Wikinews)",
        "on request from NIST; put each topic into `documents/` and `references/` (see [evaluation](../evaluation.md))",
        "–",
    ),
    Source(
        ("multi-news",),
        "summaries",
        "Multi-News: clusters of news with one summary (Fabbri et al. 2019)",
        "https://github.com/Alex-Fabbri/Multi-News",
        "research use, non-commercial",
        "`train.src.cleaned`, with `train.tgt` beside it",
        UNTRIED,
        summaries.read_multi_news,
    ),
    Source(
        ("multi-news-truncated",),
        "summaries",
        "Multi-News as its authors cut it for training, names in lower case",
        "https://github.com/Alex-Fabbri/Multi-News",
        "research use, non-commercial",
        "`val.src`, with `val.tgt` beside it, of the preprocessed, truncated download",
        UNTRIED,
        summaries.read_truncated_multi_news,
    ),
    Source(
        ("yelp",),
        "summaries",
        "eight reviews of a business, three references (Bražinskas et al. 2020)",
        FEWSUM,
        "MIT (repository); terms of the platform",
        "`artifacts/yelp/gold_summs`",
        EQUAL,
        summaries.read_fewsum,
    ),
    Source(
        ("amazon",),
        "summaries",
        "eight reviews of a product, three references (Bražinskas et al. 2020)",
        FEWSUM,
        "MIT (repository); terms of the platform",
        "`artifacts/amazon/gold_summs`",
        EQUAL,
        summaries.read_fewsum,
    ),
    Source(
        ("opinosis",),
        "summaries",
        "opinions on one aspect, four or five short references (Ganesan et al. 2010)",
        "https://github.com/kavgan/opinosis-summarization",
        "research use",
        "`OpinosisDataset1.0_0.zip`, unpacked",
        "equal but for white space",
        summaries.read_opinosis,
    ),
    Source(
        ("cnn",),
        "summaries",
        "CNN/DailyMail, articles of CNN with their highlights (Hermann et al. 2015)",
        "https://github.com/abisee/cnn-dailymail",
        "research use",
        "JSON lines with `article` and `highlights`, the test part in its published order",
        UNTRIED,
        summaries.read_cnn,
    ),
    Source(
        ("pubmed",),
        "summaries",
        "PubMed articles with their abstracts (Cohan et al. 2018)",
        "https://github.com/armancohan/long-summarization",
        "academic use",
        "a file of the archive",
        UNTRIED,
        summaries.read_pubmed,
    ),
    Source(
        ("squality",),
        "summaries",
        "SQuALITY: science-fiction stories, four references each (Wang et al. 2022)",
        "https://github.com/nyu-mll/SQuALITY",
        "stories: public domain in the USA; summaries: CC BY 4.0",
        "`data/v1-3/txt/train.jsonl`, then `dev.jsonl`",
        EQUAL,
        summaries.read_squality,
    ),
    Source(
        ("meetings",),
        "summaries",
        "QMSum: transcripts of meetings, the answer to the general question (Zhong et al. 2021)",
        QMSUM,
        "MIT",
        "`data/ALL/jsonl/val.jsonl`",
        EQUAL,
        summaries.read_qmsum_meetings,
    ),
    Source(
        ("vietnamese",),
        "summaries",
        "VietnameseMDS: clusters of news, two references (Tran et al. 2013)",
        "https://github.com/lupanh/VietnameseMDS",
        "academic use",
        "`KTLAB-200document-clusters.zip`",
        EQUAL,
        summaries.read_vietnamese,
    ),
    Source(
        ("inspec",),
        "keyphrases",
        "abstracts of papers, keys that editors chose freely (Hulth 2003)",
        "https://github.com/boudinfl/ake-datasets",
        "research use",
        "`Validation.zip` in `datasets/Inspec/src/Hulth2003.tar.gz`",
        EQUAL,
        keyphrases.read_inspec,
    ),
    Source(
        ("semeval2010",),
        "keyphrases",
        "full papers, keys of authors and readers (Kim et al. 2010)",
        LIAAD,
        "research use",
        "`datasets/SemEval2010.zip`",
        EQUAL,
        keyphrases.read_text_and_key,
    ),
    Source(
        ("semeval2017",),
        "keyphrases",
        "paragraphs of papers (Augenstein et al. 2017)",
        LIAAD,
        "CC BY (open-access articles)",
        "`datasets/SemEval2017.zip`",
        EQUAL,
        keyphrases.read_text_and_key,
    ),
    Source(
        ("500n",),
        "keyphrases",
        "500N-KPCrowd: news with keys of many readers (Marujo et al. 2012)",
        "https://github.com/boudinfl/ake-datasets",
        "research use",
        "`datasets/500N-KPCrowd/src/marujo-data.zip`",
        "keys equal; texts equal but for white space and, in 15 of 200, quotation marks",
        keyphrases.read_text_and_key,
    ),
    Source(
        ("wikinews-fr",),
        "keyphrases",
        "French news with keys of students (Bougouin et al. 2013)",
        LIAAD,
        "CC BY (Wikinews)",
        "`datasets/WikiNews.zip`",
        EQUAL,
        keyphrases.read_text_and_key,
    ),
    Source(
        ("hotpotqa",),
        "questions",
        "HotpotQA: questions that need two paragraphs of ten (Yang et al. 2018)",
        "https://hotpotqa.github.io/",
        "CC BY-SA 4.0",
        "`hotpot_dev_distractor_v1.json`",
        UNTRIED,
        questions.read_hotpotqa,
    ),
    Source(
        ("musique",),
        "questions",
        "MuSiQue: questions of two to four steps (Trivedi et al. 2022)",
        "https://github.com/StonyBrookNLP/musique",
        "CC BY 4.0",
        "`musique_ans_v1.0_dev.jsonl`",
        UNTRIED,
        questions.read_musique,
    ),
    Source(
        ("covidqa",),
        "questions",
        "COVID-QA: questions about whole papers (Möller et al. 2020)",
        "https://github.com/deepset-ai/COVID-QA",
        "Apache-2.0",
        "`data/question-answering/COVID-QA.json`",
        UNTRIED,
        questions.read_squad,
    ),
    Source(
        tuple(f"xquad-{code}" for code in ("en", "de", "es", "ru", "zh", "ar", "hi", "tr", "vi", "el", "th", "ro")),
        "questions",
        "XQuAD: questions on Wikipedia in twelve languages (Artetxe et al. 2020)",
        "https://github.com/google-deepmind/xquad",
        "CC BY-SA 4.0",
        "`xquad.CODE.json`",
        "compared for Romanian: all equal",
        questions.read_squad,
    ),
    Source(
        ("qmsum",),
        "questions",
        "QMSum: questions about meetings, with the turns that answer them (Zhong et al. 2021)",
        QMSUM,
        "MIT",
        "`data/ALL/jsonl/val.jsonl`, then `test.jsonl`",
        "compared for the validation part: all equal",
        questions.read_qmsum_questions,
    ),
)

BY_NAME = {name: source for source in SOURCES for name in source.names}
