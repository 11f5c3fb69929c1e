// Offsets of the service to offsets of the browser: it counts characters, a JavaScript string counts UTF-16 units.

/** Return functions from character offsets to UTF-16 offsets and back; the same numbers without characters beyond U+FFFF. */
export function offsetsOf(text) {
  const pairs = []; // character offset of each character that takes two units
  for (const match of text.matchAll(/[\u{10000}-\u{10FFFF}]/gu)) pairs.push(match.index - pairs.length);
  if (!pairs.length) return { toUnits: (offset) => offset, toCharacters: (offset) => offset };
  const before = (offset, width) => {
    let low = 0;
    let high = pairs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[middle] + width * middle < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return { toUnits: (offset) => offset + before(offset, 0), toCharacters: (offset) => offset - before(offset, 1) };
}

/** Count words as the service does: stretches between spaces, and every character of scripts without spaces. */
export function countWords(text) {
  const spaced = text.replace(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu, " x ");
  return (spaced.match(/\S+/g) || []).length;
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

/** Tell whether most of a text is written without spaces, so that what is counted are characters. */
export function isUnspaced(text) {
  const part = text.slice(0, 20000);
  return (part.match(UNSPACED) || []).length > (part.match(/[\p{L}]/gu) || []).length / 2;
}
