// Keys to actions, and the list of them.

const NAMES = [
  ["j, k", "next, previous sentence"],
  ["Enter", "why this sentence; again to close"],
  ["/", "ask a question"],
  ["[ , ]", "shorter, longer"],
  ["p", "pin the sentence"],
  ["x", "drop the sentence"],
  ["c", "copy, in the same form as last time"],
  ["n, N", "next, previous occurrence of the keyword"],
  ["s, S", "next, previous sentence of the source, chosen or not"],
  ["Esc", "close"],
  ["?", "this list"],
];

/** Call the action of a key, unless somebody is typing. `actions` maps keys to functions. */
export function wireKeys(actions) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const typing = event.target.closest?.("input:not([type=range]), textarea, select, [contenteditable]");
    const inDialog = document.querySelector("dialog[open]:not(#sheet)");
    if ((typing || inDialog) && event.key !== "Escape") return;
    const action = actions[event.key];
    if (action && action(event) !== false) event.preventDefault();
  });
}

export function listKeys(list) {
  for (const [keys, meaning] of NAMES) {
    const term = document.createElement("dt");
    for (const key of keys.split(", ")) {
      const cap = document.createElement("kbd");
      cap.textContent = key.trim();
      term.append(cap, " ");
    }
    const definition = document.createElement("dd");
    definition.textContent = meaning;
    list.append(term, definition);
  }
}
