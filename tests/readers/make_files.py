"""Write the files of ``files/`` with real programs: LaTeX, groff, pandoc, LibreOffice, Ghostscript and qpdf.

Run ``python -m tests.readers.make_files`` where these programs are installed (on Debian: pandoc, texlive-latex-base,
texlive-latex-recommended, groff, ghostscript, qpdf, libreoffice-writer-nogui, libreoffice-impress-nogui).
The tests need only the files.
"""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
import tempfile
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

from tests.readers import texts

FILES = Path(__file__).parent / "files"
EPOCH = {"SOURCE_DATE_EPOCH": "1700000000", "FORCE_SOURCE_DATE": "1"}  # the same file every time

LATEX = r"""\documentclass[10pt,twocolumn,twoside]{article}
\usepackage{fancyhdr}
\usepackage[textheight=16cm,textwidth=13.5cm]{geometry}
\title{%(title)s}
\author{I. Halden and B. Prior}
\date{}
\pagestyle{fancy}\fancyhf{}
\fancyhead[LE]{\textit{%(even)s}}\fancyhead[RO]{\textit{%(odd)s}}
\fancyfoot[C]{\thepage}\fancyfoot[R]{Preprint of the river society}
\begin{document}
\maketitle\thispagestyle{fancy}
%(body)s
\begin{thebibliography}{9}
%(references)s
\end{thebibliography}
\end{document}
"""
FIGURE = r"""
\begin{figure}[t]\centering\rule{5cm}{2cm}\caption{%s}\end{figure}
\begin{table}[b]\centering\begin{tabular}{lrr}
Station & First & Second \\ \hline
Harbour & 183 & 163 \\ Shipyard & 320 & 314 \\ Railway & 457 & 465
\end{tabular}\caption{Encounters at three of the stations.}\end{table}
"""
LIST = r"""
\begin{itemize}
\item Batteries last for six weeks in cold water.
\item Memory cards last for one winter of recordings.
\end{itemize}
"""


def run(*command: str, folder: Path) -> None:
    """Run a program quietly; its failure is ours."""
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL, env={**os.environ, **EPOCH})


def latex(text: str) -> str:
    """Escape what LaTeX reads as a command."""
    return text.replace("%", r"\%").replace("&", r"\&")


def paper(folder: Path) -> None:
    """Two columns, alternating running heads, a footnote, a figure, a table, a list, references."""
    body = []
    for title, paragraphs in texts.SECTIONS:
        body.append(rf"\section{{{title}}}")
        for number, paragraph in enumerate(paragraphs):
            text = latex(paragraph)
            if title == "Introduction" and number == 1:
                text += rf"\footnote{{{latex(texts.FOOTNOTE)}}}"
            body.append(text + "\n")
            if title == "Instruments and Method" and number == 0:
                body.append(LIST + FIGURE % latex(texts.CAPTION))
    references = "\n".join(rf"\bibitem{{r{n}}} {latex(text)}" for n, text in enumerate(texts.REFERENCES))
    source = LATEX % {
        "title": texts.TITLE,
        "odd": texts.RUNNING_HEADS[0],
        "even": texts.RUNNING_HEADS[1],
        "body": "\n".join(body),
        "references": references,
    }
    (folder / "paper.tex").write_text(source, encoding="utf-8")
    for _ in range(2):
        run("pdflatex", "-interaction=batchmode", "paper.tex", folder=folder)


def groff(folder: Path) -> None:
    """Two columns by groff, with a head and a foot on each page."""
    lines = [".ds LH Acoustic River Surveys", ".ds RH Winter report", ".ds CF - % -", ".nr HM 1i", ".nr PS 11"]
    lines += [".TL", texts.TITLE, ".AU", "I. Halden", ".2C"]
    for title, paragraphs in texts.SECTIONS:
        lines += [".NH", title]
        for paragraph in paragraphs:
            lines += [".PP", paragraph]
    (folder / "groff.ms").write_text("\n".join(lines) + "\n", encoding="utf-8")
    with (folder / "groff.pdf").open("wb") as target:
        subprocess.run(["groff", "-ms", "-Tpdf", "groff.ms"], cwd=folder, check=True, stdout=target)


def report() -> str:
    """The Markdown that pandoc turns into office formats."""
    parts = [f"---\ntitle: {texts.TITLE}\nauthor: I. Halden\nlang: en\n---\n"]
    for title, paragraphs in texts.SECTIONS:
        parts.append(f"# {title}\n")
        for number, paragraph in enumerate(paragraphs):
            note = "[^licence]" if title == "Introduction" and number == 1 else ""
            parts.append(f"{paragraph}{note}\n")
        if title == "Instruments and Method":
            parts.append("- Batteries last for six weeks in cold water.\n- Memory cards last for one winter.\n")
            parts.append("```\nrecord --minutes 10 --every 60\n```\n")
            parts.append(
                "| Station | First | Second |\n|---|---|---|\n| Harbour | 183 | 163 |\n| Weir | 1005 | 1069 |\n"
            )
            parts.append(f": {texts.CAPTION}\n")
    parts.append(f"[^licence]: {texts.FOOTNOTE}\n")
    parts.append("# References\n\n" + "\n\n".join(texts.REFERENCES) + "\n")
    return "\n".join(parts)


def slides() -> str:
    """The Markdown that pandoc turns into slides."""
    return (
        f"---\ntitle: {texts.TITLE}\n---\n\n# Why microphones\n\n"
        "- Eels travel at night and avoid the light of cameras.\n- Traps disturb the animals that they count.\n\n"
        "::: notes\nExplain here that traps were emptied every morning by volunteers.\n:::\n\n"
        "# What we found\n\nThe combined estimate for the whole river is 4,180 animals in the first winter.\n\n"
        "# Numbers\n\n| Station | First |\n|---|---|\n| Harbour | 183 |\n"
    )


def office(folder: Path) -> None:
    """DOCX, ODT, EPUB, RTF and PPTX by pandoc; DOCX, ODT, PDF and ODP by LibreOffice."""
    (folder / "report.md").write_text(report(), encoding="utf-8")
    (folder / "slides.md").write_text(slides(), encoding="utf-8")
    for kind in ("docx", "odt", "epub"):
        run("pandoc", "report.md", "-o", f"report.{kind}", folder=folder)
    run("pandoc", "-s", "report.md", "-o", "report.rtf", folder=folder)
    run("pandoc", "slides.md", "-o", "slides.pptx", folder=folder)
    office = ("soffice", "--headless", "--convert-to")
    (folder / "lo").mkdir()
    for kind, source in (("pdf", "report.odt"), ("odt", "report.docx"), ("docx", "report.odt"), ("odp", "slides.pptx")):
        run(*office, kind, "--outdir", "lo", source, folder=folder)
    for path in (folder / "lo").iterdir():
        shutil.copy(path, folder / f"libreoffice-{path.name}")


def derived_pdfs(folder: Path) -> None:
    """A scan (the groff pages as pictures) and an encrypted file."""
    common = ("-dBATCH", "-dNOPAUSE", "-q", "-r30", "-dLastPage=1")
    run("gs", "-sDEVICE=pdfimage8", *common, "-sOutputFile=scan.pdf", "groff.pdf", folder=folder)
    run("qpdf", "--encrypt", "secret", "secret", "256", "--", "groff.pdf", "encrypted.pdf", folder=folder)


def mails(folder: Path) -> None:
    """A reply that quotes and signs, a reply in HTML, and a saved page."""
    reply = EmailMessage(policy=SMTP)
    reply["From"], reply["To"] = "Ana Prior <ana@example.org>", "board@example.org"
    reply["Subject"], reply["Date"] = "Re: Closing the library", "Mon, 03 Feb 2025 09:00:00 +0000"
    wrapped = "\n\n".join(_wrap(paragraph) for paragraph in texts.NOTICE)
    reply.set_content(
        f"Dear board,\n\n{wrapped}\n\nOn Sun, 2 Feb 2025 at 18:04, Ivo Halden <ivo@example.org>\nwrote:\n\n"
        "> Could you tell us what happens to the story hour and to\n> the books that are due next week?\n>\n"
        "> > An older question that nobody needs to read again.\n\n-- \nAna Prior\nTown library, Harbour Street 4\n"
    )
    (folder / "reply.eml").write_bytes(reply.as_bytes())
    page = EmailMessage(policy=SMTP)
    page["From"], page["Subject"] = "ana@example.org", "Closing the library"
    page["Date"] = "Mon, 03 Feb 2025 09:00:00 +0000"
    body = "".join(f"<p>{paragraph}</p>" for paragraph in texts.NOTICE)
    page.set_content(
        f"<html><body><div>{body}</div><div class='gmail_quote'><div>On Sunday Ivo wrote:</div>"
        "<blockquote>What happens to the books that are due next week?</blockquote></div></body></html>",
        subtype="html",
    )
    (folder / "html.eml").write_bytes(page.as_bytes())
    saved = EmailMessage(policy=SMTP)
    saved["From"], saved["Subject"] = "<Saved by a browser>", "Eels are counted with microphones"
    saved["Snapshot-Content-Location"] = "https://example.org/eels"
    saved.set_content(web_page(), subtype="html")
    saved.make_related()
    saved.add_related(b"\x89PNG\r\n\x1a\n", "image", "png", cid="<logo@example.org>")
    saved.replace_header("Content-Type", 'multipart/related; type="text/html"; boundary="----Boundary----"')
    (folder / "page.mhtml").write_bytes(saved.as_bytes())


def _wrap(text: str) -> str:
    import textwrap

    return "\n".join(textwrap.wrap(text, 66))


def web_page() -> str:
    """A news page with all that surrounds an article."""
    paragraphs = [*texts.OPENING, *texts.DISCUSSION]
    article = "\n".join(f"<p>{paragraph}</p>" for paragraph in paragraphs[:3])
    article += f"\n<figure><img src='https://example.org/e.png'><figcaption>{texts.CAPTION}</figcaption></figure>\n"
    article += "<h2>Discussion</h2>\n" + "\n".join(f"<p>{paragraph}</p>" for paragraph in paragraphs[3:])
    return (
        "<!DOCTYPE html>\n<html lang='en'><head><meta charset='utf-8'><title>Eels are counted with microphones | The "
        "River Post</title><script>document.write('scripted text that must not be read')</script></head><body>\n"
        "<div id='cookies' class='cookie-banner'>We use cookies to improve your experience. "
        "<button>Accept</button></div>\n"
        "<nav><ul><li><a href='/'>Home</a></li><li><a href='/sport'>Sport</a></li>"
        "<li><a href='/weather'>Weather</a></li></ul></nav>\n"
        f"<main><article><h1>Eels are counted with microphones</h1>\n{article}\n</article>\n"
        "<aside class='related'><h3>Related stories</h3><ul><li><a href='/a'>Harbour dredging is postponed "
        "again</a></li>"
        "<li><a href='/b'>Ferry tickets become more expensive</a></li></ul></aside></main>\n"
        "<section id='comments' class='comments'><h3>Comments</h3><p>I have never seen an eel in this river.</p>"
        "</section>\n<footer><p>Copyright The River Post. All rights reserved. <a href='/imprint'>Imprint</a></p>"
        "</footer></body></html>\n"
    )


SRT = """1
00:00:01,000 --> 00:00:03,500
<i>Good evening and welcome
to the river programme.</i>

2
00:00:04,000 --> 00:00:06,000
[gentle music]

3
00:04:10,000 --> 00:04:13,000
Eels are hard to count because
they travel at night

4
00:04:13,200 --> 00:04:16,000
and avoid the light of cameras.

5
00:04:16,500 --> 00:04:20,000
{\\an8}Microphones hear them when they turn over gravel.
"""

VTT = """WEBVTT - A talk about eels

NOTE This comment is not spoken.

STYLE
::cue { color: white }

intro
00:01.000 --> 00:03.500 align:start
<v Ana Prior>Good evening and welcome to the river programme.

00:04:10.000 --> 00:04:13.000
<v Ivo Halden>Eels are hard to count because
they travel at night</v>

00:04:13.200 --> 00:04:16.000
<v Ivo Halden><00:04:13.500><c>and avoid the light of cameras.</c></v>
"""

NOTES = """---
title: Notes from the river
tags: [eels, sound]
---

Counting eels
=============

Eels are **hard to count** because they travel
at night and avoid the light of [cameras](https://example.org/c).

## What we did   ##

* We placed microphones along nineteen kilometres of
  the river in autumn.
* Volunteers exchange the cards once a fortnight.

1. The recorder wakes for ten minutes in each hour.

> A survey that disturbs what it measures gives biased figures.

```python
encounters = count(clicks)  # This is not a sentence of the text.
```

    indented code is not text either

| Station | Number |
|---------|--------|
| Harbour | 183    |

![Encounters per night at the seven stations.](figure.png)

The river authority granted permission.[^1]

[^1]: Under licence number 88 of the harbour regulations.
[link]: https://example.org/reference

<!-- A comment that nobody should read. -->

---

Acoustic surveys are considerably cheaper than trapping.
"""


def plain(folder: Path) -> None:
    """Text in several encodings, subtitles, Markdown, a page."""
    notice = (
        "\n\n".join(texts.NOTICE) + "\n\nThe café “Zoë” lends chairs — free of charge — to every résumé workshop.\n"
    )
    (folder / "utf16.txt").write_bytes(notice.encode("utf-16"))
    (folder / "cp1252.txt").write_bytes(notice.encode("cp1252"))
    (folder / "notice.txt").write_text(notice, encoding="utf-8")
    (folder / "notice.txt.gz").write_bytes(gzip.compress(notice.encode(), mtime=0))
    (folder / "talk.srt").write_text(SRT, encoding="utf-8")
    (folder / "talk.vtt").write_text(VTT, encoding="utf-8")
    (folder / "notes.md").write_text(NOTES, encoding="utf-8")
    (folder / "page.html").write_text(web_page(), encoding="utf-8")


KEPT = (
    "paper.pdf", "groff.pdf", "scan.pdf", "encrypted.pdf", "libreoffice-report.pdf", "report.docx", "report.odt",
    "report.epub", "report.rtf", "slides.pptx", "libreoffice-report.docx", "libreoffice-report.odt",
    "libreoffice-slides.odp", "reply.eml", "html.eml", "page.mhtml", "utf16.txt", "cp1252.txt", "notice.txt",
    "notice.txt.gz", "talk.srt", "talk.vtt", "notes.md", "page.html",
)  # fmt: skip


def main() -> None:
    """Make every file in a temporary folder and keep what the tests read."""
    FILES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for make in (paper, groff, office, derived_pdfs, mails, plain):
            make(folder)
        for kept in KEPT:
            shutil.copy(folder / kept, FILES / kept)


if __name__ == "__main__":
    main()
