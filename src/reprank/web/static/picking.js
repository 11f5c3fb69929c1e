// A sentence that is pointed at to light; one that is picked to its reasons and its place.

import { light } from "./highlights.js";
import { boxOf, reveal, scrollTo } from "./scrolling.js";
import { keyOf, placeOf } from "./sources.js";
import { notChosenCard, whyBox } from "./why.js";

export class Picking {
  /** `page` answers: view(), settings(), isNarrow(), openSheet(), reasons(key), change(action, key), remember(push), canChange, placeOf(sentence) */
  constructor({ sources, list, map, count, box }, page) {
    Object.assign(this, { sources, list, map, count, box, page });
    this.picked = null;
    this.current = null; // the mark that the reader went to last
  }

  /** Pick a sentence: explain it, and show it where it stands. The same one again lets it go. */
  pick(key, { toggle = false, push = true, scroll = true } = {}) {
    if (!key || (toggle && key === this.picked)) return this.letGo();
    const known = this.list.items.has(key);
    const before = this.picked;
    this.#close();
    this.picked = key;
    if (known) this.current = key;
    this.#explain(key);
    if (known) {
      const item = this.list.items.get(key);
      reveal(boxOf(item), item);
    }
    if (scroll && (!this.page.isNarrow() || !known)) this.goTo(key);
    if (!known && this.page.isNarrow()) this.page.openSheet();
    this.refresh();
    if (push) this.page.remember(before === null);
    return undefined;
  }

  letGo({ push = true } = {}) {
    if (this.picked === null) return;
    this.#close();
    this.picked = null;
    this.refresh();
    if (push) this.page.remember(false);
  }

  /** Draw again what belongs to the picked sentence, after the summary has changed. */
  redraw() {
    if (this.picked === null) return;
    const key = this.picked;
    this.#close();
    if (this.list.items.has(key) || this.#sentence(key)) this.#explain(key);
    else this.picked = null;
  }

  #sentence(key) {
    const { document: number, start } = placeOf(key);
    return this.list.sentences.find((it) => keyOf(it) === key) ?? this.sources.sentenceOf(number, start);
  }

  #close() {
    document.querySelector("[data-part=why]")?.remove();
    for (const line of document.querySelectorAll(".line[aria-expanded=true]")) line.setAttribute("aria-expanded", "false");
    this.sources.showCard(null);
  }

  #explain(key) {
    const sentence = this.#sentence(key);
    if (!sentence) return;
    const { reasons, ready } = this.page.reasons(key);
    this.#show(key, sentence, reasons);
    this.awaited = ready; // an older answer that comes late is not shown
    ready?.then((found) => {
      if (this.picked === key && this.awaited === ready) this.#show(key, sentence, found);
    });
  }

  #show(key, sentence, reasons) {
    const { pinned, banned } = this.page.settings();
    const item = this.list.items.get(key);
    const focused = document.activeElement?.closest?.("[data-part=why], .not-chosen") ? document.activeElement.dataset.action : null;
    const options = { pinned: pinned.has(key), dropped: banned.has(key), canChange: this.page.canChange, placeText: this.page.placeText, several: this.page.severalSources(), conflicts: this.page.conflictsOf(key) };
    if (item) {
      const box = whyBox(sentence, reasons, { ...options, place: this.page.titleOf(sentence), onSheet: this.page.isNarrow() });
      item.querySelector("[data-part=why]")?.remove();
      item.append(box);
      item.firstElementChild.setAttribute("aria-expanded", "true");
      if (reasons) reveal(boxOf(item), item);
    } else {
      this.sources.showCard(notChosenCard(sentence, reasons, options), sentence);
    }
    if (focused) document.querySelector(`:is([data-part=why], .not-chosen) [data-action="${focused}"]`)?.focus({ preventScroll: true });
  }

  /** Show a sentence in the sources. */
  goTo(key) {
    const sentence = this.#sentence(key);
    if (!sentence) return;
    const mark = () => this.sources.container.querySelector(`.mark[data-sentence="${key}"]`);
    const range = this.sources.rangeOf(sentence);
    const [number, start] = [sentence.document, sentence.start];
    const paragraph = this.sources.views[number].paragraphs[this.sources.paragraphAt(number, start)];
    scrollTo(this.box, () => {
      const found = mark()?.getBoundingClientRect() ?? range?.getBoundingClientRect();
      return found?.height ? found : paragraph?.element.getBoundingClientRect();
    });
  }

  /** Go to the next or the previous mark, in the order of the sources. */
  step(direction) {
    const keys = this.#inSources();
    if (!keys.length) return;
    const at = keys.indexOf(this.current);
    const next = at < 0 ? (direction > 0 ? 0 : keys.length - 1) : (at + direction + keys.length) % keys.length;
    if (this.page.isNarrow()) {
      this.current = keys[next];
      this.goTo(this.current);
      this.refresh();
    } else {
      this.pick(keys[next]);
    }
  }

  /** Go to the next or the previous sentence of the summary. */
  walk(direction) {
    const keys = this.list.order();
    if (!keys.length) return;
    const at = keys.indexOf(this.picked ?? document.activeElement?.closest?.("li[data-sentence]")?.dataset.sentence);
    const next = keys[at < 0 ? (direction > 0 ? 0 : keys.length - 1) : Math.min(Math.max(at + direction, 0), keys.length - 1)];
    this.pick(next);
    this.list.items.get(next).firstElementChild.focus({ preventScroll: true });
  }

  #inSources() {
    return this.page
      .view()
      .toSorted((one, other) => one.document - other.document || one.start - other.start)
      .map(keyOf);
  }

  /** Light the picked sentence, and say which mark it is. */
  refresh() {
    for (const element of document.querySelectorAll(".picked")) element.classList.remove("picked");
    const lit = this.picked ?? this.current;
    for (const element of lit ? document.querySelectorAll(`[data-sentence="${lit}"]`) : []) {
      if (this.picked || element.matches(".mark")) element.classList.add("picked");
    }
    const keys = this.#inSources();
    const at = keys.indexOf(lit);
    this.count.textContent = keys.length ? (at < 0 ? `${keys.length} marks` : `mark ${at + 1} of ${keys.length}`) : "";
    this.map.show({ picked: lit });
    const loose = this.picked && !this.list.items.has(this.picked) ? this.#sentence(this.picked) : null;
    light("picked-sentence", loose ? [this.sources.rangeOf(loose)] : []);
  }

  /** Light what is under the pointer or has the focus; nothing is drawn anew. */
  wireLights(root) {
    let hot = null;
    const set = (key) => {
      if (key === hot) return;
      hot = key;
      for (const element of document.querySelectorAll(".hot")) element.classList.remove("hot");
      for (const element of key ? document.querySelectorAll(`[data-sentence="${key}"]`) : []) element.classList.add("hot");
    };
    const keyAt = (event) => event.target.closest?.("[data-sentence]")?.dataset.sentence ?? event.target.closest?.("[data-go]")?.dataset.go ?? null;
    root.addEventListener("pointerover", (event) => {
      if (event.pointerType !== "touch") set(keyAt(event));
    });
    root.addEventListener("focusin", (event) => set(keyAt(event)));
    root.addEventListener("focusout", () => set(null));
    let waiting = false;
    this.box.addEventListener("pointermove", (event) => {
      if (event.pointerType === "touch" || waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        const over = event.target.closest?.(".mark, .not-chosen") ? null : this.sources.sentenceAt(event.clientX, event.clientY);
        light("hot-sentence", over ? [this.sources.rangeOf(over)] : []);
      });
    });
    this.box.addEventListener("pointerleave", () => light("hot-sentence", []));
  }
}
