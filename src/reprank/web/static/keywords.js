// Keywords to chips that hold: lit in summary and sources until they are let go.

import { element } from "./why.js";

/** Put a keyword whose words are part of another one together with it, under the better of both. */
export function folded(keywords) {
  const groups = [];
  const wordsOf = (text) => ` ${text.toLowerCase()} `;
  for (const keyword of keywords) {
    const same = groups.find(({ text }) => wordsOf(text).includes(wordsOf(keyword.text)) || wordsOf(keyword.text).includes(wordsOf(text)));
    if (!same) {
      groups.push({ ...keyword, occurrences: [...keyword.occurrences] });
      continue;
    }
    const known = (place) => same.occurrences.some((it) => it.document === place.document && it.start < place.end && place.start < it.end);
    same.occurrences.push(...keyword.occurrences.filter((place) => !known(place)));
  }
  for (const group of groups) group.occurrences.sort((one, other) => one.document - other.document || one.start - other.start);
  return groups;
}

export class Keywords {
  constructor({ list, note }, { onHold, onGo }) {
    Object.assign(this, { list, note, onHold, onGo });
    this.keywords = [];
    this.held = null; // the text of a keyword
    this.at = -1;
    list.addEventListener("click", (event) => {
      const chip = event.target.closest("[data-keyword]");
      if (chip) this.hold(chip.dataset.keyword === this.held ? null : chip.dataset.keyword);
    });
    note.addEventListener("click", (event) => {
      const action = event.target.closest("[data-go]")?.dataset.go;
      if (action === "close") this.hold(null);
      else if (action) this.go(Number(action));
    });
  }

  show(keywords) {
    this.keywords = folded(keywords);
    if (!this.current()) this.held = null;
    const focused = document.activeElement?.dataset?.keyword;
    this.list.replaceChildren(...this.keywords.map((keyword) => this.#chip(keyword)));
    const first = this.list.querySelector("button");
    if (first) this.list.dir = getComputedStyle(first).direction; // the order of chips follows their script
    if (focused !== undefined) this.list.querySelector(`[data-keyword="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    this.#describe();
  }

  #chip(keyword) {
    const item = element("li");
    const chip = element("button");
    chip.type = "button";
    chip.dataset.keyword = keyword.text;
    chip.dir = "auto";
    chip.style.setProperty("--score", keyword.score);
    chip.setAttribute("aria-pressed", String(keyword.text === this.held));
    const count = element("small", "", String(keyword.occurrences.length));
    count.setAttribute("aria-label", `${keyword.occurrences.length} places`);
    chip.append(keyword.text, " ", count);
    item.append(chip);
    return item;
  }

  /** Return the keyword that is held. */
  current() {
    return this.keywords.find((keyword) => keyword.text === this.held) ?? null;
  }

  hold(text, { quietly = false } = {}) {
    this.held = this.keywords.some((keyword) => keyword.text === text) ? text : null;
    this.at = -1;
    for (const chip of this.list.querySelectorAll("[data-keyword]")) chip.setAttribute("aria-pressed", String(chip.dataset.keyword === this.held));
    this.#describe();
    if (!quietly) this.onHold(this.current());
  }

  /** Go to the next or the previous place of the keyword that is held. */
  go(direction) {
    const keyword = this.current();
    if (!keyword?.occurrences.length) return;
    const count = keyword.occurrences.length;
    this.at = this.at < 0 && direction > 0 ? 0 : (this.at + direction + count) % count;
    this.#describe();
    this.onGo(keyword.occurrences[this.at]);
  }

  #describe() {
    const keyword = this.current();
    this.note.hidden = !keyword;
    if (!keyword) return this.note.replaceChildren();
    const at = this.at < 0 ? `${keyword.occurrences.length} places` : `${this.at + 1} of ${keyword.occurrences.length}`;
    const step = (text, go, label) => {
      const made = element("button", "quiet", text);
      made.type = "button";
      made.dataset.go = go;
      made.setAttribute("aria-label", label);
      return made;
    };
    const name = element("bdi", "", keyword.text);
    const focused = document.activeElement?.closest?.("#held") ? document.activeElement.dataset.go : null;
    this.note.replaceChildren(
      name,
      step("‹", "-1", "Previous place"),
      element("span", "", at),
      step("›", "1", "Next place"),
      step("✕", "close", `Stop highlighting ${keyword.text}`),
    );
    if (focused) this.note.querySelector(`[data-go="${focused}"]`)?.focus({ preventScroll: true });
    return undefined;
  }
}
