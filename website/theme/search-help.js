// Search that forgives: questions lose their small words, and a word that no page has is replaced by the nearest one.
const SMALL = new Set("a all an and any are can cannot could do does find for from get have how i in is it its me my not of off on or own should the there to turn use what when where which who why will with you your".split(" "));

function distance(one, other, most) {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  let before = null;
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + same);
      if (before && i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) next[j] = Math.min(next[j], before[j - 2] + 1);
    }
    [before, row] = [row, next];
  }
  return row[other.length];
}

function nearest(word, known) {
  const most = word.length > 5 ? 2 : 1;
  let best = null;
  let bestDistance = most + 1;
  for (const term of known) {
    const found = distance(word, term, most);
    if (found < bestDistance) [best, bestDistance] = [term, found];
  }
  return best;
}

function forgiving(text, index) {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_.-]+/gu) ?? [];
  const content = words.filter((word) => !SMALL.has(word));
  const known = [...Object.keys(index.terms ?? {}), ...Object.keys(index.titleterms ?? {})];
  const stemmer = new Stemmer();
  const has = new Set(known);
  return (content.length ? content : words).map((word) => (has.has(stemmer.stemWord(word)) || has.has(word) ? word : nearest(word, known)))
    .filter((word) => word !== null)
    .join(" ");
}

if (typeof Search !== "undefined") {
  const query = Search.query;
  Search.query = (text) => query(forgiving(text, Search._index));
}
