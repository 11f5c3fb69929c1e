// Documents and settings to answers, each asked for once; numbers of documents are those of the page.

const KEYWORDS = 14;
const MAX_KNOWN = 8; // settings whose answers are kept, so that Back asks nothing
const CHUNKED_CHARACTERS = 200_000; // the lengths of a longer text come in parts, so that a question need not wait for all
const LONG_CHARACTERS = 1_000_000;

/** The answers to one question with its pins: the summary that came first, and those of every length. */
class Known {
  constructor() {
    this.base = null;
    this.lengths = new Map();
    this.reasons = new Map();
    this.knee = 0;
  }

  /** Return the summary of a length; null if it is not known yet. */
  at(words) {
    if (this.lengths.has(words)) return this.lengths.get(words);
    if (this.base?.budget.limit !== words) return null;
    return { words, used: this.base.budget.used, sentences: this.base.sentences };
  }
}

export class Asking {
  constructor(service, withToken) {
    this.service = service;
    this.withToken = withToken;
    this.known = new Map();
  }

  /** Take documents; those that the reader has read are not summarized, and nothing of them is repeated. */
  setDocuments(documents) {
    this.known.clear();
    this.toPage = documents.flatMap((source, number) => (source.read ? [] : [number]));
    this.toService = new Map(this.toPage.map((number, i) => [number, i]));
    this.characters = documents.reduce((sum, source) => sum + source.text.length, 0);
    const plain = ({ text, title, id, blocks, places, date }) => ({ text, title, id, blocks, places, date });
    const given = JSON.stringify(documents.filter((source) => !source.read).map(plain));
    const seen = documents.filter((source) => source.read).map(plain);
    this.texts = `{"documents":${given}${seen.length ? `,"seen":${JSON.stringify(seen)}` : ""}`;
  }

  /** Return what is known about settings. */
  of({ query, pinned, banned }) {
    const key = JSON.stringify([query, [...pinned].sort(), [...banned].sort()]);
    const found = this.known.get(key) ?? new Known();
    this.known.delete(key);
    this.known.set(key, found);
    if (this.known.size > MAX_KNOWN) this.known.delete(this.known.keys().next().value);
    return found;
  }

  #options({ query, pinned, banned }, words) {
    const places = (keys) => [...keys].map((key) => this.#place(key)).filter(Boolean);
    const options = { words, keywords: 0, sources: this.toPage.length > 1 };
    if (query) options.query = query;
    if (pinned.size) options.pinned = places(pinned);
    if (banned.size) options.banned = places(banned);
    return options;
  }

  #place(key) {
    const [number, start] = key.split("-").map(Number);
    return this.toService.has(number) ? [this.toService.get(number), start] : null;
  }

  async #ask(options, signal) {
    const response = await this.withToken(() => this.service.summarize(this.texts, options, signal));
    return this.#mapped(await response.json());
  }

  /** Ask for the summary of a length, with keywords, and with everything else that the page shows at once. */
  async summary(settings, words, signal) {
    const known = this.of(settings);
    if (known.base) return known;
    const options = { ...this.#options(settings, words), keywords: KEYWORDS, outline: true, answer: Boolean(settings.query), conflicts: this.toPage.length > 1 };
    known.base = await this.#ask(options, signal);
    return known;
  }

  /** Ask for the summaries of many lengths; `enough` is asked between two parts whether to stop. */
  async lengths(settings, words, stops, { signal, enough }) {
    const known = this.of(settings);
    const missing = stops.filter((stop) => !known.lengths.has(stop));
    if (!missing.includes(words) && !known.lengths.has(words)) missing.push(words);
    missing.sort((one, other) => Math.abs(Math.log(one / words)) - Math.abs(Math.log(other / words)));
    const size = this.characters > LONG_CHARACTERS ? 3 : this.characters > CHUNKED_CHARACTERS ? 6 : missing.length;
    while (missing.length && !enough()) {
      const part = missing.splice(0, size);
      const answer = await this.#ask({ ...this.#options(settings, Math.max(...part)), lengths: part }, signal);
      for (const entry of answer.lengths) known.lengths.set(entry.words, entry);
      known.knee = answer.knee;
    }
    return known;
  }

  /** Ask why a sentence was selected, or why not. */
  async reasons(settings, words, key) {
    const known = this.of(settings);
    const name = `${words} ${key}`;
    if (!known.reasons.has(name)) {
      const answer = await this.#ask({ ...this.#options(settings, words), explain: this.#place(key) });
      known.reasons.set(name, answer.reasons[0]);
    }
    return known.reasons.get(name);
  }

  /** Ask for everything, to be taken away. */
  async whole(settings, words, more) {
    const options = { ...this.#options(settings, words), keywords: KEYWORDS, explain: true, ...more };
    const response = await this.withToken(() => this.service.summarize(this.texts, options));
    return more.format ? response.text() : response.json();
  }

  /** Write the numbers that documents have on the page. */
  #mapped(answer) {
    if (answer.outline) {
      const outline = [];
      answer.outline.forEach((spans, i) => {
        outline[this.toPage[i]] = spans;
      });
      answer.outline = outline;
    }
    if (this.toPage.every((number, i) => number === i)) return answer;
    const renumber = (items) => {
      for (const item of items ?? []) {
        item.document = this.toPage[item.document];
        if (item.sentences) renumber(item.sentences);
        for (const reason of item.reasons ?? []) renumber(reason.sentences);
        if (item.support) renumber(item.support);
        if (Array.isArray(item.sources)) item.sources = item.sources.map((number) => this.toPage[number]);
        if (item.occurrences) renumber(item.occurrences);
      }
    };
    renumber(answer.sentences);
    for (const keyword of answer.keywords ?? []) renumber(keyword.occurrences);
    for (const entry of answer.lengths ?? []) renumber(entry.sentences);
    renumber(answer.reasons);
    for (const conflict of answer.conflicts ?? []) renumber([conflict.first, conflict.second]);
    for (const place of answer.answer?.sentences ?? []) place[0] = this.toPage[place[0]];
    return answer;
  }
}
