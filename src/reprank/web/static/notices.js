// Messages to lines above the summary, where they cover nothing, each with what can be done.

import { element } from "./why.js";

export class Notices {
  constructor(box) {
    this.box = box;
  }

  /** Show a line under a name; one with the same name is replaced. */
  show(name, text, { label, action, seconds, wrong = false } = {}) {
    this.hide(name);
    const line = element("p", wrong ? "notice wrong" : "notice");
    line.dataset.notice = name;
    line.setAttribute("role", wrong ? "alert" : "status");
    line.append(element("span", "", text));
    if (label) {
      const act = element("button", "link", label);
      act.type = "button";
      act.addEventListener("click", () => {
        this.hide(name);
        action();
      });
      line.append(act);
    }
    const close = element("button", "quiet", "✕");
    close.type = "button";
    close.setAttribute("aria-label", "Close the message");
    close.addEventListener("click", () => this.hide(name));
    line.append(close);
    this.box.append(line);
    if (seconds) setTimeout(() => line.remove(), 1000 * seconds);
  }

  hide(name) {
    this.box.querySelector(`[data-notice="${name}"]`)?.remove();
  }

  clear() {
    this.box.replaceChildren();
  }
}
