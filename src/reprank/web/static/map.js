// Marks to a narrow strip beside the sources: where they are in everything, and where the reader is.

import { keyOf, strengthOf } from "./sources.js";

const MIN_LINE = 2; // pixels

export class MarkMap {
  constructor(canvas, box, sources) {
    this.canvas = canvas;
    this.box = box;
    this.sources = sources;
    this.sentences = [];
    this.places = []; // of the keyword that is held
    this.picked = null;
    let waiting = false;
    const later = () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        this.draw();
      });
    };
    this.later = later;
    box.addEventListener("scroll", later, { passive: true });
    new ResizeObserver(later).observe(canvas.parentElement);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", later);
  }

  show({ sentences = this.sentences, places = this.places, picked = this.picked }) {
    Object.assign(this, { sentences, places, picked });
    this.later();
  }

  /** Where each document begins on the strip, from 0 to 1, by characters: heights are guessed until they are seen. */
  #starts() {
    const sizes = this.sources.views.map((view) => Math.max(view.source.text.length, 1));
    const total = sizes.reduce((sum, size) => sum + size, 0) || 1;
    let passed = 0;
    return sizes.map((size) => {
      const start = passed / total;
      passed += size;
      return { start, scale: 1 / total };
    });
  }

  /** Leave out places of sources that are gone: new sources are shown before their summary is there. */
  #there(places) {
    return places.filter((place) => place.document < this.sources.views.length);
  }

  #at(place, starts) {
    const view = this.sources.views[place.document];
    const { start, scale } = starts[place.document];
    return { top: start + view.toUnits(place.start) * scale, height: (view.toUnits(place.end) - view.toUnits(place.start)) * scale };
  }

  draw() {
    const { canvas } = this;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (!width || !height) return;
    const scale = devicePixelRatio || 1;
    if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
    }
    const context = canvas.getContext("2d");
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    const style = getComputedStyle(canvas);
    const starts = this.#starts();
    const seen = this.#inView(starts);
    context.fillStyle = style.color;
    context.globalAlpha = 0.13;
    context.fillRect(0, seen.top * height, width, Math.max((seen.bottom - seen.top) * height, 6));
    const half = this.places.length ? width / 2 : 0;
    for (const sentence of this.#there(this.sentences)) {
      const { top, height: tall } = this.#at(sentence, starts);
      const isPicked = keyOf(sentence) === this.picked;
      context.globalAlpha = isPicked ? 1 : 0.35 + 0.65 * strengthOf(sentence, this.sentences.length);
      context.fillStyle = isPicked ? style.color : style.outlineColor;
      context.fillRect(half + 1, top * height, width - half - 2, Math.max(tall * height, isPicked ? 2 * MIN_LINE : MIN_LINE));
    }
    context.globalAlpha = 1;
    context.fillStyle = style.color;
    for (const place of this.#there(this.places)) context.fillRect(1, this.#at(place, starts).top * height, half - 2, MIN_LINE);
  }

  /** Which part of everything is in view, by the paragraphs at the edges of the box. */
  #inView(starts) {
    const frame = this.box.getBoundingClientRect();
    const first = this.#paragraphAt(frame.top);
    const last = this.#paragraphAt(frame.bottom);
    const at = ({ number, index, part }, end) => {
      const paragraph = this.sources.views[number]?.paragraphs[index];
      if (!paragraph) return end ? 1 : 0;
      return starts[number].start + (paragraph.start + part * (paragraph.end - paragraph.start)) * starts[number].scale;
    };
    return { top: at(first, false), bottom: at(last, true) };
  }

  #paragraphAt(y) {
    const { views } = this.sources;
    let number = views.findIndex((view) => view.element.getBoundingClientRect().bottom > y);
    if (number < 0) number = views.length - 1;
    const paragraphs = views[number]?.paragraphs ?? [];
    let low = 0;
    let high = paragraphs.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (paragraphs[middle].element.getBoundingClientRect().bottom <= y) low = middle + 1;
      else high = middle;
    }
    const box = paragraphs[low]?.element.getBoundingClientRect();
    const part = box?.height ? Math.min(Math.max((y - box.top) / box.height, 0), 1) : 0;
    return { number, index: low, part };
  }

  /** Return what a click at a height means: the mark next to it, or else a paragraph. */
  targetAt(y) {
    const frame = this.canvas.getBoundingClientRect();
    const share = (y - frame.top) / frame.height;
    const starts = this.#starts();
    let best = null;
    for (const sentence of this.#there(this.sentences)) {
      const { top, height } = this.#at(sentence, starts);
      const distance = Math.max(top - share, share - top - height, 0) * frame.height;
      if (distance <= 5 && (!best || distance < best.distance)) best = { sentence, distance };
    }
    if (best) return { sentence: best.sentence };
    const number = Math.max(starts.findLastIndex(({ start }) => start <= share), 0);
    const view = this.sources.views[number];
    const unit = (share - starts[number].start) / starts[number].scale;
    const index = this.sources.paragraphAt(number, view.toCharacters(Math.max(Math.round(unit), 0)));
    return { element: view.paragraphs[index]?.element };
  }
}
