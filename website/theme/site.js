"use strict";
// Theme, menu, copying of code, and search. Every page can be read and used without this script.

const root = document.documentElement;
const up = document.body.dataset.up;
const $ = (id) => document.getElementById(id);

// Theme: what the reader chose last, else what the system says.
const stored = (() => { try { return localStorage.getItem("theme"); } catch { return null; } })();
if (stored) root.dataset.theme = stored;
$("theme").addEventListener("click", () => {
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  try { localStorage.setItem("theme", root.dataset.theme); } catch { /* private window: the choice holds for this page */ }
});

// Menu of a narrow window.
const showMenu = (open) => {
  document.body.classList.toggle("menu-open", open);
  $("menu").setAttribute("aria-expanded", String(open));
};
$("menu").addEventListener("click", () => showMenu(!document.body.classList.contains("menu-open")));
const current = document.querySelector("#navigation [aria-current]");
const beside = $("navigation");
if (current && current.offsetTop > beside.clientHeight * 0.7) beside.scrollTop = current.offsetTop - beside.clientHeight / 2;

// Copy code without prompts and without what it prints.
const sourceOf = (block) => {
  const lines = block.querySelector("code").textContent.split("\n");
  const prompts = lines.filter((line) => /^(>>>|\.\.\.|\$)( |$)/.test(line));
  return (prompts.length ? prompts.map((line) => line.replace(/^(>>>|\.\.\.|\$) ?/, "")) : lines).join("\n");
};
if (navigator.clipboard) {
  for (const block of document.querySelectorAll(".code[data-kind]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(sourceOf(block));
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    });
    block.append(button);
  }
}

// Search: sections whose text has the beginnings of all words, titles first.
const box = $("words");
const list = $("found");
let loading = null; // begins with the first word typed
let active = -1;

const load = () => new Promise((resolve) => {
  const script = document.createElement("script");
  script.src = `${up}search.js`;
  script.onload = () => resolve(globalThis.SECTIONS);
  document.head.append(script);
});

const score = (section, words) => {
  const title = ` ${section.title.toLowerCase()} ${section.page.toLowerCase()}`;
  const text = ` ${section.text.toLowerCase()}`;
  let total = 0;
  for (const word of words) {
    const inTitle = title.includes(` ${word}`) || title.includes(`.${word}`);
    const inText = text.split(new RegExp(`[^\\p{L}\\p{N}]${word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`, "u")).length - 1;
    if (!inTitle && !inText) return 0;
    total += (inTitle ? 8 : 0) + Math.log1p(inText);
  }
  return total + (section.title === section.page ? 2 : 0);
};

const excerpt = (section, word) => {
  const at = Math.max(0, section.text.toLowerCase().indexOf(word));
  return (at > 40 ? "…" : "") + section.text.slice(at > 40 ? at - 30 : 0, at + 110);
};

const show = (found, words) => {
  list.replaceChildren();
  active = -1;
  for (const [index, section] of found.entries()) {
    const item = document.createElement("li");
    item.role = "option";
    item.id = `found-${index}`;
    const link = document.createElement("a");
    link.href = up + section.address;
    link.tabIndex = -1;
    const title = document.createElement("b");
    title.textContent = section.title === section.page ? section.page : `${section.page}: ${section.title}`;
    const text = document.createElement("small");
    text.textContent = excerpt(section, words[0]);
    link.append(title, text);
    item.append(link);
    list.append(item);
  }
  if (!found.length) {
    const nothing = document.createElement("p");
    nothing.textContent = "Nothing found.";
    list.append(nothing);
  }
  list.hidden = false;
  box.setAttribute("aria-expanded", "true");
};

const hide = () => { list.hidden = true; box.setAttribute("aria-expanded", "false"); };

const search = async () => {
  const sections = await (loading ??= load());
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean); // as they are now, not when the loading began
  if (!words.length) { hide(); return; }
  const scored = sections.map((section) => [score(section, words), section]).filter(([value]) => value > 0);
  scored.sort((one, other) => other[0] - one[0]);
  show(scored.slice(0, 12).map(([, section]) => section), words);
};

const move = (step) => {
  const items = list.querySelectorAll("[role=option]");
  if (!items.length) return;
  active = (active + step + items.length) % items.length;
  items.forEach((item, index) => item.setAttribute("aria-selected", String(index === active)));
  items[active].scrollIntoView({ block: "nearest" });
  box.setAttribute("aria-activedescendant", items[active].id);
};

box.addEventListener("input", search);
box.addEventListener("focus", load);
box.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown") { event.preventDefault(); move(1); }
  if (event.key === "ArrowUp") { event.preventDefault(); move(-1); }
  if (event.key === "Escape") { hide(); box.blur(); }
});
$("search").addEventListener("submit", (event) => {
  event.preventDefault();
  const links = list.querySelectorAll("a");
  if (links.length) location.href = links[Math.max(0, active)].href;
});
document.addEventListener("click", (event) => { if (!$("search").contains(event.target)) hide(); });
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !/^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) { event.preventDefault(); box.focus(); }
  if (event.key === "Escape") showMenu(false);
});
