// Offsets of the service to offsets of the browser: it counts characters, a JavaScript string counts UTF-16 units.

/** Return a function from character offsets to UTF-16 offsets; the same numbers unless there are characters beyond U+FFFF. */
export function offsetsOf(text) {
  const pairs = [];
  for (const match of text.matchAll(/[\u{10000}-\u{10FFFF}]/gu)) pairs.push(match.index - pairs.length);
  if (!pairs.length) return (offset) => offset;
  return (offset) => {
    let low = 0;
    let high = pairs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[middle] < offset) low = middle + 1;
      else high = middle;
    }
    return offset + low;
  };
}

/** Count words as the service does: stretches between spaces, and every character of scripts without spaces. */
export function countWords(text) {
  const spaced = text.replace(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu, " x ");
  return (spaced.match(/\S+/g) || []).length;
}
