"""The DUC readers on miniature folders in NIST's layout, with texts written for this test."""

from pathlib import Path

import pytest

from reprank.errors import DataError
from reprank.evaluation.datasets import Cluster, read_clusters
from reprank.evaluation.duc import documents_of, layout
from reprank.evaluation.duc import read_duc2002 as read_2002
from reprank.evaluation.duc import read_duc2007 as read_2007

AP = """<DOC>
<DOCNO> AP880911-0016 </DOCNO>
<FILEID>AP-NR-09-11-88 0423EDT</FILEID>
<FIRST>r i BC-Storm     09-11 0200</FIRST>
<SECOND>BC-Storm,0201</SECOND>
<HEAD>Storm Nears Invented Island</HEAD>
<DATELINE>PORT EXAMPLE (AP) </DATELINE>
<TEXT>
   A storm called ``Example'' moved towards the island
on Sunday, and people left the coast.
   ``We are leaving,'' said a fisher of Smith &amp; Sons.
</TEXT>
</DOC>
"""
WSJ = """<DOC>
<DOCNO> WSJ880912-0064 </DOCNO>
<HL> Insurers Brace for Storm </HL>
<AUTHOR> A. Writer </AUTHOR>
<LP>
Insurers expect claims of
$3 million.
</LP>
<TEXT>
Shares fell by 2%; they rose later.
</TEXT>
</DOC>
"""
SJMN = """<DOC>
<DOCNO> SJMN91-06165048 </DOCNO>
<LEADPARA>The storm is over.; People return.
</LEADPARA>
<TEXT>   Roofs were mended; walls were not.;
   Schools open on Monday.
</TEXT>
</DOC>
"""
LA = """<DOC>
<DOCNO> LA091388-0001 </DOCNO>
<HEADLINE><P>STORM</P></HEADLINE>
<TEXT>
<P>
The harbour opened
again.
</P>
<P>
Ships came in.
</P>
</TEXT>
</DOC>
"""
BROKEN_INTO_SENTENCES = """<DOC>
<DOCNO> AP880911-0016 </DOCNO>
<TEXT>
<s docid="AP880911-0016" num="1" wdcount="4"> A storm moved in.</s>
<s docid="AP880911-0016" num="2" wdcount="3"> People left it.</s>
</TEXT>
</DOC>
"""


def summary(docset, author, size, text) -> str:
    return (
        f'<SUM\nDOCSET="{docset}"\nTYPE="MULTI"\nSIZE="{size}"\nDOCREF="AP880911-0016 WSJ880912-0064"\n'
        f'SELECTOR="J"\nSUMMARIZER="{author}">\n\n{text}</SUM>\n'
    )


DUC_2002 = {
    "docs/d061j/AP880911-0016": AP,
    "docs/d061j/WSJ880912-0064": WSJ,
    "docs.with.sentence.breaks/d061j/AP880911-0016.S": BROKEN_INTO_SENTENCES,
    "docs/d062j/SJMN91-06165048": SJMN,
    "docs/d062j/LA091388-0001": LA,
    "extracts_abstracts/d061ja/200": summary("d061j", "A", 200, "A storm\ncame &amp; went.\nPeople left."),
    "extracts_abstracts/d061jb/200": summary("d061j", "B", 200, "Storm claims are high."),
    "extracts_abstracts/d061jb/100": summary("d061j", "B", 100, "High claims."),
    "extracts_abstracts/d061ja/200e": summary(
        "d061j",
        "A",
        200,
        '<s docid="AP880911-0016" num="1" wdcount="4"> A storm moved in.</s>\n<s num="2"> It left.<s>',
    ),
    "extracts_abstracts/d061ja/perdocs": summary("d061j", "A", 100, "One document alone."),
    "extracts_abstracts/d062jc/200": summary("d062j", "C", 200, "The harbour is open."),
}

XIE = """<DOC>
<DOCNO> XIE19980304.0061 </DOCNO>
<DATE_TIME> 1998-03-04 </DATE_TIME>
<BODY>
<HEADLINE> Bridge Opens </HEADLINE>
<TEXT>
<P>
A bridge opened in the invented town.
</P>
<P>
It cost &UR; 3 million. &LR;
</P>
</TEXT>
</BODY>
</DOC>
"""
NYT = XIE.replace("XIE19980304.0061", "NYT19990101.0002").replace("A bridge opened", "A tunnel closed")
TOPICS = """<topic>
<num> D0701A </num>
<title> Bridges of the invented town </title>
<narr>
Describe the bridges &amp; what
they cost.
</narr>
<docs>
XIE19980304.0061
NYT19990101.0002
</docs>
</topic>

<topic>
<num> D0702B </num>
<title> Tunnels </title>
<narr> Which tunnels closed? </narr>
<docs>
NYT19990101.0002
</docs>
</topic>
"""
DUC_2007 = {
    "duc2007_testdocs/main/D0701A/XIE19980304.0061": XIE,
    "duc2007_testdocs/main/D0701A/NYT19990101.0002": NYT,
    "duc2007_testdocs/main/D0702B/NYT19990101.0002": NYT,
    "duc2007_testdocs/update/D0703A/D0703A-A/XIE19980304.0061": XIE,
    "duc2007_topics.sgml": TOPICS,
    "mainEval/ROUGE/models/D0701.M.250.A.A": "A bridge opened.\nIt was dear.\n",
    "mainEval/ROUGE/models/D0701.M.250.A.C": "The town has a bridge.\n",
    "mainEval/ROUGE/models/D0702.M.250.B.D": "A tunnel closed.\n",
    "mainEval/ROUGE/peers/D0701.M.250.A.12": "A system wrote this.\n",
    # NIST ships the human summaries again among the peers, also without one sentence a line.
    "mainEval/ROUGE/peers/D0701.M.250.A.A": "A bridge opened.\nIt was dear.\n",
    "mainEval/ROUGE/peers/D0701.M.250.A.C": "The town has a bridge.\n",
    "mainEval/manual/peers/D0701.M.250.A.A": "A bridge opened. It was dear.\n",
    "mainEval/manual/peers/D0701.M.250.A.C": "The town\nhas a bridge.\n",
    "mainEval/BE/BEmodels/D0701.M.250.A.A": "bridge|opened|subj\n",
    "updateEval/ROUGE/models/D0703-A.M.100.A.E": "Not of the main task.\n",
}


def write(folder, files) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


D061 = (
    'A storm called "Example" moved towards the island on Sunday, and people left the coast.\n\n'
    '"We are leaving," said a fisher of Smith & Sons.',
    "Insurers expect claims of $3 million.\n\nShares fell by 2%; they rose later.",
)
D062 = (
    "The harbour opened again.\n\nShips came in.",
    "The storm is over.\n\nPeople return.\n\nRoofs were mended; walls were not.\n\nSchools open on Monday.",
)
BRIDGE = "A bridge opened in the invented town.\n\nIt cost 3 million."
TUNNEL = "A tunnel closed in the invented town.\n\nIt cost 3 million."


def test_duc_2002_is_read_with_its_abstracts_of_200_words(tmp_path) -> None:
    assert read_2002(write(tmp_path, DUC_2002)) == (
        Cluster("d061", D061, ("A storm\ncame & went.\nPeople left.", "Storm claims are high.")),
        Cluster("d062", D062, ("The harbour is open.",)),
    )


def test_duc_2002_is_found_at_any_depth_and_told_apart(tmp_path) -> None:
    deep = {f"DUC2002_Summarization_Documents/x/{name}": text for name, text in DUC_2002.items()}
    assert layout(write(tmp_path, deep)) is read_2002
    assert [cluster.id for cluster in read_clusters(tmp_path)] == ["d061", "d062"]


def test_other_summaries_of_duc_2002_can_be_asked_for(tmp_path) -> None:
    write(tmp_path, DUC_2002)
    with pytest.warns(UserWarning, match="left out because they have no reference: d062"):
        (cluster,) = read_2002(tmp_path, summaries="200e")
    assert cluster.references == ("A storm moved in.\nIt left.",)
    with pytest.raises(DataError, match="one of 10, 50, 100, 200, 200e, 400e; got '300'"):
        read_2002(tmp_path, summaries="300")


def test_documents_with_marked_sentences_serve_where_there_are_no_others(tmp_path) -> None:
    files = {name: text for name, text in DUC_2002.items() if not name.startswith("docs/")}
    (cluster,) = read_2002(write(tmp_path, files))
    assert cluster.documents == ("A storm moved in.\n\nPeople left it.",)


def test_one_summary_that_lies_in_two_places_is_one_reference(tmp_path) -> None:
    copies = {f"copy/{name}": text for name, text in DUC_2002.items() if "abstracts" in name}
    assert len(read_2002(write(tmp_path, DUC_2002 | copies))[0].references) == 2


def test_duc_2007_is_read_with_models_and_topics(tmp_path) -> None:
    assert read_2007(write(tmp_path, DUC_2007)) == (
        Cluster(
            "d0701",
            (BRIDGE, TUNNEL),  # the most recent last
            ("A bridge opened.\nIt was dear.", "The town has a bridge."),
            "Bridges of the invented town Describe the bridges & what they cost.",
        ),
        Cluster("d0702", (TUNNEL,), ("A tunnel closed.",), "Tunnels Which tunnels closed?"),
    )
    assert layout(tmp_path) is read_2007
    assert read_clusters(tmp_path) == read_2007(tmp_path)


def test_a_topic_of_duc_2007_has_one_reference_for_each_author_whatever_else_is_unpacked(tmp_path) -> None:
    write(tmp_path, DUC_2007)
    assert [len(cluster.references) for cluster in read_2007(tmp_path)] == [2, 1]
    for author in "AC":
        (tmp_path / f"mainEval/ROUGE/models/D0701.M.250.A.{author}").unlink()
    # Where the models are missing, the copies replace them.
    assert read_2007(tmp_path)[0].references == ("A bridge opened.\nIt was dear.", "The town has a bridge.")


def test_archives_that_are_not_unpacked_are_named(tmp_path) -> None:
    (tmp_path / "DUC2007_Summarization_Documents.tgz").write_bytes(b"\x1f\x8b")
    with pytest.raises(DataError, match=r"DUC2007_Summarization_Documents\.tgz is not unpacked: unpack it"):
        read_clusters(tmp_path)
    write(tmp_path, {name: text for name, text in DUC_2007.items() if name.startswith("duc2007")})
    (tmp_path / "mainEval.tar.gz").write_bytes(b"\x1f\x8b")
    with pytest.raises(DataError, match=r"no models: .*\.tgz is not unpacked"):
        read_clusters(tmp_path)


def test_two_years_in_one_folder_are_refused(tmp_path) -> None:
    write(tmp_path / "2002", DUC_2002)
    write(tmp_path / "2007", DUC_2007)
    with pytest.raises(DataError, match=r"both DUC 2002 .* and DUC 2007 .*: put each year in its own folder"):
        read_clusters(tmp_path)
    assert len(read_clusters(tmp_path / "2002")) == 2
    assert len(read_clusters(tmp_path / "2007")) == 2


def test_duc_2007_without_topics_has_no_query(tmp_path) -> None:
    files = {name: text for name, text in DUC_2007.items() if not name.endswith("sgml")}
    assert {cluster.query for cluster in read_2007(write(tmp_path, files))} == {None}


@pytest.mark.parametrize(
    ("files", "read", "kept", "message"),
    [
        (DUC_2002, read_2002, "extracts_abstracts", "no documents: folders such as docs/d061j/"),
        (DUC_2002, read_2002, "docs", "no summaries: files such as extracts_abstracts/d061ja/200"),
        (DUC_2007, read_2007, "mainEval", "no documents: folders such as duc2007_testdocs/main/D0701A/"),
        (DUC_2007, read_2007, "duc2007_testdocs", "no models: files such as mainEval/ROUGE/models/D0701.M.250.A.C"),
    ],
)
def test_what_is_missing_is_named_with_its_folder_and_pattern(tmp_path, files, read, kept, message) -> None:
    folder = write(tmp_path / "nist", {name: text for name, text in files.items() if name.startswith(kept)})
    with pytest.raises(DataError, match=rf"nist: {message}.*: unpack NIST's archives"):
        read(folder)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("duc2007_testdocs/main/D0701A/EMPTY", "<DOC><TEXT> </TEXT></DOC>", "D0701A/EMPTY: no text here"),
        ("mainEval/ROUGE/models/D0701.M.250.A.F", "\n", "D0701.M.250.A.F: the summary is empty"),
        ("duc2007_topics.sgml", "<topic><num> 701 </num></topic>", "<num> must look like D0701A; got '701'"),
    ],
)
def test_a_file_that_is_not_as_it_should_be_is_named(tmp_path, name, text, message) -> None:
    with pytest.raises(DataError, match=message):
        read_2007(write(tmp_path, DUC_2007 | {name: text}))


def test_sets_and_models_that_do_not_meet_are_refused(tmp_path) -> None:
    files = {"docs/d061j/AP880911-0016": AP, "extracts_abstracts/d099ja/200": summary("d099j", "A", 200, "Text.")}
    with (
        pytest.warns(UserWarning, match="d061"),
        pytest.raises(DataError, match="no document set has a reference: sets d061, models d099"),
    ):
        read_2002(write(tmp_path, files))


def test_bytes_of_windows_are_read_as_such(tmp_path) -> None:
    write(tmp_path, DUC_2007)
    (tmp_path / "mainEval/ROUGE/models/D0702.M.250.B.D").write_bytes("It\u2019s closed.\r\n".encode("cp1252"))
    assert read_2007(tmp_path)[1].references == ("It\u2019s closed.",)


def test_a_model_in_the_format_of_nists_browser_loses_its_markup(tmp_path) -> None:
    see = (
        "<html>\n<head>\n<title>D0702.M.250.B.D</title>\n</head>\n<body>\n"
        '<a name="1">[1]</a> <a href="#1" id=1>A tunnel closed.</a>\n'
        '<a name="2">[2]</a> <a href="#2" id=2>It will open.</a>\n</body>\n</html>\n'
    )
    write(tmp_path, DUC_2007 | {"mainEval/ROUGE/models/D0702.M.250.B.D": see})
    assert read_2007(tmp_path)[1].references == ("A tunnel closed.\nIt will open.",)


def test_an_indented_margin_is_no_paragraph() -> None:
    assert documents_of("<TEXT>\n  One\n  sentence.\n</TEXT>") == ["One sentence."]
    assert documents_of("<TEXT>\n<P>\n  One\n  sentence.\n</P>\n</TEXT>") == ["One sentence."]
