// Documents and an answer to marked text: every selected sentence and every keyword in its place.

import { offsetsOf } from "./offsets.js";

const LONG_PARAGRAPHS = 150; // with more, only those in view are laid out
const BLANK_LINES = /\n[^\S\n]*\n\s*/g;

export const keyOf = (sentence) => `${sentence.document}-${sentence.start}`;

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
  constructor(container, contents) {
    this.container = container;
    this.contents = contents;
    this.views = [];
  }

  /** Show documents without marks. */
  show(documents, remove) {
    this.views = documents.map((source, number) => this.#view(source, number, remove));
    this.container.replaceChildren(...this.views.map((view) => view.element));
    this.contents.replaceChildren(...(documents.length > 1 ? this.views.map((view) => view.link) : []));
  }

  #view(source, number, remove) {
    const toUnits = offsetsOf(source.text);
    const element = document.createElement("article");
    element.id = `document-${number}`;
    element.setAttribute("aria-label", source.title);
    const title = document.createElement("h3");
    title.textContent = source.title;
    title.dir = "auto";
    if (source.id !== source.title) {
      const name = document.createElement("small");
      name.textContent = source.id;
      title.append(" ", name);
    }
    const close = document.createElement("button");
    close.type = "button";
    close.className = "quiet";
    close.textContent = "✕";
    close.setAttribute("aria-label", `Remove ${source.title}`);
    close.addEventListener("click", () => remove(number));
    const head = document.createElement("div");
    head.className = "document-head";
    head.append(title, close);
    element.append(head);
    const paragraphs = paragraphsOf(source, toUnits);
    element.classList.toggle("long", paragraphs.length > LONG_PARAGRAPHS);
    for (const paragraph of paragraphs) {
      paragraph.element = document.createElement("p");
      paragraph.element.className = paragraph.kind;
      paragraph.element.dir = "auto";
      paragraph.element.textContent = source.text.slice(paragraph.start, paragraph.end);
      element.append(paragraph.element);
    }
    const link = document.createElement("a");
    link.href = `#${element.id}`;
    link.textContent = source.id;
    link.dir = "auto";
    link.addEventListener("click", (event) => {
      event.preventDefault();
      element.scrollIntoView({ block: "start" });
    });
    return { source, toUnits, element, paragraphs, link };
  }

  /** Return the text of a sentence. */
  textOf(sentence) {
    const { source, toUnits } = this.views[sentence.document];
    return source.text.slice(toUnits(sentence.start), toUnits(sentence.end));
  }

  /** Mark the sentences and the keywords of an answer; only paragraphs that change are drawn again. */
  mark(answer) {
    this.views.forEach((view, number) => {
      const units = (place) => [view.toUnits(place.start), view.toUnits(place.end)];
      const selected = new Set(answer.sentences.map(keyOf));
      const others = answer.graph.sentences.filter((sentence) => !selected.has(keyOf(sentence)));
      const spans = [...answer.sentences, ...others]
        .filter((sentence) => sentence.document === number)
        .map((sentence) => ({ span: units(sentence), sentence: { ...sentence, selected: selected.has(keyOf(sentence)) } }));
      answer.keywords.forEach((keyword, index) => {
        for (const place of keyword.occurrences) {
          if (place.document === number) spans.push({ span: units(place), keyword: index });
        }
      });
      spans.sort((one, other) => one.span[0] - other.span[0]);
      let first = 0;
      for (const paragraph of view.paragraphs) {
        while (first < spans.length && spans[first].span[1] <= paragraph.start) first += 1;
        const inside = [];
        for (let i = first; i < spans.length && spans[i].span[0] < paragraph.end; i += 1) {
          if (spans[i].span[1] > paragraph.start) inside.push(spans[i]);
        }
        draw(view.source.text, paragraph, inside, answer);
      }
    });
  }
}

function draw(text, paragraph, spans, answer) {
  const signature = spans.map(({ span, sentence, keyword }) => `${span}:${sentence ? `${sentence.rank}${sentence.selected}` : `k${keyword}`}`).join(" ");
  const size = answer.sentences.length;
  if (paragraph.signature === `${signature}/${size}` || (!signature && !paragraph.signature)) return;
  paragraph.signature = signature && `${signature}/${size}`;
  const clip = (offset) => Math.min(Math.max(offset, paragraph.start), paragraph.end);
  const borders = new Set([paragraph.start, paragraph.end]);
  for (const { span } of spans) borders.add(clip(span[0])).add(clip(span[1]));
  const ordered = [...borders].sort((one, other) => one - other);
  const pieces = [];
  let mark = null;
  for (let i = 0; i + 1 < ordered.length; i += 1) {
    const [start, end] = [ordered[i], ordered[i + 1]];
    const over = spans.filter(({ span }) => span[0] <= start && end <= span[1]);
    const sentence = over.find((it) => it.sentence)?.sentence;
    if (!sentence || mark?.dataset.key !== keyOf(sentence)) {
      mark = sentence ? markOf(sentence, size) : null;
      if (mark) pieces.push(mark);
    }
    const keywords = over.filter((it) => it.keyword !== undefined).map((it) => it.keyword);
    const piece = keywords.length ? keywordOf(text.slice(start, end), keywords) : text.slice(start, end);
    if (mark) mark.append(piece);
    else pieces.push(piece);
  }
  paragraph.element.replaceChildren(...pieces);
}

function markOf(sentence, size) {
  const mark = document.createElement(sentence.selected ? "a" : "span");
  mark.className = sentence.selected ? "mark" : "unmarked";
  mark.dataset.key = keyOf(sentence);
  mark.dataset.from = "source";
  if (!sentence.selected) {
    mark.tabIndex = -1;
    return mark;
  }
  mark.href = "#summary";
  mark.style.setProperty("--strength", strengthOf(sentence, size));
  mark.title = `Selected as number ${sentence.rank}`;
  return mark;
}

function keywordOf(text, keywords) {
  const span = document.createElement("span");
  span.className = "key";
  span.dataset.keywords = ` ${keywords.join(" ")} `;
  span.textContent = text;
  return span;
}

/** From 1 for the sentence that was selected first to .3 for the last one. */
export function strengthOf(sentence, size) {
  return size < 2 ? 1 : 1 - (0.7 * (sentence.rank - 1)) / (size - 1);
}
