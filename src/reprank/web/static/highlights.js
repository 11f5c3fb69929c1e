// Ranges of text to light, without touching the text: what is looked for, asked for, or under the pointer.

const registry = typeof Highlight === "undefined" ? null : CSS.highlights;

/** Light ranges under a name that the style sheet knows; no ranges put it out. */
export function light(name, ranges) {
  if (!registry) return;
  const given = ranges.filter(Boolean);
  if (given.length) registry.set(name, new Highlight(...given));
  else registry.delete(name);
}

/** Find words in the text of an element, whole words only where words are set apart by spaces. */
export function rangesOf(element, words) {
  const pattern = patternOf(words);
  if (!pattern || !element) return [];
  const found = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const match of node.data.matchAll(pattern)) {
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      found.push(range);
    }
  }
  return found;
}

const SPECIAL = /[.*+?^${}()|[\]\\]/g;
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

function patternOf(words) {
  const distinct = [...new Set(words.map((word) => word.trim()))].filter(Boolean).sort((one, other) => other.length - one.length);
  if (!distinct.length) return null;
  const parts = distinct.map((word) => {
    const escaped = word.split(/\s+/).map((part) => part.replace(SPECIAL, "\\$&")).join("\\s+");
    return UNSPACED.test(word) ? escaped : `(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`;
  });
  return new RegExp(parts.join("|"), "giu");
}
