// A sentence to its reasons: rank, score, keywords, place and the sentences similar to it.

import { keyOf } from "./sources.js";

const SHOWN = 3;
const details = { open: false }; // stays as the reader left it when another sentence is explained

export function explain(container, key, state, graph, sources) {
  const { answer } = state;
  const selected = answer?.sentences.find((it) => keyOf(it) === key);
  const node = graph.nodes.find((it) => it.key === key) ?? selected; // a long summary has more than the picture shows
  if (!answer || !node) return container.replaceChildren();
  const best = Math.max(...graph.nodes.map((it) => it.score));
  const parts = [line("quote", sources.textOf(node).replace(/\s+/g, " ")), facts(node, selected, best, state, answer)];
  const near = graph.neighbours(key).slice(0, SHOWN);
  if (near.length) parts.push(similar(near, sources));
  const points = state.reasons.get(key);
  if (points) parts.push(reasons(points));
  return container.replaceChildren(...parts);
}

function facts(node, selected, best, state, answer) {
  const list = document.createElement("dl");
  const total = answer.sentences.length;
  const source = state.documents[node.document];
  const share = Math.round((100 * node.start) / Math.max(source.text.length, 1));
  const words = answer.keywords.filter((keyword) =>
    keyword.occurrences.some((it) => it.document === node.document && it.start >= node.start && it.end <= node.end),
  );
  const rows = [
    ["Rank", [selected ? `${node.rank} of ${total} selected` : `${node.rank}, not selected`]],
    ["Score", [`${Math.round((100 * node.score) / best)} % of the best`]],
    ["Place", [isolated(selected?.place ?? source.title), `, at ${share} %`]],
    ["Keywords", words.length ? words.flatMap((keyword, i) => [i ? ", " : "", isolated(keyword.text)]) : ["none"]],
  ];
  for (const [name, value] of rows) {
    const term = document.createElement("dt");
    term.textContent = name;
    const definition = document.createElement("dd");
    definition.append(...value);
    list.append(term, definition);
  }
  return list;
}

function reasons(points) {
  const box = document.createElement("details");
  const title = document.createElement("summary");
  title.textContent = "In detail";
  box.append(title);
  box.open = details.open;
  box.addEventListener("toggle", () => {
    details.open = box.open;
  });
  for (const point of points) {
    const item = line("reason", "");
    const name = document.createElement("b");
    name.textContent = point.title;
    item.append(name, " ", point.text);
    box.append(item);
  }
  return box;
}

/** Keep the direction of a name apart from that of the line. */
function isolated(text) {
  const element = document.createElement("bdi");
  element.textContent = text;
  return element;
}

function similar(near, sources) {
  const box = document.createElement("div");
  const title = document.createElement("h3");
  title.textContent = "Similar sentences";
  const list = document.createElement("ul");
  for (const node of near) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = `#document-${node.document}`;
    link.dataset.key = node.key;
    link.dataset.from = "similar";
    link.dir = "auto";
    const amount = document.createElement("b");
    amount.textContent = `${Math.round(100 * node.similarity)} %`;
    amount.dir = "ltr";
    const text = document.createElement("span");
    text.append(amount, " ", sources.textOf(node).replace(/\s+/g, " "));
    link.append(text);
    item.append(link);
    list.append(item);
  }
  box.append(title, list);
  return box;
}

function line(name, text) {
  const element = document.createElement("p");
  element.className = name;
  element.dir = "auto";
  element.textContent = text;
  return element;
}
