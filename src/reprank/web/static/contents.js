// Documents to a menu: go to one, say that it was read, take it away.

import { element } from "./why.js";

export class Contents {
  /** Without `canChange`, documents cannot be taken away or marked as read. */
  constructor({ menu, name, count }, { onGo, onRead, onRemove, canChange }) {
    Object.assign(this, { menu, name, count, onGo, onRead, onRemove, canChange });
    this.list = menu.querySelector("ul");
  }

  show(documents, sentences) {
    const marks = documents.map((_, number) => sentences.filter((it) => it.document === number).length);
    const used = marks.filter(Boolean).length;
    this.count.textContent = documents.length > 1 ? `${used} of ${documents.length} sources` : "";
    this.list.replaceChildren(...documents.map((source, number) => this.#item(source, number, marks[number], documents.length)));
  }

  /** Name the document that is in view. */
  current(title) {
    if (this.name.textContent !== title) this.name.textContent = title;
  }

  #item(source, number, marks, count) {
    const item = element("li");
    const go = element("button", "link", source.name);
    go.type = "button";
    go.dir = "auto";
    go.addEventListener("click", () => {
      this.menu.open = false;
      this.onGo(number);
    });
    const about = element("span", "note", marks === 1 ? "1 mark" : `${marks} marks`);
    const label = element("label", "note");
    const box = element("input");
    box.type = "checkbox";
    box.checked = Boolean(source.read);
    box.addEventListener("change", () => {
      if (this.onRead(number, box.checked) === false) box.checked = false;
    });
    label.append(box, " I have read this");
    const remove = element("button", "quiet", "✕");
    remove.type = "button";
    remove.setAttribute("aria-label", `Remove ${source.name}`);
    remove.addEventListener("click", () => this.onRemove(number));
    item.append(go, about, ...(count > 1 && this.canChange ? [label] : []), ...(this.canChange ? [remove] : []));
    return item;
  }
}

/** Close menus when something else is clicked or Escape is pressed. */
export function wireMenus() {
  document.addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && event.target.closest?.("details.menu[open]");
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
    event.preventDefault();
  });
}
