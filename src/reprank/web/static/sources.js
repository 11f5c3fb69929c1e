// Documents and an answer to marked text: every selected sentence in its place.

import { offsetsOf } from "./offsets.js";

const LONG_PARAGRAPHS = 150; // with more, only those in view are laid out
const BLANK_LINES = /\n[^\S\n]*\n\s*/g;

export const keyOf = (sentence) => `${sentence.document}-${sentence.start}`;

/** Read a key back to its document and start. */
export function placeOf(key) {
  const [document, start] = key.split("-").map(Number);
  return { document, start };
}

/** Cut a document into paragraphs, by its blocks where a reader has found some. */
function paragraphsOf(source, toUnits) {
  const { text } = source;
  if (source.blocks?.length) {
    return source.blocks.map((block) => ({ start: toUnits(block.start), end: toUnits(block.end), kind: block.kind }));
  }
  const found = [];
  let start = 0;
  for (const gap of text.matchAll(BLANK_LINES)) {
    if (gap.index > start) found.push({ start, end: gap.index, kind: "plain" });
    start = gap.index + gap[0].length;
  }
  if (start < text.length) found.push({ start, end: text.length, kind: "plain" });
  return found;
}

export class Sources {
  constructor(container) {
    this.container = container;
    this.views = [];
    this.outline = []; // start and end of every sentence, by document
    this.card = null; // what is said about a sentence that was not selected
  }

  /** Show documents without marks. */
  show(documents) {
    this.views = documents.map((source, number) => this.#view(source, number));
    this.outline = documents.map(() => []);
    this.card = null;
    this.container.replaceChildren(...this.views.map((view) => view.element));
  }

  #view(source, number) {
    const { toUnits, toCharacters } = offsetsOf(source.text);
    const element = document.createElement("article");
    element.id = `document-${number}`;
    element.setAttribute("aria-label", source.name);
    const title = document.createElement("h3");
    title.textContent = source.name;
    title.dir = "auto";
    if (source.id && source.title && !source.id.startsWith(source.title.slice(0, 20))) {
      const name = document.createElement("small");
      name.textContent = source.id;
      title.append(" ", name);
    }
    element.append(title);
    const paragraphs = paragraphsOf(source, toUnits);
    element.classList.toggle("long", paragraphs.length > LONG_PARAGRAPHS);
    element.classList.toggle("read", Boolean(source.read));
    paragraphs.forEach((paragraph, index) => {
      paragraph.element = document.createElement("p");
      paragraph.element.className = paragraph.kind;
      paragraph.element.dir = "auto";
      paragraph.element.dataset.paragraph = `${number} ${index}`;
      paragraph.element.textContent = source.text.slice(paragraph.start, paragraph.end);
      element.append(paragraph.element);
    });
    return { source, toUnits, toCharacters, element, paragraphs };
  }

  /** Return the text of a sentence. */
  textOf(sentence) {
    const { source, toUnits } = this.views[sentence.document];
    return source.text.slice(toUnits(sentence.start), toUnits(sentence.end));
  }

  /** Return the paragraph in which an offset of the service falls. */
  paragraphAt(number, offset) {
    const view = this.views[number];
    const unit = view.toUnits(offset);
    let low = 0;
    let high = view.paragraphs.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (view.paragraphs[middle].start <= unit) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Say where a sentence is: its page or the like if the document says one, else the number of its paragraph. */
  placeName(sentence) {
    const { source } = this.views[sentence.document];
    const at = source.places?.findLast((place) => place.start <= sentence.start);
    return at ? at.label : `¶${this.paragraphAt(sentence.document, sentence.start) + 1}`;
  }

  /** Mark the sentences of a summary; only paragraphs that change are drawn again. */
  mark(sentences) {
    this.views.forEach((view, number) => {
      const spans = sentences
        .filter((sentence) => sentence.document === number)
        .map((sentence) => ({ start: view.toUnits(sentence.start), end: view.toUnits(sentence.end), sentence }))
        .sort((one, other) => one.start - other.start);
      let first = 0;
      for (const paragraph of view.paragraphs) {
        while (first < spans.length && spans[first].end <= paragraph.start) first += 1;
        const inside = [];
        for (let i = first; i < spans.length && spans[i].start < paragraph.end; i += 1) inside.push(spans[i]);
        draw(view.source.text, paragraph, inside, sentences.length);
      }
    });
  }

  /** Return a range of text, from offsets of the service. */
  rangeOf({ document: number, start, end }) {
    const view = this.views[number];
    const paragraph = view.paragraphs[this.paragraphAt(number, start)];
    if (!paragraph) return null;
    const range = document.createRange();
    const [from, to] = [view.toUnits(start) - paragraph.start, Math.min(view.toUnits(end), paragraph.end) - paragraph.start];
    const walker = document.createTreeWalker(paragraph.element, NodeFilter.SHOW_TEXT);
    let passed = 0;
    let begun = false;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const after = passed + node.length;
      if (!begun && from < after) {
        range.setStart(node, Math.max(from - passed, 0));
        begun = true;
      }
      if (begun && to <= after) {
        range.setEnd(node, to - passed);
        return range;
      }
      passed = after;
    }
    return null;
  }

  /** Return the sentence under a point of the screen, selected or not; null if there is none. */
  sentenceAt(x, y) {
    const caret = document.caretPositionFromPoint?.(x, y);
    const found = caret ? { node: caret.offsetNode, offset: caret.offset } : legacyCaret(x, y);
    const element = (found?.node.nodeType === 3 ? found.node.parentElement : found?.node)?.closest?.("[data-paragraph]");
    if (!element) return null;
    const [number, index] = element.dataset.paragraph.split(" ").map(Number);
    const before = document.createRange();
    before.setStart(element, 0);
    before.setEnd(found.node, found.offset);
    const view = this.views[number];
    return this.sentenceOf(number, view.toCharacters(view.paragraphs[index].start + before.toString().length));
  }

  /** Return the sentence that contains an offset of the service; null if none does. */
  sentenceOf(number, offset) {
    const spans = this.outline[number] ?? [];
    let low = 0;
    let high = spans.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (spans[middle][1] <= offset) low = middle + 1;
      else high = middle;
    }
    const [start, end] = spans[low] ?? [Infinity, 0];
    return start <= offset ? { document: number, start, end } : null;
  }

  /** Put a card below the paragraph of a sentence; null takes it away. */
  showCard(card, sentence) {
    this.card?.remove();
    this.card = card;
    if (!card) return;
    const paragraph = this.views[sentence.document].paragraphs[this.paragraphAt(sentence.document, sentence.start)];
    paragraph.element.after(card);
  }
}

function legacyCaret(x, y) {
  const range = document.caretRangeFromPoint?.(x, y);
  return range && { node: range.startContainer, offset: range.startOffset };
}

function draw(text, paragraph, spans, size) {
  const signature = spans.map(({ start, end, sentence }) => `${start}-${end}:${sentence.rank}`).join(" ");
  if (paragraph.signature === `${signature}/${size}` || (!signature && !paragraph.signature)) return;
  paragraph.signature = signature && `${signature}/${size}`;
  const pieces = [];
  let at = paragraph.start;
  for (const { start, end, sentence } of spans) {
    const [from, to] = [Math.max(start, at), Math.min(end, paragraph.end)];
    if (from > at) pieces.push(text.slice(at, from));
    pieces.push(markOf(sentence, size, text.slice(from, to)));
    at = to;
  }
  if (at < paragraph.end) pieces.push(text.slice(at, paragraph.end));
  paragraph.element.replaceChildren(...pieces);
}

function markOf(sentence, size, text) {
  const mark = document.createElement("a");
  mark.className = "mark";
  mark.dataset.sentence = keyOf(sentence);
  mark.setAttribute("role", "button");
  mark.href = `#at=${keyOf(sentence)}`;
  mark.style.setProperty("--strength", strengthOf(sentence, size));
  mark.textContent = text;
  return mark;
}

/** From 1 for the sentence that was selected first to .3 for the last one. */
export function strengthOf(sentence, size) {
  return size < 2 ? 1 : 1 - (0.7 * (Math.min(sentence.rank, size) - 1)) / (size - 1);
}
