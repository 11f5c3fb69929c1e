// A summary to two lists, the answer and what is around it; what enters and what leaves can be seen.

import { keyOf, strengthOf } from "./sources.js";

const MOVE_MS = 180;
const MAX_MOVED = 120; // sentences: a longer list is replaced at once
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class SummaryList {
  /** `describe` says where a sentence is, `tellers` which other sources tell it. */
  constructor({ list, answer, part, exchange }, { describe, tellers }) {
    Object.assign(this, { list, answer, part, exchange, describe, tellers });
    this.items = new Map();
    this.sentences = [];
  }

  /** Show sentences in order. `first` are the keys of those that answer a question; `marks` says which are pinned or dropped. */
  show(sentences, { first = new Set(), pinned = new Set(), banned = new Set(), again = false } = {}) {
    const before = new Set(this.sentences.filter((it) => !it.dropped).map(keyOf));
    const kept = sentences.filter((it) => !it.dropped);
    const animate = again && !calm.matches && sentences.length < MAX_MOVED;
    const places = animate ? new Map([...this.items].map(([key, item]) => [key, item.getBoundingClientRect().top])) : null;
    const leaving = [...this.items].filter(([key]) => !sentences.some((it) => keyOf(it) === key));
    const size = kept.length;
    const wanted = { answer: [], list: [] };
    for (const sentence of sentences) {
      const key = keyOf(sentence);
      const item = this.items.get(key) ?? this.#item(sentence);
      this.items.set(key, item);
      this.#dress(item, sentence, { size, pinned: pinned.has(key), dropped: banned.has(key) });
      wanted[first.has(key) ? "answer" : "list"].push(item);
    }
    for (const [key, item] of leaving) {
      this.items.delete(key);
      if (animate) fold(item);
      else item.remove();
    }
    this.part.hidden = !wanted.answer.length;
    arrange(this.answer, wanted.answer);
    arrange(this.list, wanted.list);
    this.sentences = sentences;
    const entered = kept.filter((it) => !before.has(keyOf(it)));
    const left = [...before].filter((key) => !kept.some((it) => keyOf(it) === key));
    this.exchange.textContent = again && (entered.length || left.length) ? `+${entered.length} −${left.length}` : "";
    if (animate) {
      for (const [key, top] of places) slideFrom(this.items.get(key), top);
      for (const sentence of entered) {
        const item = this.items.get(keyOf(sentence));
        item.classList.remove("entered");
        void item.offsetWidth; // begins the tint anew
        item.classList.add("entered");
      }
    }
  }

  clear() {
    this.items.clear();
    this.sentences = [];
    this.list.replaceChildren();
    this.answer.replaceChildren();
    this.part.hidden = true;
    this.exchange.textContent = "";
  }

  #item(sentence) {
    const item = document.createElement("li");
    item.dataset.sentence = keyOf(sentence);
    const link = document.createElement("a");
    link.href = `#at=${keyOf(sentence)}`;
    link.className = "line";
    link.setAttribute("role", "button");
    link.setAttribute("aria-expanded", "false");
    link.dir = "auto";
    const text = document.createElement("span");
    text.className = "sentence";
    const place = document.createElement("span");
    place.className = "place";
    const tellers = document.createElement("span");
    tellers.className = "tellers";
    link.append(text, " ", place, tellers);
    item.append(link);
    return item;
  }

  #dress(item, sentence, { size, pinned, dropped }) {
    item.style.setProperty("--strength", dropped ? 0 : strengthOf(sentence, size));
    item.classList.toggle("pinned", pinned);
    item.classList.toggle("dropped", dropped);
    const [text, place, tellers] = item.firstElementChild.children;
    const words = (sentence.display ?? sentence.text).replace(/\s+/g, " ");
    if (text.textContent !== words) text.textContent = words;
    place.textContent = (pinned ? "pinned · " : dropped ? "dropped · " : "") + this.describe(sentence);
    const others = this.tellers(sentence);
    tellers.replaceChildren(...others.map(({ short, title }) => {
      const mark = document.createElement("abbr");
      mark.textContent = short;
      mark.title = `Also reported by ${title}`;
      return mark;
    }));
    tellers.hidden = !others.length;
  }

  /** Return the sentences as they follow each other on the page. */
  order() {
    return [...this.answer.children, ...this.list.children].filter((item) => !item.inert).map((item) => item.dataset.sentence);
  }
}

function arrange(list, items) {
  let at = list.firstElementChild;
  for (const item of items) {
    while (at?.inert) at = at.nextElementSibling;
    if (item === at) at = at.nextElementSibling;
    else list.insertBefore(item, at);
  }
}

function slideFrom(item, top) {
  if (!item?.isConnected) return;
  const by = top - item.getBoundingClientRect().top;
  if (Math.abs(by) > 1) item.animate([{ transform: `translateY(${by}px)` }, { transform: "none" }], { duration: MOVE_MS, easing: "ease-out" });
}

function fold(item) {
  item.inert = true;
  item.classList.add("leaving");
  delete item.dataset.sentence;
  const { height } = item.getBoundingClientRect();
  const moved = item.animate([{ height: `${height}px`, opacity: 1 }, { height: "0px", opacity: 0 }], { duration: MOVE_MS, easing: "ease-in" });
  moved.finished.finally(() => item.remove());
}
