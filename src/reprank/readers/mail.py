"""Mails and saved pages (EML, MHTML) to Document: what the sender wrote, without quoted mail and signatures."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from dataclasses import replace
from email import message_from_bytes
from email.message import EmailMessage, MIMEPart
from email.policy import default
from itertools import islice

from reprank.errors import InputError
from reprank.patterns import lazy_pattern
from reprank.readers.draft import Draft, clean
from reprank.readers.encodings import decode, decode_declared
from reprank.readers.html_blocks import add_blocks, decode_html
from reprank.readers.limits import Meter
from reprank.readers.web_pages import read_page
from reprank.text.documents import Document
from reprank.text.tokens import is_ended

QUOTED = lazy_pattern(r"\s{0,3}>")
SIGNATURE = lazy_pattern(
    r"-- ?|__+|(?:-- ?)?Sent from my \w.*|Get Outlook for .*|Von meinem \w+ gesendet.*|Envoyé de mon .*|"
    r"Enviado desde mi .*"
)
REPLY_HEAD = lazy_pattern(
    r"(?:On|Am|Le|El|Il|Em|Op|Den|W dniu|Dne)\b.{4,200}\b(?:wrote|schrieb|a écrit|escribió|ha scritto|escreveu|schreef|"
    r"skrev|napisał\(?a?\)?|napsal\(?a?\)?)\b.{0,100}:",
    re.DOTALL,
)
ORIGINAL = lazy_pattern(
    r"-{2,}\s*(?:Original Message|Ursprüngliche Nachricht|Message d'origine|Mensaje original)\s*--.*", re.IGNORECASE
)
OUTLOOK_HEAD = lazy_pattern(
    r"(?:From|Von|De|Da|Van):\s.+\n(?:.+\n)?(?:Sent|Gesendet|Envoyé|Enviado|Inviato|Verzonden|Date|Datum):\s",
    re.IGNORECASE,
)
FORWARDED = lazy_pattern(
    r"-{2,}\s*(?:Forwarded message|Weitergeleitete Nachricht|Message transféré|Mensaje reenviado)\s*--.*|"
    r"Begin forwarded message:",
    re.IGNORECASE,
)
# The head of an answered mail in HTML, which nothing else marks: "From: … Sent: … To: … Subject: …".
HEADER_LABEL = lazy_pattern(
    r"(?:^|\s)(?:From|To|Cc|Date|Sent|Subject|Von|An|Datum|Gesendet|Betreff|De|À|Objet|Envoyé|Para|Enviado|Asunto|Da|A|"
    r"Inviato|Oggetto|Van|Aan|Verzonden|Onderwerp|От|Кому|Дата|Отправлено|Тема):\s"
)
MIN_LABELS = 3
HEADER_LINE = lazy_pattern(
    r"\*?(?:From|To|Cc|Date|Sent|Subject|Reply-To|Von|An|Datum|Betreff|De|À|Objet)\*?:\s.*", re.IGNORECASE
)
# The line above the name of the sender: what follows it up to the end is the signature.
SIGN_OFF = lazy_pattern(
    r"(?:(?:with )?(?:best|kind|warm|many) (?:regards|wishes|thanks)|regards|(?:yours )?(?:truly|sincerely|faithfully)|"
    r"cheers|thanks|thank you|(?:mit )?(?:freundlichen|besten|herzlichen|vielen|viele|beste|liebe) (?:grüßen?|dank)|"
    r"(?:bien )?cordialement|bien à vous|(?:un )?(?:cordial )?saludos?(?: cordiales)?|atentamente|atenciosamente|"
    r"(?:cordiali|distinti) saluti|met vriendelijke groet(?:en)?|с уважением)[,.!]{0,2}",
    re.IGNORECASE,
)
MIN_SENTENCE_WORDS = 2  # without a capital, of a sentence: most words of a signature are names
MIN_ADDRESSES = 4  # of a plain copy that writes the address of every link beside it: there HTML is read …
MIN_HTML_SHARE = 0.5  # … if it has this share of the words of the plain copy: a newsletter may be one picture

MAX_BOUNDARIES = 2_000  # lines that may begin a part, each of which takes a millisecond
MAX_FIELD_BYTES = 20_000  # of a field of a head; the time to read one grows with the square of its length
HEADER_FIELD = re.compile(
    rb"^(?:subject|date|content-[a-z-]+)[ \t]*:[^\n]*(?:\n[ \t][^\n]*)*", re.IGNORECASE | re.MULTILINE
)


def read_mail(raw: bytes, meter: Meter) -> Document:
    """Read the text of a mail; prefer plain text to HTML, name the attachments that are left out.

    Where plain text has the addresses of many links, HTML is preferred. Texts that stand in the mail one after the
    other, and the letters of a digest, are read too, each under its subject.
    """
    message = _message(raw, meter)
    draft = Draft()
    draft.title = _subject(message)
    draft.date = _date(message)
    attached: list[str] = []
    found = list(_texts(message, attached, meter))
    if not found:
        raise InputError(f"{meter.name} is a mail without text: save its attachments and read these")
    is_digest = any(part.get_content_type() == "multipart/digest" for part in message.walk())
    for subject, part in found:
        if subject:
            draft.add("heading", subject)
            draft.place(f"mail “{subject}”")
        elif is_digest:
            continue  # the cover and the foot of a digest say how to subscribe
        before = len(draft.parts)
        _add_part(part, draft, meter)
        _drop_signature(draft, before)
    if draft.is_empty:
        meter.notes.append(f"{meter.name} contains only quoted mail: it has no text of its own")
    if attached:
        meter.notes.append(f"{meter.name} has attachments that were not read: {', '.join(attached)}")
    return draft.document(meter.name)


def _subject(message: MIMEPart) -> str | None:
    return clean(str(message.get("Subject", ""))) or None


def _texts(part: MIMEPart, attached: list[str], meter: Meter) -> Iterator[tuple[str | None, MIMEPart]]:
    """Yield the texts of a mail, those of the letters inside it with their subjects; collect names of attachments."""
    kind = part.get_content_type()
    if part.is_attachment() or (part.get_filename() and not part.is_multipart()):
        attached.append(part.get_filename() or kind)
    elif kind in ("multipart/alternative", "multipart/related"):
        body = _preferred(part, meter)
        if body is not None:
            yield None, body
        attached += [other.get_filename() or other.get_content_type() for other in _attachments(part)]
    elif kind == "multipart/report":  # of a mail that was not delivered, which follows the report
        yield from ((None, text) for text in part.iter_parts() if text.get_content_type() == "text/plain")
    elif part.is_multipart():
        for inner in part.iter_parts() if part.get_content_maintype() == "multipart" else part.get_payload():
            if isinstance(inner, MIMEPart):
                own = _subject(inner) if kind == "message/rfc822" else None
                yield from ((subject or own, text) for subject, text in _texts(inner, attached, meter))
    elif kind in ("text/plain", "text/html"):
        yield None, part
    else:
        attached.append(kind)


def _preferred(part: MIMEPart, meter: Meter) -> MIMEPart | None:
    """Return the plain text of a part that has several forms, or HTML where there is none or it has many addresses.

    HTML that says much less than plain text is not preferred.
    """
    plain, html = part.get_body(("plain",)), part.get_body(("html",))
    if plain is None or html is None:
        return plain or html
    payload = plain.get_payload(decode=True)
    if not isinstance(payload, bytes) or payload.count(b"://") < MIN_ADDRESSES:
        return plain
    return html if _count_words(html, meter) >= MIN_HTML_SHARE * _count_words(plain, meter) else plain


def _count_words(part: MIMEPart, meter: Meter) -> int:
    """Count the words of a part that are no addresses."""
    draft = Draft()
    _add_part(part, draft, replace(meter, notes=[]))  # the part that is read is counted and reported later
    return sum("://" not in word and any(map(str.isalnum, word)) for _, text in draft.parts for word in text.split())


def _drop_signature(draft: Draft, first: int) -> None:
    """Make furniture of all that follows the last sign-off of a letter: if it is shorter, and has no sentence."""
    parts = [text for _, text in draft.parts[first:]]
    ends = [number for number, text in enumerate(parts) if SIGN_OFF.fullmatch(text)]
    if not ends or any(map(_is_sentence, parts[ends[-1] + 1 :])):
        return
    if sum(map(len, parts[ends[-1] :])) < sum(map(len, parts[: ends[-1]])):
        draft.drop_from(first + ends[-1])


def _drop_answered(draft: Draft, first: int) -> None:
    """Make furniture of a mail that is answered, from its head on; one that is forwarded has no text above it."""
    for number, (_, text) in enumerate(draft.parts[first:]):
        label = HEADER_LABEL.match(text)
        if number and label and len(list(islice(HEADER_LABEL.finditer(text), MIN_LABELS))) == MIN_LABELS:
            draft.drop_from(first + number)
            return


def _is_sentence(text: str) -> bool:
    """Tell whether a block ends with a final mark and is more than names.

    >>> _is_sentence("P.S. We meet on Friday."), _is_sentence("Ana Ruiz, Mills of Alder, S.L.")
    (True, False)
    """
    plain = sum(word[0].isalpha() and not word[0].isupper() for word in text.split())
    return is_ended(text) and plain >= MIN_SENTENCE_WORDS


def _attachments(part: MIMEPart) -> Iterator[MIMEPart]:
    try:
        yield from part.iter_attachments()
    except (KeyError, AttributeError):  # a part without a start
        return


def _add_part(part: MIMEPart, draft: Draft, meter: Meter) -> None:
    content = _content(part, meter)
    if part.get_content_subtype() == "html":
        before = len(draft.parts)
        add_blocks(content, draft, meter, cut_quotes=True)
        _drop_answered(draft, before)
    else:
        flowed = part.get_param("format") == "flowed"
        draft.add_plain(own_text(_unflowed(content) if flowed else content))


def _date(message: EmailMessage) -> datetime.date | None:
    """Return the day on which a mail was sent; None if the header names no day that exists."""
    try:
        found = getattr(message.get("Date"), "datetime", None)
    except (ValueError, OverflowError, IndexError):  # email lets these through: the year 22222222222222222
        return None
    return found.date() if isinstance(found, datetime.datetime) else None


def read_saved_page(raw: bytes, meter: Meter) -> Document:
    """Read the page of an MHTML file; the pictures and styles saved with it are left out."""
    message = _message(raw, meter)
    for part in message.walk():
        if part.get_content_type() in ("text/html", "application/xhtml+xml"):
            return read_page(_content(part, meter), meter)
    raise InputError(f"{meter.name} is a saved page without HTML: save it again from a browser")


def _message(raw: bytes, meter: Meter) -> EmailMessage:
    """Parse a mail; refuse one whose structure would take its reader more time than any text in it."""
    raw = raw.lstrip()
    if raw.count(b"\n--") > MAX_BOUNDARIES:
        raise InputError(f"{meter.name} has more than {MAX_BOUNDARIES:,} parts: it is refused")
    longest = max(map(len, HEADER_FIELD.findall(raw)), default=0)
    if longest > MAX_FIELD_BYTES:
        raise InputError(f"{meter.name} has a field of {longest:,} bytes in a head, more than {MAX_FIELD_BYTES:,}")
    return message_from_bytes(raw, policy=default)


def _content(part: MIMEPart, meter: Meter) -> str:
    """Decode a part as it declares, or by what its bytes look like where it declares nothing or wrongly."""
    payload = part.get_payload(decode=True)
    raw = payload if isinstance(payload, bytes) else b""
    meter.add_unpacked(len(raw))
    declared = part.get_content_charset()
    if declared and (text := decode_declared(raw, declared)) is not None:
        return text
    if part.get_content_subtype() == "html":
        return decode_html(raw, meter.name, None, meter.notes)
    return decode(raw, meter.name, None, meter.notes)


def _unflowed(text: str) -> str:
    """Join the lines that a mail program broke for display only (format=flowed)."""
    lines: list[str] = []
    soft = False
    for line in text.splitlines():
        if soft and not QUOTED.match(line):
            lines[-1] += line
        else:
            lines.append(line)
        soft = line.endswith(" ") and line != "-- " and not QUOTED.match(line)
    return "\n".join(lines)


def own_text(text: str) -> str:
    r"""Return what the sender wrote: no quoted lines, nothing from the head of an answered mail on, no signature.

    A forwarded mail is what the sender wants to be read: it is kept without its head.

    >>> own_text("It is closed.\n\nOn Monday, Ivo wrote:\n> Is it open?\n-- \nAna")
    'It is closed.'
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    head, found, forwarded = _cut_at(text, FORWARDED)
    parts = [_own_part(head)]
    if found:
        lines = forwarded.split("\n")
        while lines and (not lines[0].strip() or HEADER_LINE.fullmatch(lines[0].strip())):
            lines.pop(0)
        unquoted = [re.sub(r"^\s{0,3}>\s?", "", line) for line in lines]
        parts.append(_own_part("\n".join(unquoted)))
    return "\n\n".join(part for part in parts if part)


def _cut_at(text: str, pattern: re.Pattern[str]) -> tuple[str, bool, str]:
    match = re.compile(rf"^(?:{pattern.pattern})$", pattern.flags | re.MULTILINE).search(text)
    return (text, False, "") if match is None else (text[: match.start()], True, text[match.end() :])


def _own_part(text: str) -> str:
    for pattern in (ORIGINAL, OUTLOOK_HEAD):
        match = re.compile(rf"^{pattern.pattern}", pattern.flags | re.MULTILINE).search(text)
        if match is not None:
            text = text[: match.start()]
    kept: list[str] = []
    for line in text.split("\n"):
        if QUOTED.match(line):
            _drop_reply_head(kept)
        else:
            kept.append(line)
    _drop_reply_head(kept)
    own = "\n".join(kept).strip().split("\n")
    for number, line in enumerate(own):
        if SIGNATURE.fullmatch(line.rstrip("\r")) and (line.startswith("--") or number > len(own) / 2):
            return "\n".join(own[:number]).strip()
    return "\n".join(own)


def _drop_reply_head(kept: list[str]) -> None:
    """Drop the lines just before a quotation that name its author: "On Monday, Ivo wrote:"."""
    while kept and not kept[-1].strip():
        kept.pop()
    for count in (1, 2, 3):
        if REPLY_HEAD.fullmatch("\n".join(kept[-count:]).strip()):
            del kept[-count:]
            return
    kept.append("")
