// What the page knows to the address and to the browser's store, and back.

const TAB = "reprank-tab";
const DATABASE = "reprank";
const TEXTS = "texts";
const MAX_SETS = 6; // of documents that Back can return to
const FORGOTTEN_MS = 86_400_000; // a store whose tab cannot be asked for is old after this time

/** Write the settings and the picked sentence as the fragment of the address. */
export function toFragment({ words, query, picked, pinned, banned, held }) {
  const parts = new URLSearchParams();
  if (words) parts.set("words", words);
  if (query) parts.set("ask", query);
  if (picked) parts.set("at", picked);
  if (pinned.size) parts.set("pin", [...pinned].join("."));
  if (banned.size) parts.set("drop", [...banned].join("."));
  if (held) parts.set("hold", held);
  const text = parts.toString();
  return text ? `#${text}` : location.pathname + location.search;
}

/** Read the fragment of the address; what it does not say is empty. */
export function fromFragment(fragment) {
  const parts = new URLSearchParams(fragment.replace(/^#/, ""));
  const keys = (name) => new Set((parts.get(name) ?? "").split(".").filter((key) => /^\d+-\d+$/.test(key)));
  const words = Number.parseInt(parts.get("words") ?? "", 10);
  const picked = parts.get("at");
  return {
    words: words > 0 ? words : null,
    query: parts.get("ask") ?? "",
    picked: picked && /^\d+-\d+$/.test(picked) ? picked : null,
    pinned: keys("pin"),
    banned: keys("drop"),
    held: parts.get("hold"),
  };
}

/** The texts of this tab, kept until the tab is closed or the reader says Forget; without a store, until it is reloaded. */
export class Store {
  constructor() {
    this.tab = sessionStorage.getItem(TAB);
    this.sets = new Map();
    this.ready = this.#open();
  }

  async #open() {
    try {
      await this.#claim();
      this.database = await new Promise((resolve, reject) => {
        const opening = indexedDB.open(DATABASE, 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore(TEXTS);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      await this.#clean();
    } catch {
      this.database = null;
    }
  }

  /** Hold a name that no other tab has: a duplicated tab begins with the name of the other one. */
  async #claim() {
    const fresh = () => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
    const before = this.tab;
    this.tab ??= fresh();
    if (navigator.locks) {
      const held = await new Promise((resolve) => {
        navigator.locks.request(`reprank-${this.tab}`, { ifAvailable: true }, (lock) => {
          resolve(lock !== null);
          return lock && new Promise(() => {}); // until the tab is closed
        });
      });
      if (!held) {
        this.copyOf = before;
        this.tab = fresh();
        navigator.locks.request(`reprank-${this.tab}`, () => new Promise(() => {}));
      }
    }
    sessionStorage.setItem(TAB, this.tab);
  }

  /** Forget the texts of tabs that are gone. */
  async #clean() {
    const keys = await this.#run("readonly", (store) => store.getAllKeys());
    const query = navigator.locks ? await navigator.locks.query() : null;
    const alive = query && new Set([...query.held, ...query.pending].map((lock) => lock.name));
    const gone = (key) => {
      const tab = String(key).split("/")[0];
      if (tab === this.tab || tab === this.copyOf) return false;
      return alive ? !alive.has(`reprank-${tab}`) : Date.now() - Number.parseInt(tab.slice(0, 8), 36) > FORGOTTEN_MS;
    };
    for (const key of keys.filter(gone)) await this.#run("readwrite", (store) => store.delete(key));
  }

  #run(mode, action) {
    return new Promise((resolve, reject) => {
      const asked = action(this.database.transaction(TEXTS, mode).objectStore(TEXTS));
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
  }

  /** Keep a set of documents under its number. */
  async save(number, documents) {
    this.sets.set(number, documents);
    for (const old of [...this.sets.keys()].sort((one, other) => one - other).slice(0, -MAX_SETS)) this.sets.delete(old);
    await this.ready;
    if (!this.database) return;
    try {
      await this.#run("readwrite", (store) => store.put(documents, `${this.tab}/${number}`));
      await this.#run("readwrite", (store) => store.delete(`${this.tab}/${number - MAX_SETS}`));
    } catch {
      // the store is full: the texts are kept until the page is reloaded
    }
  }

  async load(number) {
    if (this.sets.has(number)) return this.sets.get(number);
    await this.ready;
    if (!this.database) return null;
    try {
      const own = await this.#run("readonly", (store) => store.get(`${this.tab}/${number}`));
      return own ?? (this.copyOf ? await this.#run("readonly", (store) => store.get(`${this.copyOf}/${number}`)) : null) ?? null;
    } catch {
      return null;
    }
  }

  /** Forget every text of this tab. */
  async forget() {
    this.sets.clear();
    await this.ready;
    if (!this.database) return;
    const keys = await this.#run("readonly", (store) => store.getAllKeys());
    for (const key of keys) if (String(key).startsWith(`${this.tab}/`)) await this.#run("readwrite", (store) => store.delete(key));
  }
}
