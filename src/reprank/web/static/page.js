// The page: what people do to what they see.

import * as service from "./service.js";
import { Asking } from "./asking.js";
import { Contents, wireMenus } from "./contents.js";
import { light, rangesOf } from "./highlights.js";
import { fileRefusal, refusal, wireInput } from "./input.js";
import { Keywords } from "./keywords.js";
import { listKeys, wireKeys } from "./keys.js";
import { Lengths, firstWords } from "./lengths.js";
import { MarkMap } from "./map.js";
import { Notices } from "./notices.js";
import { countWords, isUnspaced } from "./offsets.js";
import { Picking } from "./picking.js";
import { Progress } from "./progress.js";
import { scrollTo } from "./scrolling.js";
import { Sources, keyOf, placeOf } from "./sources.js";
import { Store, fromFragment, toFragment } from "./store.js";
import { SummaryList } from "./summary.js";
import { copy, fileName, jsonWithState, nameOf, save, savedState, today, withState } from "./taking.js";
import { conflictLine, element } from "./why.js";

const TYPING_MS = 350;
const REST_MS = 500;
const UNDO_SECONDS = 10;
const THEME = "reprank-theme";
const TAKEN = "reprank-taken";

const $ = (id) => document.getElementById(id);
const state = {
  documents: [], set: 0, isExample: true, total: 0, problems: [],
  words: 0, query: "", pinned: new Set(), banned: new Set(),
};
let running = null; // the work under way
let wanted = false; // there is a newer wish
let maxBytes = Infinity;

const store = new Store();
const notices = new Notices($("notices"));
const progress = new Progress($("progress"), $("progress-text"), $("cancel"));
const sources = new Sources($("sources"));
const map = new MarkMap($("map"), $("sources"), sources);
const asking = new Asking(service, withToken);
const narrow = matchMedia("(max-width: 47.99rem)");
const list = new SummaryList(
  { list: $("summary"), answer: $("answer"), part: $("answer-part"), exchange: $("exchange") },
  { describe: placeText, tellers: tellersOf },
);
const lengths = new Lengths(
  { slider: $("length"), number: $("words"), unit: $("unit"), share: $("share"), knee: $("knee"), kneeLine: $("knee-line"),
    curve: $("curve"), covered: $("covered"), part: $("length-part") },
  setWords,
);
const keywords = new Keywords({ list: $("keywords"), note: $("held") }, { onHold: holdKeyword, onGo: goToPlace });
const contents = new Contents(
  { menu: $("contents"), name: $("current-source"), count: $("source-count") },
  { onGo: (number) => scrollTo($("sources"), () => headOf(number)), onRead: setRead, onRemove: removeDocument, canChange: service.CAN_READ },
);
const picking = new Picking(
  { sources, list, map, count: $("mark-count"), box: $("sources") },
  {
    view: () => view()?.sentences ?? [], settings: () => state, isNarrow: () => narrow.matches, openSheet, reasons, remember,
    canChange: true, titleOf: (sentence) => state.documents[sentence.document].name, placeText,
    severalSources: () => asking.toPage.length > 1,
    conflictsOf: (key) => (asking.of(settings()).base?.conflicts ?? []).filter((it) => [it.first, it.second].some((one) => keyOf(one) === key)),
  },
);

const settings = () => ({ query: state.query, pinned: state.pinned, banned: state.banned });
const view = () => asking.of(settings()).at(state.words);
const headOf = (number) => {
  const { top } = $(`document-${number}`).getBoundingClientRect();
  return { top, height: $("sources").clientHeight - 20 };
};

function placeText(sentence) {
  const place = sources.placeName(sentence);
  return state.documents.length > 1 ? `${state.documents[sentence.document].name} · ${place}` : place;
}

/** Name the other sources that tell a sentence, by the first letters of their titles. */
function tellersOf(sentence) {
  return (sentence.sources ?? [])
    .filter((number) => number !== sentence.document)
    .map((number) => ({ short: initials(state.documents[number].name), title: state.documents[number].name }));
}

const initials = (title) => [...title.matchAll(/[\p{L}\p{N}]+/gu)].slice(0, 3).map(([word]) => [...word][0].toUpperCase()).join("");

// Documents

/** Show documents and summarize them. What is not given of the settings begins anew. */
function setDocuments(documents, { isExample = false, words = null, query = "", pinned = new Set(), banned = new Set(), picked = null, held = null, push = true } = {}) {
  stop();
  Object.assign(state, { documents, isExample, query, pinned, banned });
  for (const source of documents) {
    source.words ??= countWords(source.text);
    source.name ??= source.title || source.id; // what the page shows; a title is the author's and pulls the ranking
  }
  state.total = documents.reduce((sum, source) => sum + (source.read ? 0 : source.words), 0);
  state.first = firstWords(state.total);
  state.words = words ?? state.first;
  asking.setDocuments(documents);
  list.clear();
  picking.letGo({ push: false });
  picking.current = null;
  picking.picked = picked;
  keywords.hold(null, { quietly: true });
  keywords.held = held;
  sources.show(documents);
  lengths.prepare(state.total, isUnspaced(documents[0]?.text ?? ""), service.STOPS);
  lengths.show(state.words);
  $("query").value = query;
  document.body.classList.toggle("example", isExample);
  openComposer(isExample);
  document.querySelector(".own").hidden = isExample;
  notices.hide("request");
  if (push) {
    state.set += isExample && state.set === 0 ? 0 : 1;
    remember(state.set > 0);
    if (!isExample) store.save(state.set, { documents, isExample });
  }
  refresh();
}

function addDocuments(added, options = {}) {
  const own = state.isExample ? [] : state.documents;
  const names = new Set(own.map((source) => source.id));
  const unique = added.map((source) => {
    let id = source.id || source.title;
    for (let number = 2; names.has(id); number += 1) id = `${source.id || source.title} (${number})`;
    names.add(id);
    return { ...source, id };
  });
  const kept = own.length ? { words: state.words, query: state.query, pinned: state.pinned, banned: state.banned } : {};
  setDocuments([...own, ...unique], { ...kept, ...options });
}

function addText(text) {
  const problem = service.CAN_READ ? refusal(text, maxBytes) : "This page has no service behind it. Install RepRank to summarize your own texts.";
  if (problem) {
    notices.show("input", problem, { wrong: true });
    $("text").focus();
    return;
  }
  notices.hide("input");
  $("text").value = "";
  const line = text.trim().split("\n", 1)[0].trim();
  addDocuments([{ text, id: line.length > 48 ? `${line.slice(0, 46).replace(/\s+\S*$/, "")}…` : line }]);
}

async function addFiles(files) {
  if (!service.CAN_READ) return notices.show("input", "This page has no service behind it. Install RepRank to read your own files.", { wrong: true });
  notices.hide("input");
  const controller = new AbortController();
  const found = [];
  state.problems = [];
  for (const [number, file] of files.entries()) {
    const saved = await savedState(file);
    if (saved) return openSaved(saved);
    const problem = fileRefusal(file, maxBytes);
    if (problem) {
      state.problems.push(problem);
      continue;
    }
    progress.start(`Reading ${file.name} (${number + 1} of ${files.length})`, () => controller.abort());
    try {
      const { document: source, warnings } = await withToken(() => service.read(file, controller.signal));
      found.push({ ...source, id: source.id || file.name });
      state.problems.push(...warnings);
    } catch (error) {
      if (error.name === "AbortError") break;
      state.problems.push(error.message);
    }
  }
  progress.stop();
  if (found.length) addDocuments(found);
  showProblems();
  return undefined;
}

/** Open what the page saved, as it was. */
function openSaved({ documents, words, query, pinned = [], banned = [], picked = null }) {
  setDocuments(documents, { words, query, pinned: new Set(pinned), banned: new Set(banned), picked });
  notices.show("input", "Opened as it was saved.", { seconds: 6 });
}

function showProblems() {
  const lines = state.problems.map((problem, i) => {
    const line = element("li");
    const close = element("button", "quiet", "✕");
    close.type = "button";
    close.setAttribute("aria-label", "Close the message");
    close.addEventListener("click", () => {
      state.problems.splice(i, 1);
      showProblems();
    });
    line.append(element("span", "", problem), close);
    return line;
  });
  $("problems").replaceChildren(...lines);
}

function removeDocument(number) {
  if (state.documents.length === 1) return startOver();
  const renumbered = (keys) =>
    new Set(
      [...keys].map(placeOf).filter((it) => it.document !== number)
        .map((it) => keyOf({ ...it, document: it.document - (it.document > number ? 1 : 0) })),
    );
  const rest = state.documents.filter((_, i) => i !== number);
  return setDocuments(rest, { words: state.words, query: state.query, pinned: renumbered(state.pinned), banned: renumbered(state.banned) });
}

function setRead(number, read) {
  if (read && state.documents.filter((source) => !source.read).length === 1) {
    notices.show("input", "At least one source must remain to be summarized.", { seconds: 6 });
    return false;
  }
  const documents = state.documents.map((source, i) => (i === number ? { ...source, read } : source));
  const own = (keys) => new Set([...keys].filter((key) => !read || placeOf(key).document !== number));
  setDocuments(documents, { isExample: state.isExample, words: state.words, query: state.query, pinned: own(state.pinned), banned: own(state.banned) });
  return true;
}

async function startOver() {
  const { documents, words, query, pinned, banned } = state;
  await showExample();
  notices.show("undo", "Started over.", {
    label: "Undo", seconds: UNDO_SECONDS, action: () => setDocuments(documents, { words, query, pinned, banned }),
  });
}

async function showExample(options = {}) {
  try {
    const documents = await withToken(() => service.example());
    setDocuments(documents.map((source) => ({ ...source, id: nameOf(source.id) })), { isExample: true, ...options });
  } catch (error) {
    failed(error, () => showExample(options));
  }
}

// Asking

/** Ask for what the settings describe. One request is under way at a time; the newest wish counts, and an older answer is kept. */
async function refresh() {
  show();
  if (running) {
    wanted = true;
    return;
  }
  const known = asking.of(settings());
  if (known.base && lengths.stops.every((stop) => known.lengths.has(stop)) && known.at(state.words)) return;
  wanted = false;
  const work = { controller: new AbortController() };
  running = work;
  const { signal } = work.controller;
  const [asked, words] = [settings(), state.words];
  progress.start(`Summarizing ${asking.characters.toLocaleString("en")} characters`, cancel);
  try {
    await asking.summary(asked, words, signal);
    if (running !== work) return;
    show();
    if (known.at(state.words)) progress.stop(); // the other lengths come while the reader reads
    await asking.lengths(asked, words, lengths.stops, { signal, enough: () => wanted || running !== work });
    if (running === work) show();
  } catch (error) {
    if (running === work && error.name !== "AbortError") failed(error, refresh);
  } finally {
    if (running === work) {
      running = null;
      progress.stop();
      if (wanted) refresh();
    }
  }
}

function stop() {
  running?.controller.abort();
  running = null;
  wanted = false;
  progress.stop();
}

function cancel() {
  stop();
  document.body.classList.toggle("stale", !view());
  notices.show("request", "Cancelled.", { label: "Try again", action: refresh });
}

function failed(error, again) {
  document.body.classList.toggle("stale", true);
  notices.show("request", error.message, { wrong: true, label: "Try again", action: again });
  if (error.field === "query") $("query").setAttribute("aria-invalid", "true");
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
    service.setToken($("token").value);
    return ask();
  }
}

// Showing

let shown = null; // what the list shows: the answers and the length

/** Show the summary of the settings; one that is not known yet leaves the old one, marked as old. */
function show() {
  const known = asking.of(settings());
  const found = known.at(state.words);
  document.body.classList.toggle("stale", !found && list.items.size > 0);
  $("reading").setAttribute("aria-busy", String(!found));
  lengths.draw([...known.lengths.values()].sort((one, other) => one.words - other.words), known.knee);
  lengths.show(state.words);
  if (!found || !known.base || (shown?.found === found && shown.known === known)) return;
  const sameText = shown?.texts === asking.texts;
  const newAnswer = shown?.known !== known;
  sources.outline = known.base.outline;
  notices.hide("request");
  $("query").removeAttribute("aria-invalid");
  const first = new Set((known.base.answer?.sentences ?? []).map(([document, start]) => keyOf({ document, start })));
  const best = found.sentences.find((it) => it.rank === 1);
  if (first.size && best && !first.has(keyOf(best))) first.clear(), first.add(keyOf(best));
  list.show(withDropped(found.sentences), { first, pinned: state.pinned, banned: state.banned, again: sameText });
  shown = { found, known, texts: asking.texts };
  sources.mark(found.sentences);
  map.show({ sentences: found.sentences });
  showRest(known, found);
  if (newAnswer && state.query && best && known.base.answer?.words.length && !picking.picked) {
    picking.current = keyOf(best);
    picking.goTo(picking.current);
    $("reading").scrollTop = 0;
  }
  const open = document.querySelector("[data-part=why], .not-chosen") !== null;
  if (picking.picked && (!open || newAnswer)) {
    picking.redraw();
    if (!sameText && picking.picked) picking.goTo(picking.picked);
  } else if (picking.picked) {
    explainSoon();
  }
  picking.refresh();
}

/** Add the sentences that were dropped where they would stand, so that they can be brought back. */
function withDropped(sentences) {
  const all = [...sentences];
  for (const key of state.banned) {
    const place = placeOf(key);
    const span = sources.sentenceOf(place.document, place.start);
    if (!span) continue;
    const before = all.findLastIndex((it) => it.document === span.document && it.start < span.start);
    all.splice(before + 1, 0, { ...span, text: sources.textOf(span), rank: sentences.length, dropped: true });
  }
  return all;
}

function showRest(known, found) {
  keywords.show(known.base.keywords);
  const asked = state.query !== "";
  const words = known.base.answer?.words ?? [];
  const related = known.base.warnings.find((warning) => warning.includes("matched by related words"));
  const nothing = asked && !words.length;
  $("ask-note").hidden = !nothing && !related;
  $("ask-note").textContent = related ? `${related[0].toUpperCase()}${related.slice(1)}` : nothing ? "None of these words are in the sources. Below is the summary without a question." : "";
  document.body.classList.toggle("unanswered", nothing);
  const warnings = found.problem ? [found.problem] : known.base.budget.limit === state.words ? known.base.warnings : [];
  $("warnings").textContent = warnings.filter((it) => !it.includes("of the query")).map(sentenceCase).join(" ");
  const conflicts = known.base.conflicts ?? [];
  $("conflicts-part").hidden = !conflicts.length;
  $("conflicts").replaceChildren(...conflicts.map((conflict) => conflictLine(conflict, placeText)));
  contents.show(state.documents, found.sentences);
  nameCurrent();
  const count = found.sentences.length === 1 ? "1 sentence" : `${found.sentences.length} sentences`;
  const documents = state.documents.length === 1 ? "1 source" : `${state.documents.length} sources`;
  const unit = state.total === 1 ? lengths.unitName.slice(0, -1) : lengths.unitName;
  $("status").textContent = `${count} · ${found.used.toLocaleString("en")} of ${state.total.toLocaleString("en")} ${unit} · ${documents}`;
  document.title = `${state.query || (state.isExample ? "" : titleOf())}${state.query || !state.isExample ? " · " : ""}RepRank`;
  lightWords(words);
  holdKeyword(keywords.current(), { quietly: true });
}

const sentenceCase = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;

/** Underline the words of the question in the summary and in the marked sentences. */
function lightWords(words) {
  const marks = [...$("sources").querySelectorAll(".mark")];
  const texts = [...document.querySelectorAll("#answer .sentence, #summary .sentence"), ...marks];
  light("asked", texts.flatMap((text) => rangesOf(text, words)));
}

/** Light a keyword everywhere, on the map too; null puts it out. */
function holdKeyword(keyword, { quietly = false } = {}) {
  const places = keyword?.occurrences ?? [];
  const forms = places.map((place) => sources.textOf(place));
  const inSummary = keyword ? [...document.querySelectorAll("#answer .sentence, #summary .sentence")].flatMap((text) => rangesOf(text, forms)) : [];
  light("held", [...places.map((place) => sources.rangeOf(place)), ...inSummary]);
  light("held-place", []);
  map.show({ places });
  if (!quietly) remember(false);
}

function goToPlace(place) {
  if (narrow.matches) openSheet();
  const paragraph = sources.views[place.document].paragraphs[sources.paragraphAt(place.document, place.start)];
  scrollTo($("sources"), () => {
    const found = sources.rangeOf(place)?.getBoundingClientRect();
    return found?.height ? found : paragraph.element.getBoundingClientRect();
  });
  light("held-place", [sources.rangeOf(place)]);
}

function nameCurrent() {
  const middle = $("sources").getBoundingClientRect().top + 60;
  const at = sources.views.findLastIndex((it) => it.element.getBoundingClientRect().top <= middle);
  contents.current(state.documents[Math.max(at, 0)]?.name ?? "");
}

/** Return the reasons of a sentence, or a promise of them. */
function reasons(key) {
  const [asked, words] = [settings(), state.words];
  const known = asking.of(asked).reasons.get(`${words} ${key}`);
  if (known) return { reasons: known };
  const ready = asking.reasons(asked, words, key).catch((error) => ({ problem: error.message, reasons: [] }));
  return { reasons: null, ready };
}

const explainSoon = after(REST_MS, () => picking.redraw());

// Changing

function setWords(words) {
  state.words = words;
  refresh();
  remember(false);
}

function ask(query) {
  if (query === state.query) return;
  const more = query !== "" && state.query !== ""; // somebody goes on typing: Back leads to before the question
  state.query = query;
  picking.letGo({ push: false });
  picking.current = null;
  keywords.hold(null, { quietly: true });
  remember(!more);
  refresh();
}

/** Pin or drop a sentence, or take that back. */
function change(action, key) {
  const [one, other] = action === "drop" ? [state.banned, state.pinned] : [state.pinned, state.banned];
  const [mine, theirs] = [new Set(one), new Set(other)];
  if (mine.has(key)) mine.delete(key);
  else mine.add(key);
  theirs.delete(key);
  if (mine.size + theirs.size > (state.query ? service.MAX_CHANGES - 1 : service.MAX_CHANGES)) {
    notices.show("input", "This page has no service behind it and can only pin or drop one sentence, and only when no question is asked. Install RepRank for more.", { seconds: 10 });
    return;
  }
  Object.assign(state, action === "drop" ? { banned: mine, pinned: theirs } : { pinned: mine, banned: theirs });
  if (action === "use") picking.picked = key;
  remember(true);
  refresh();
}

// Going back and forth

function remember(push) {
  const words = state.words === state.first ? null : state.words;
  const fragment = toFragment({ ...state, words, picked: picking.picked, held: keywords.held });
  history[push ? "pushState" : "replaceState"]({ set: state.set, sheet: $("sheet").open }, "", fragment);
}

async function goBack(event) {
  if (!event.state && !location.hash.includes("=")) return remember(false); // a link inside the page, such as the one that skips the head
  if ($("sheet").open && !event.state?.sheet) $("sheet").close();
  const before = fromFragment(location.hash);
  const set = event.state?.set ?? state.set;
  if (set !== state.set) {
    const kept = set > 0 ? await store.load(set) : null;
    state.set = set;
    if (kept) return setDocuments(kept.documents, { ...before, push: false });
    return showExample({ ...before, push: false });
  }
  const changed = before.query !== state.query;
  Object.assign(state, { words: before.words ?? state.first, query: before.query, pinned: before.pinned, banned: before.banned });
  $("query").value = before.query;
  keywords.hold(before.held, { quietly: true });
  if (changed || before.picked === null) picking.letGo({ push: false });
  await refresh();
  if (before.picked) picking.pick(before.picked, { push: false });
  return undefined;
}

async function begin() {
  service.takeToken();
  const before = fromFragment(location.hash);
  state.set = history.state?.set ?? 0;
  history.replaceState({ set: state.set, sheet: false }, "");
  const kept = state.set > 0 ? await store.load(state.set) : null;
  if (kept) setDocuments(kept.documents, { ...before, push: false });
  else {
    state.set = 0;
    await showExample({ ...before, push: false });
  }
  service.maxBytes().then((most) => {
    maxBytes = most;
  });
}

// Taking

const titleOf = () => state.documents[0].name + (state.documents.length > 1 ? ` and ${state.documents.length - 1} more` : "");

async function take(form) {
  if (!view()) return;
  $("take").open = false;
  sessionStorage.setItem(TAKEN, form);
  const about = { title: state.query || titleOf(), date: today() };
  const kept = {
    documents: state.documents, words: state.words, query: state.query, pinned: [...state.pinned], banned: [...state.banned], picked: picking.picked,
  };
  const whole = (format) => asking.whole(settings(), state.words, format ? { format, ...about, explain: format === "html" } : {});
  try {
    if (form === "text") await copy(view().sentences.map((it) => (it.display ?? it.text).replace(/\s+/g, " ")).join(" "));
    if (form === "markdown") await copy(await whole("markdown"));
    if (form === "html") save(withState(await whole("html"), kept), fileName(about.title, "html"), "text/html");
    if (form === "json") save(jsonWithState({ ...about, ...(await whole()) }, kept), fileName(about.title, "json"), "application/json");
    if (form === "print") return print();
    const done = form === "text" || form === "markdown" ? "Copied." : `Saved ${fileName(about.title, form)}.`;
    notices.show("taken", done, { seconds: 4 });
  } catch (error) {
    notices.show("taken", error.message, { wrong: true });
  }
  return undefined;
}

async function copySentence(key) {
  const sentence = list.sentences.find((it) => keyOf(it) === key);
  const { name } = state.documents[sentence.document];
  const place = sources.placeName(sentence);
  await copy(`“${(sentence.display ?? sentence.text).replace(/\s+/g, " ")}” (${[name, place].filter(Boolean).join(", ")})`);
  notices.show("taken", "Copied.", { seconds: 4 });
}

// Wiring

/** Without a service: offer the questions that were prepared, and no way of taking that needs one. */
function offerQuestions() {
  document.body.classList.add("still");
  const line = element("p", "questions", "Ask: ");
  for (const question of service.QUESTIONS) {
    const link = element("button", "link", question);
    link.type = "button";
    link.addEventListener("click", () => {
      $("query").value = question;
      ask(question);
    });
    line.append(link, " ");
  }
  $("composer").after(line);
  for (const form of ["markdown", "html"]) document.querySelector(`[data-take=${form}]`).hidden = true;
}

function openComposer(open) {
  $("composer").hidden = !open || !service.CAN_READ;
  $("add").setAttribute("aria-expanded", String(open));
  $("add").hidden = !service.CAN_READ;
  $("close-composer").hidden = state.isExample;
  $("text").placeholder = state.isExample ? "Paste a text over this…" : "Paste another text, or drop files anywhere";
}

function openSheet() {
  if (!narrow.matches || $("sheet").open) return;
  $("sheet").showModal();
  remember(true);
}

function arrangePanels() {
  if (!narrow.matches && $("sheet").open) $("sheet").close();
  (narrow.matches ? $("sheet") : document.querySelector("main")).append($("sources-panel"));
  picking.redraw();
}

function wireSheet() {
  let from = null;
  const head = document.querySelector(".sources-head");
  head.addEventListener("touchstart", (event) => {
    from = event.touches[0].clientY;
  }, { passive: true });
  head.addEventListener("touchend", (event) => {
    if (from !== null && event.changedTouches[0].clientY - from > 60) closeSheet();
    from = null;
  }, { passive: true });
  $("close-sheet").addEventListener("click", closeSheet);
  $("sheet").addEventListener("cancel", (event) => {
    event.preventDefault();
    closeSheet();
  });
  $("sheet").addEventListener("click", (event) => {
    if (event.target === $("sheet")) closeSheet();
  });
}

function closeSheet() {
  if (!$("sheet").open) return;
  $("sheet").close();
  if (history.state?.sheet) history.back();
}

function onClick(event) {
  const action = event.target.closest?.("[data-action]");
  const key = event.target.closest?.("[data-sentence]")?.dataset.sentence;
  if (action) return act(action.dataset.action, key);
  const other = event.target.closest?.("[data-go]:not(button)");
  if (other) {
    event.preventDefault();
    return picking.pick(other.dataset.go);
  }
  if (event.target.closest?.(".line")) {
    event.preventDefault();
    return picking.pick(key, { toggle: true });
  }
  if (event.target.closest?.(".mark")) {
    event.preventDefault();
    return picking.pick(key, { scroll: false });
  }
  if (!event.target.closest?.("#sources [data-paragraph]") || String(getSelection())) return undefined;
  const sentence = sources.sentenceAt(event.clientX, event.clientY);
  return sentence ? picking.pick(keyOf(sentence), { toggle: true, scroll: false }) : undefined;
}

function act(action, key) {
  if (action === "show") {
    openSheet();
    return picking.goTo(key);
  }
  if (action === "close") return picking.letGo();
  if (action === "copy") return copySentence(key);
  return change(action, key);
}

/** Pick the next sentence of the source, chosen or not. */
function walkSource(direction) {
  const from = picking.picked ?? picking.current;
  const all = sources.outline.flatMap((spans, number) => (spans ?? []).map(([start]) => keyOf({ document: number, start })));
  const next = all[from ? all.indexOf(from) + direction : 0];
  if (next) picking.pick(next);
}

function after(milliseconds, action) {
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, milliseconds);
  };
}

function wire() {
  const typed = after(TYPING_MS, () => ask($("query").value.trim()));
  $("query").addEventListener("input", typed);
  $("ask").addEventListener("submit", (event) => {
    event.preventDefault();
    ask($("query").value.trim());
  });
  $("add").addEventListener("click", () => {
    openComposer($("composer").hidden);
    if (!$("composer").hidden) $("text").focus();
  });
  $("close-composer").addEventListener("click", () => openComposer(false));
  $("start-over").addEventListener("click", startOver);
  $("forget").addEventListener("click", async () => {
    await store.forget();
    state.set = 0;
    history.replaceState({ set: 0 }, "", location.pathname);
    await showExample({ push: false });
    notices.show("undo", "Forgotten: your texts are no longer kept.", { seconds: 6 });
  });
  $("previous-mark").addEventListener("click", () => picking.step(-1));
  $("next-mark").addEventListener("click", () => picking.step(1));
  $("map").addEventListener("click", (event) => {
    const { sentence, element: paragraph } = map.targetAt(event.clientY);
    if (sentence && narrow.matches) picking.goTo(keyOf(sentence));
    else if (sentence) picking.pick(keyOf(sentence));
    else if (paragraph) scrollTo($("sources"), () => paragraph.getBoundingClientRect());
  });
  $("sources").addEventListener("scroll", after(60, nameCurrent), { passive: true });
  for (const button of document.querySelectorAll("[data-take]")) button.addEventListener("click", () => take(button.dataset.take));
  $("show-help").addEventListener("click", () => $("help").showModal());
  $("theme").addEventListener("click", () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    localStorage.setItem(THEME, root.dataset.theme);
    map.later();
  });
  document.addEventListener("click", onClick);
  addEventListener("popstate", goBack);
  narrow.addEventListener("change", arrangePanels);
  const onPicked = (action) => () => {
    if (!picking.picked) return false;
    return act(action, picking.picked);
  };
  wireKeys({
    j: () => picking.walk(1), k: () => picking.walk(-1), s: () => walkSource(1), S: () => walkSource(-1),
    "/": () => $("query").focus(), "[": () => lengths.step(-1), "]": () => lengths.step(1),
    p: () => (picking.picked ? change("pin", picking.picked) : false), x: onPicked("drop"),
    c: () => take(sessionStorage.getItem(TAKEN) ?? (service.CAN_READ ? "markdown" : "text")), n: () => keywords.go(1), N: () => keywords.go(-1),
    "?": () => $("help").showModal(),
    Escape: (event) => {
      if (event.target === $("query") && $("query").value) return false;
      if ($("sheet").open || document.querySelector("dialog[open]")) return false;
      if (!picking.picked) return false;
      return picking.letGo();
    },
    Enter: (event) => (event.target.closest?.(".line, .mark") ? event.target.closest("a").click() : false),
    " ": (event) => (event.target.closest?.(".line") ? event.target.closest("a").click() : false),
  });
  listKeys($("shortcuts"));
  wireInput({ addText, addFiles });
  wireMenus();
  wireSheet();
  picking.wireLights(document);
}

if (localStorage.getItem(THEME)) document.documentElement.dataset.theme = localStorage.getItem(THEME);
wire();
if (service.QUESTIONS.length) offerQuestions();
arrangePanels();
begin();
