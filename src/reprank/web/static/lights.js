// One sentence or keyword under the pointer or the focus to light in all the places where it is shown.

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Scroll to a place; at once in a long document, where heights are known only when paragraphs come into view. */
function show(target) {
  const behavior = calm.matches || target.closest(".long") ? "auto" : "smooth";
  target.scrollIntoView({ block: "center", behavior });
  if (behavior === "auto") requestAnimationFrame(() => target.scrollIntoView({ block: "center", behavior }));
}

export class Lights {
  constructor({ graph, explain }) {
    this.graph = graph;
    this.explain = explain;
    this.hot = null; // the sentence under the pointer or the focus
    this.picked = null; // the sentence that was clicked
    this.keyword = null;
  }

  clear() {
    this.hot = this.picked = this.keyword = null;
  }

  /** Light what is lit again after the page was drawn anew; explain the best sentence if there is nothing else. */
  refresh(answer) {
    const shown = answer.graph.sentences.map((sentence) => `${sentence.document}-${sentence.start}`);
    if (!shown.includes(this.picked)) this.picked = shown[0] ?? null;
    this.hot = null;
    this.draw();
    this.explain(this.picked);
  }

  wire(root) {
    const keyOf = (event) => event.target.closest?.("[data-key]")?.dataset.key ?? null;
    root.addEventListener("pointerover", (event) => {
      if (event.pointerType === "touch") return;
      this.#setHot(keyOf(event));
      this.#setKeyword(event.target.closest?.("[data-keyword]")?.dataset.keyword ?? null);
    });
    root.addEventListener("focusin", (event) => {
      this.#setHot(keyOf(event));
      this.#setKeyword(event.target.closest?.("[data-keyword]")?.dataset.keyword ?? null);
    });
    root.addEventListener("focusout", () => this.#setHot(null));
    root.addEventListener("click", (event) => {
      const chip = event.target.closest?.("[data-keyword]");
      if (chip) this.#goToKeyword(chip);
      const element = event.target.closest?.("[data-key]");
      if (!element) return;
      event.preventDefault();
      this.pick(element.dataset.key, element.dataset.from);
    });
    root.addEventListener("keydown", (event) => this.#onKey(event));
  }

  /** Explain a sentence and go to it on the other side. */
  pick(key, from) {
    this.picked = key;
    this.draw();
    this.explain(key);
    const other = from === "summary" ? "source" : "summary";
    const target = find(key, other) ?? find(key, "source");
    if (!target) return;
    show(target);
    if (from !== "graph") target.focus({ preventScroll: true });
  }

  #onKey(event) {
    if (event.key === "Escape") document.activeElement?.blur();
    const element = event.target.closest?.("[data-key]");
    if (!element) return;
    const forward = ["ArrowDown", "ArrowRight"].includes(event.key);
    if (forward || ["ArrowUp", "ArrowLeft"].includes(event.key)) {
      const all = [...document.querySelectorAll(`[data-from="${element.dataset.from}"]`)];
      const next = all[all.indexOf(element) + (forward ? 1 : -1)];
      if (!next) return;
      event.preventDefault();
      if (element.dataset.from === "graph") {
        element.setAttribute("tabindex", "-1");
        next.setAttribute("tabindex", "0");
      }
      next.focus();
    } else if (event.key === "Enter" || (event.key === " " && element.dataset.from === "graph")) {
      event.preventDefault();
      this.pick(element.dataset.key, element.dataset.from);
    }
  }

  #goToKeyword(chip) {
    const places = [...document.querySelectorAll(`#sources [data-keywords~="${chip.dataset.keyword}"]`)];
    if (!places.length) return;
    const next = (Number(chip.dataset.next ?? 0)) % places.length;
    chip.dataset.next = next + 1;
    show(places[next]);
  }

  #setHot(key) {
    if (key === this.hot) return;
    this.hot = key;
    this.draw();
  }

  #setKeyword(keyword) {
    if (keyword === this.keyword) return;
    this.keyword = keyword;
    for (const place of document.querySelectorAll(".key.lit")) place.classList.remove("lit");
    for (const chip of document.querySelectorAll("[data-keyword]")) {
      chip.classList.toggle("lit", chip.dataset.keyword === keyword);
    }
    if (keyword === null) return;
    for (const place of document.querySelectorAll(`[data-keywords~="${keyword}"]`)) place.classList.add("lit");
  }

  /** Light the sentence under the pointer and the one that was picked. Nothing is drawn anew: the focus may be on its way there. */
  draw() {
    for (const element of document.querySelectorAll("[data-key].hot, [data-key].picked")) {
      element.classList.remove("hot", "picked");
    }
    for (const [key, name] of [[this.picked, "picked"], [this.hot, "hot"]]) {
      if (key === null) continue;
      for (const element of document.querySelectorAll(`[data-key="${key}"]`)) element.classList.add(name);
    }
    this.graph.light(this.hot ?? this.picked);
  }
}

function find(key, from) {
  return document.querySelector(`[data-key="${key}"][data-from="${from}"]`);
}
