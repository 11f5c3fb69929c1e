// A sentence to its reasons, in the words of the service, with what can be done about it.

import { keyOf } from "./sources.js";

const numbers = { open: false }; // stays as the reader left it when another sentence is explained

/** Make a line that says what two sources disagree about, with ways to both, or to the other one only. */
export function conflictLine(conflict, placeText, { except = null, name = "li" } = {}) {
  const line = element(name, "conflict");
  line.dir = "auto";
  line.append(`${conflict.text} `);
  [conflict.first, conflict.second].filter((it) => keyOf(it) !== except).forEach((it, i) => {
    const link = element("a", "other", placeText(it));
    link.href = `#at=${keyOf(it)}`;
    link.dataset.go = keyOf(it);
    link.title = it.text;
    line.append(i ? ", " : "", link);
  });
  return line;
}

/** Make the box below a picked sentence. */
export function whyBox(sentence, reasons, { pinned, dropped, canChange, place, onSheet, placeText, several, conflicts }) {
  const box = element("div", "why");
  box.dataset.part = "why";
  const tools = element("div", "row");
  if (onSheet) tools.append(button("show", `Show in ${place.length > MAX_TITLE ? `${place.slice(0, MAX_TITLE)}…` : place}`, "Show the sentence in its source"));
  if (canChange) {
    tools.append(button("pin", pinned ? "Unpin" : "Pin", pinned ? "No longer keep this sentence at every length" : "Keep this sentence at every length", pinned));
    tools.append(button("drop", dropped ? "Bring back" : "Drop", dropped ? "Allow this sentence again" : "Leave this sentence out", dropped));
  }
  tools.append(button("copy", "Copy", "Copy this sentence with its source"));
  box.append(reasonsList(reasons, { placeText, several, conflicts, key: keyOf(sentence) }), tools);
  box.setAttribute("aria-label", "Why this sentence");
  box.setAttribute("role", "group");
  return box;
}

/** Make the card below a paragraph that says why a sentence is not in the summary. */
export function notChosenCard(sentence, reasons, { dropped, canChange, placeText, conflicts }) {
  const card = element("aside", "not-chosen");
  card.dataset.sentence = keyOf(sentence);
  card.setAttribute("aria-label", "Why not this sentence");
  card.tabIndex = -1;
  const head = element("p", "head");
  head.append(element("b", "", "Not chosen"), button("close", "✕", "Close"));
  card.append(head, reasonsList(reasons, { placeText, conflicts, key: keyOf(sentence) }));
  if (canChange) {
    const row = element("div", "row");
    row.append(dropped ? button("drop", "Bring back", "Allow this sentence again", true) : button("use", "Use it", "Pin this sentence"));
    card.append(row);
  }
  return card;
}

function reasonsList(reasons, { placeText, several = false, conflicts = [], key }) {
  const part = element("div", "reasons");
  if (!reasons) {
    part.append(element("p", "note waiting", "Looking for the reasons…"));
    return part;
  }
  if (reasons.problem) {
    part.append(element("p", "note", reasons.problem));
    return part;
  }
  const list = element("dl");
  for (const reason of reasons.reasons) {
    const text = element("dd");
    text.dir = "auto";
    text.append(reason.text, reason.text && reason.sentences.length ? ": " : "");
    reason.sentences.forEach((other, i) => {
      const link = element("a", "other", shortened(other.display ?? other.text));
      link.href = `#at=${keyOf(other)}`;
      link.dataset.go = keyOf(other);
      link.dir = "auto";
      text.append(i ? ", " : "", link);
    });
    list.append(element("dt", "", reason.name), text);
  }
  if (reasons.support?.length || several) list.append(element("dt", "", "Also said by"), supportLine(reasons.support ?? [], placeText));
  for (const conflict of conflicts) list.append(element("dt", "", "Disputed"), conflictLine(conflict, placeText, { except: key, name: "dd" }));
  part.append(list);
  if (reasons.numbers?.length) part.append(numbersPart(reasons.numbers));
  return part;
}

/** Name the sources that tell the same, each with a way to it. */
function supportLine(support, placeText) {
  const line = element("dd", "support");
  line.dir = "auto";
  if (!support.length) line.append("no other source was found");
  support.forEach((other, i) => {
    const link = element("a", "other", placeText(other));
    link.href = `#at=${keyOf(other)}`;
    link.dataset.go = keyOf(other);
    link.title = other.text.replace(/\s+/g, " ");
    line.append(i ? ", " : "", link);
  });
  return line;
}

function numbersPart(points) {
  const box = element("details", "numbers-part");
  box.append(element("summary", "", "Numbers"));
  box.open = numbers.open;
  box.addEventListener("toggle", () => {
    numbers.open = box.open;
  });
  for (const point of points) {
    const line = element("p");
    line.append(element("b", "", point.title), " ", point.text);
    box.append(line);
  }
  return box;
}

const MAX_TITLE = 24;
const MAX_QUOTE = 70;
function shortened(text) {
  const flat = text.replace(/\s+/g, " ");
  return flat.length > MAX_QUOTE ? `${flat.slice(0, MAX_QUOTE).replace(/\s+\S*$/, "")} …` : flat;
}

function button(action, text, label, pressed) {
  const made = element("button", "", text);
  made.type = "button";
  made.dataset.action = action;
  if (text !== label) made.title = label;
  if (text === "✕") made.setAttribute("aria-label", label);
  if (pressed !== undefined) made.setAttribute("aria-pressed", String(pressed));
  return made;
}

export function element(name, className = "", text = "") {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}
