// One file of prepared answers to the service's interface: the same page without a service, for the site.

export class Problem extends Error {
  constructor(members) {
    super(members.detail);
    this.status = members.status;
    this.field = members.field;
  }
}

const prepared = JSON.parse(document.getElementById("still-data").textContent);

export const CAN_READ = false; // no texts but the example
export const QUESTIONS = Object.keys(prepared.answers).filter(Boolean);
export const STOPS = prepared.stops;
export const MAX_CHANGES = 1; // pins and drops that were prepared

export function takeToken() {}
export function setToken() {}
export const example = async () => structuredClone(prepared.documents);
export const maxBytes = async () => Infinity;
export const read = async () => {
  throw new Problem({ status: 501, detail: "This page has no service behind it. Install RepRank to read your own files." });
};

/** Answer as the service would, from what was prepared. */
export async function summarize(texts, options) {
  const known = prepared.answers[options.query ?? ""];
  if (!known) {
    const detail = `This page has no service behind it and can answer only ${QUESTIONS.length} questions: ${QUESTIONS.join(" ")} Install RepRank to ask your own.`;
    throw new Problem({ status: 501, field: "query", detail });
  }
  const answer = { ...summaryOf(known, options.words, options), keywords: known.keywords, warnings: known.warnings, language: "en", system: "reprank", version: prepared.version };
  if (options.query) Object.assign(answer, { query: options.query, answer: known.answer });
  if (options.conflicts) answer.conflicts = prepared.conflicts;
  if (options.outline) answer.outline = outline(known);
  if (options.lengths) {
    answer.lengths = options.lengths.map((words) => lengthOf(known, words, options)).sort((one, other) => one.words - other.words);
    answer.knee = known.knee;
  }
  if (Array.isArray(options.explain)) answer.reasons = [reasonsOf(known, options)];
  return { json: async () => structuredClone(answer), text: async () => answer.text };
}

const stopFor = (words) => Math.max(STOPS.findLastIndex((stop) => stop <= words), 0);

/** Find the list of selected sentences for a length, with at most one pin or drop. */
function chosen(known, words, { pinned = [], banned = [] }) {
  const stop = stopFor(words);
  const change = pinned[0] ?? banned[0];
  if (!change) return known.lengths[stop];
  const number = known.sentences.findIndex(([document, start]) => document === change[0] && start === change[1]);
  const list = (pinned.length ? known.pins : known.drops)?.[number]?.[stop];
  if (!list) throw new Problem({ status: 501, detail: "This page has no service behind it and cannot make that change. Install RepRank for more." });
  return list;
}

function lengthOf(known, words, options) {
  const [used, covered, ...picks] = chosen(known, words, options);
  if (!picks.length) return { words, used: 0, covered: 0, sentences: [], problem: "The pinned sentence does not fit: choose a longer summary" };
  const sentences = picks.map(([number, rank]) => sentenceAt(known, number, rank));
  return { words, used, covered, sentences };
}

function summaryOf(known, words, options) {
  const { used, sentences } = lengthOf(known, words, options);
  return { sentences, text: sentences.map((it) => it.text).join(" "), budget: { unit: "words", limit: words, used } };
}

function sentenceAt(known, number, rank) {
  const [document, start, end, sources] = known.sentences[number];
  const text = [...prepared.documents[document].text].slice(start, end).join("");
  return { document, start, end, rank, text, score: 0, ...(sources ? { sources } : {}) };
}

function outline(known) {
  const found = prepared.documents.map(() => []);
  for (const [document, start, end] of known.sentences) found[document].push([start, end]);
  return found;
}

function reasonsOf(known, options) {
  const [document, start] = options.explain;
  const number = known.sentences.findIndex((it) => it[0] === document && it[1] === start);
  const named = (numbers) => numbers.map((other) => sentenceAt(known, other, 0));
  const reasons = known.reasons[stopFor(options.words)][number].map((index) => {
    const [name, text, others] = prepared.reasons[index];
    return { name, text, sentences: named(others) };
  });
  const isPinned = options.pinned?.some((place) => place[0] === document && place[1] === start);
  const isDropped = options.banned?.some((place) => place[0] === document && place[1] === start);
  const own = isPinned ? [{ name: "Pinned", text: "you asked for it", sentences: [] }] : isDropped ? [{ name: "Dropped", text: "you excluded it", sentences: [] }] : reasons;
  const [, , end] = known.sentences[number];
  return { document, start, end, selected: !isDropped, reasons: own, support: named(known.support[number]), numbers: [] };
}
