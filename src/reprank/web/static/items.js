// Sentences and keywords of an answer to items of lists.

import { keyOf, strengthOf } from "./sources.js";

/** Make the item of a selected sentence; `documents` are those that it may come from, `picked` is the key of the lit one. */
export function sentenceItem(sentence, size, documents, picked) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = `#document-${sentence.document}`;
  link.dataset.key = keyOf(sentence);
  link.dataset.from = "summary";
  link.dir = "auto";
  link.classList.toggle("picked", link.dataset.key === picked);
  link.style.setProperty("--strength", strengthOf(sentence, size));
  const text = document.createElement("span");
  text.className = "sentence";
  text.textContent = sentence.text.replace(/\s+/g, " ");
  const place = document.createElement("span");
  place.className = "place";
  const source = documents[sentence.document];
  const label = sentence.place || source.title;
  place.textContent = documents.length > 1 || label !== source.id ? label : ""; // one pasted text needs no name
  link.append(text, " ", place);
  item.append(link);
  return item;
}

/** Make the item of a keyword. */
export function keywordItem(keyword, index) {
  const item = document.createElement("li");
  const chip = document.createElement("button");
  chip.type = "button";
  chip.dataset.keyword = index;
  chip.dir = "auto";
  chip.style.setProperty("--score", keyword.score);
  const count = document.createElement("small");
  count.textContent = keyword.occurrences.length;
  count.setAttribute("aria-label", `${keyword.occurrences.length} places`);
  chip.append(keyword.text, " ", count);
  item.append(chip);
  return item;
}
