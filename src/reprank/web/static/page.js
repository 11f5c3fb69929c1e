// The page: what people do to what they see.

import { countWords } from "./offsets.js";
import { Graph } from "./graph.js";
import { Problem, example, read, setToken, summarize, takeToken } from "./service.js";
import { wireInput } from "./input.js";
import { keywordItem, sentenceItem } from "./items.js";
import { Sources, keyOf } from "./sources.js";
import { Lights } from "./lights.js";
import { copy, nameOf, save } from "./taking.js";
import { Progress } from "./progress.js";
import { explain } from "./why.js";

const MIN_WORDS = 20;
const FIRST_WORDS = 120;
const FIRST_SHARE = 0.35; // of a text so short that the words above would be most of it
const KEYWORDS = 12;
const PATIENCE_MS = 250; // an older request is given up for a newer one; a younger one is waited for
const TYPING_MS = 250;
const REST_MS = 400;
const THEME = "reprank-theme";
const EXPLAINED_CHARACTERS = 300000; // the reasons for a longer text take seconds

const $ = (id) => document.getElementById(id);
const state = { documents: [], json: "[]", words: 0, answer: null, reasons: new Map(), request: null, again: false };
const sources = new Sources($("sources"), $("contents"));
const graph = new Graph($("graph"));
const progress = new Progress($("progress"), $("progress-text"), $("cancel"));
const lights = new Lights({ graph, explain: (key) => explain($("why"), key, state, graph, sources) });

// Documents

/** Show and summarize documents; `length` gives the first length from their words, without it the slider stays. */
function setDocuments(documents, length = null) {
  state.documents = documents;
  state.json = JSON.stringify(documents.map(({ text, title, id, blocks, places }) => ({ text, title, id, blocks, places })));
  state.words = documents.reduce((sum, source) => sum + (source.words ??= countWords(source.text)), 0);
  state.answer = null;
  lights.clear();
  graph.forget();
  $("alert").hidden = true;
  const empty = !documents.length;
  document.body.classList.toggle("empty", empty);
  $("start-over").hidden = empty;
  (empty ? $("welcome") : $("composer-slot")).append($("composer"));
  toggleComposer(false);
  sources.show(documents, (number) => setDocuments(state.documents.filter((_, i) => i !== number)));
  if (empty) {
    document.body.classList.remove("answered");
    giveUp();
    $("text").focus();
  } else {
    setWords(length ? Math.max(length(state.words), MIN_WORDS) : wordsOf(Number($("length").value)));
  }
}

function addDocuments(added) {
  const names = new Set(state.documents.map((source) => source.id));
  const unique = added.map((source) => {
    let id = source.id || source.title;
    for (let number = 2; names.has(id); number += 1) id = `${source.id || source.title} (${number})`;
    names.add(id);
    return { ...source, id, title: source.title || id };
  });
  const first = !state.documents.length;
  setDocuments([...state.documents, ...unique], first ? (words) => Math.min(FIRST_WORDS, FIRST_SHARE * words) : null);
}

function addText(text) {
  if (!text.trim()) return;
  $("text").value = "";
  const line = text.trim().split("\n", 1)[0].trim();
  const title = line.length > 48 ? `${line.slice(0, 46).replace(/\s+\S*$/, "")}…` : line;
  addDocuments([{ text, title, id: title }]);
}

async function addFiles(files) {
  const controller = new AbortController();
  const found = [];
  const problems = [];
  for (const [number, file] of files.entries()) {
    progress.start(`Reading ${file.name} (${number + 1} of ${files.length})`, () => controller.abort());
    try {
      const { document: source, warnings } = await withToken(() => read(file, controller.signal));
      found.push({ ...source, title: source.title || file.name });
      problems.push(...warnings);
    } catch (error) {
      if (error.name === "AbortError") break;
      problems.push(error.message);
    }
  }
  progress.stop();
  if (found.length) addDocuments(found);
  if (problems.length) complain(problems.join(" · "));
}

// Length: the slider runs from the shortest summary to most of the text, in equal steps of proportion

const mostWords = () => Math.max(Math.round(state.words * 0.8), MIN_WORDS + 1);

function wordsOf(position) {
  return Math.round(MIN_WORDS * (mostWords() / MIN_WORDS) ** (position / 100));
}

function setWords(words) {
  const position = (100 * Math.log(words / MIN_WORDS)) / Math.log(mostWords() / MIN_WORDS);
  $("length").value = Math.round(Math.min(Math.max(position, 0), 100));
  showLength();
  update();
}

function showLength() {
  const words = wordsOf(Number($("length").value));
  const share = Math.max(1, Math.round((100 * words) / Math.max(state.words, 1)));
  const text = `${words.toLocaleString("en")} words`;
  $("length-text").textContent = `${text} · ${share} %`;
  $("length").setAttribute("aria-valuetext", `${text}, ${share} percent of the text`);
}

// Asking

function options() {
  const query = $("query").value.trim();
  const known = $("known").value.trim();
  return {
    words: wordsOf(Number($("length").value)),
    keywords: KEYWORDS,
    ...(query ? { query } : {}),
    ...(known ? { seen: [known] } : {}),
  };
}

/** Ask for the summary that the controls describe. One request is under way at a time; the newest wish counts. */
async function update() {
  if (!state.documents.length) return;
  if (state.request && performance.now() - state.request.began < PATIENCE_MS) {
    state.again = true;
    return;
  }
  state.request?.controller.abort();
  const request = { controller: new AbortController(), began: performance.now() };
  state.request = request;
  state.again = false;
  $("summary").setAttribute("aria-busy", "true");
  const characters = state.documents.reduce((sum, source) => sum + source.text.length, 0);
  progress.start(`Summarizing ${characters.toLocaleString("en")} characters`, giveUp);
  try {
    const response = await withToken(() => summarize(state.json, { ...options(), graph: true }, request.controller.signal));
    const answer = await response.json();
    if (state.request === request) show(answer);
  } catch (error) {
    if (error.name !== "AbortError") complain(error.message, error.field);
    if (state.request === request) $("summary").setAttribute("aria-busy", "false");
  } finally {
    if (state.request === request) {
      state.request = null;
      progress.stop();
      if (state.again) update();
    }
  }
}

/** Ask for the reasons when the controls have rested: they take longer than the summary. */
async function askReasons() {
  const { answer } = state;
  if (!answer || state.request || state.reasonsOf === answer) return;
  state.reasonsOf = answer;
  try {
    const response = await summarize(state.json, { ...options(), graph: true, explain: true });
    const { reasons } = await response.json();
    if (state.answer === answer) {
      state.reasons = new Map(reasons.map((it) => [keyOf(it), it.reasons.map(({ name, text }) => ({ title: name, text }))]));
      lights.explain(lights.picked);
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error; // the page is complete without them
  }
}
const askReasonsSoon = after(REST_MS, askReasons);

function giveUp() {
  if (!state.request) return;
  state.request.controller.abort();
  state.request = null;
  state.again = false;
  progress.stop();
  $("summary").setAttribute("aria-busy", "false");
  $("status").textContent = "Cancelled";
}

async function withToken(ask) {
  try {
    return await ask();
  } catch (error) {
    if (error.status !== 401) throw error;
    const dialog = $("token-dialog");
    if (!dialog.open) dialog.showModal();
    await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
    if (dialog.returnValue !== "ok") throw error;
    setToken($("token").value);
    return ask();
  }
}

// Showing

/** Show the text at once, and what belongs to it after the frame that shows the text. */
function show(answer) {
  state.answer = answer;
  state.reasons = new Map();
  quiet();
  const size = answer.sentences.length;
  const items = answer.sentences.map((sentence) => sentenceItem(sentence, size, state.documents, lights.picked));
  keepingFocus(() => $("summary").replaceChildren(...items));
  afterFrame(() => {
    if (state.answer === answer) keepingFocus(() => showRest(answer));
  });
}

/** Draw, and give the focus back to the sentence that had it; a person may have moved it since the last drawing. */
function keepingFocus(draw) {
  const { key, from } = document.activeElement.dataset;
  draw();
  if (key) document.querySelector(`[data-key="${key}"][data-from="${from}"]`)?.focus({ preventScroll: true });
}

function showRest(answer) {
  document.body.classList.add("answered");
  $("keywords").replaceChildren(...answer.keywords.map(keywordItem));
  $("warnings").textContent = answer.warnings.join(" ");
  sources.mark(answer);
  graph.show(answer.graph, new Set(answer.sentences.map(keyOf)), (it) => sources.textOf(it));
  lights.refresh(answer);
  if (state.json.length < EXPLAINED_CHARACTERS) askReasonsSoon();
  $("summary").setAttribute("aria-busy", String(state.request !== null));
  const count = answer.sentences.length === 1 ? "1 sentence" : `${answer.sentences.length} sentences`;
  $("status").textContent = `${count}, ${answer.budget.used.toLocaleString("en")} words`;
}

const afterFrame = (action) => requestAnimationFrame(() => setTimeout(action));

function complain(message, field) {
  const alert = $("alert");
  alert.querySelector("p").textContent = message;
  alert.hidden = false;
  const input = { query: "query", seen: "known", words: "length" }[field];
  if (input) $(input).setAttribute("aria-invalid", "true");
}

function quiet() {
  for (const id of ["query", "known", "length"]) $(id).removeAttribute("aria-invalid");
}

// Wiring

function toggleComposer(open) {
  $("composer-slot").hidden = !open;
  $("add").setAttribute("aria-expanded", String(open));
  if (open) $("text").focus();
}

function after(milliseconds, action) {
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, milliseconds);
  };
}

$("example").addEventListener("click", async () => {
  try {
    const documents = await withToken(() => example());
    addDocuments(documents.map((source) => ({ ...source, title: nameOf(source.title) })));
  } catch (error) {
    complain(error.message);
  }
});
$("add").addEventListener("click", () => toggleComposer($("composer-slot").hidden));
$("start-over").addEventListener("click", () => {
  $("query").value = "";
  $("known").value = "";
  setDocuments([]);
});
$("length").addEventListener("input", () => {
  showLength();
  update();
});
for (const id of ["query", "known"]) $(id).addEventListener("input", after(TYPING_MS, update));

async function take(action, done) {
  if (!state.answer) return;
  try {
    await action();
    $("status").textContent = done;
  } catch (error) {
    if (error.name !== "AbortError") complain(error.message);
  }
}
const inFormat = async (format) => (await withToken(() => summarize(state.json, { ...options(), format }))).text();
$("copy-text").addEventListener("click", () => take(() => copy(state.answer.text), "Copied"));
$("copy-markdown").addEventListener("click", () => take(async () => copy(await inFormat("markdown")), "Copied"));
$("save-html").addEventListener("click", () =>
  take(async () => save(await inFormat("html"), "summary.html", "text/html"), "Saved summary.html"),
);
$("save-json").addEventListener("click", () =>
  take(() => {
    const { graph: _, ...members } = state.answer;
    save(JSON.stringify(members, null, 2), "summary.json", "application/json");
  }, "Saved summary.json"),
);
$("alert").querySelector("button").addEventListener("click", () => {
  $("alert").hidden = true;
});
$("theme").addEventListener("click", () => {
  const root = document.documentElement;
  const dark = root.dataset.theme
    ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  localStorage.setItem(THEME, root.dataset.theme);
});
addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof Problem) complain(event.reason.message);
});

if (localStorage.getItem(THEME)) document.documentElement.dataset.theme = localStorage.getItem(THEME);
takeToken();
wireInput({ addText, addFiles });
lights.wire(document);
