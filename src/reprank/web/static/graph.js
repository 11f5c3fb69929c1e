// Similar sentences to a picture: circles that similarity pulls together.

import { keyOf } from "./sources.js";

const [WIDTH, HEIGHT, MARGIN] = [320, 260, 18];
const STEPS = 200;
const APART = 19; // between the middles of two circles, so that none hides another
const SVG = "http://www.w3.org/2000/svg";

export class Graph {
  constructor(svg) {
    this.svg = svg;
    this.positions = new Map(); // by key, so that circles stay where they were when the length changes
    this.nodes = [];
    this.edges = [];
  }

  forget() {
    this.positions.clear();
  }

  show(graph, selected, label) {
    this.nodes = graph.sentences.map((sentence) => ({ ...sentence, key: keyOf(sentence) }));
    this.edges = graph.edges;
    layOut(this.nodes, this.edges, this.positions);
    const best = Math.max(...this.nodes.map((node) => node.score), 1e-12);
    const lines = this.edges.map((edge) => this.#line(edge));
    const circles = this.nodes.map((node, i) => this.#circle(node, i, selected.has(node.key), best, label));
    this.svg.replaceChildren(...lines, ...circles);
  }

  #line(edge) {
    const [one, other] = [this.nodes[edge.source], this.nodes[edge.target]];
    const line = document.createElementNS(SVG, "line");
    const ends = { x1: one.x, y1: one.y, x2: other.x, y2: other.y };
    for (const [name, value] of Object.entries(ends)) line.setAttribute(name, value.toFixed(1));
    line.style.setProperty("--similarity", edge.similarity);
    line.dataset.ends = ` ${one.key} ${other.key} `;
    return line;
  }

  #circle(node, i, selected, best, label) {
    const circle = document.createElementNS(SVG, "circle");
    circle.setAttribute("cx", node.x.toFixed(1));
    circle.setAttribute("cy", node.y.toFixed(1));
    circle.setAttribute("r", (3.5 + 6.5 * Math.sqrt(node.score / best)).toFixed(1));
    circle.setAttribute("role", "button");
    circle.setAttribute("tabindex", i === 0 ? "0" : "-1");
    circle.setAttribute("aria-label", `Rank ${node.rank}: ${label(node)}`);
    circle.dataset.key = node.key;
    circle.dataset.from = "graph";
    if (selected) circle.classList.add("selected");
    return circle;
  }

  /** Return the sentences most similar to one, best first. */
  neighbours(key) {
    const found = [];
    for (const { source, target, similarity } of this.edges) {
      if (this.nodes[source].key === key) found.push({ ...this.nodes[target], similarity });
      else if (this.nodes[target].key === key) found.push({ ...this.nodes[source], similarity });
    }
    return found.sort((one, other) => other.similarity - one.similarity);
  }

  /** Draw attention to one sentence and its neighbours; null for none. */
  light(key) {
    this.svg.classList.toggle("has-focus", key !== null);
    const near = new Set(key === null ? [] : this.neighbours(key).map((node) => node.key));
    for (const circle of this.svg.querySelectorAll("circle")) {
      circle.classList.toggle("near", near.has(circle.dataset.key));
    }
    for (const line of this.svg.querySelectorAll("line")) {
      line.classList.toggle("near", key !== null && line.dataset.ends.includes(` ${key} `));
    }
  }
}

/** Fruchterman and Reingold's layout from a fixed start: the same graph gives the same picture. */
function layOut(nodes, edges, positions) {
  const count = nodes.length;
  const golden = Math.PI * (3 - Math.sqrt(5));
  const known = nodes.filter((node) => positions.has(node.key)).length;
  nodes.forEach((node, i) => {
    const before = positions.get(node.key);
    const radius = 100 * Math.sqrt((i + 0.5) / count);
    node.x = before?.x ?? WIDTH / 2 + radius * Math.cos(i * golden);
    node.y = before?.y ?? HEIGHT / 2 + 0.8 * radius * Math.sin(i * golden);
  });
  if (known < count) {
    const ideal = 0.6 * Math.sqrt((WIDTH * HEIGHT) / count);
    const heat = known > count / 2 ? 5 : 14; // most circles stay near their place
    for (let step = 0; step < STEPS; step += 1) move(nodes, edges, ideal, heat * (1 - step / STEPS));
    fit(nodes);
    separate(nodes);
  }
  positions.clear();
  for (const node of nodes) positions.set(node.key, { x: node.x, y: node.y });
}

/** All push each other away, edges pull, and a weak force pulls to the middle. */
function move(nodes, edges, ideal, heat) {
  for (const node of nodes) {
    node.dx = (WIDTH / 2 - node.x) * 0.2;
    node.dy = (HEIGHT / 2 - node.y) * 0.25;
    for (const other of nodes) {
      if (other === node) continue;
      const [x, y] = [node.x - other.x, node.y - other.y];
      const push = (ideal * ideal) / Math.max(x * x + y * y, 1);
      node.dx += x * push;
      node.dy += y * push;
    }
  }
  for (const { source, target, similarity } of edges) {
    const [one, other] = [nodes[source], nodes[target]];
    const [x, y] = [one.x - other.x, one.y - other.y];
    const pull = (Math.hypot(x, y) / ideal) * (0.2 + 0.8 * similarity);
    one.dx -= x * pull;
    one.dy -= y * pull;
    other.dx += x * pull;
    other.dy += y * pull;
  }
  for (const node of nodes) {
    const length = Math.max(Math.hypot(node.dx, node.dy), 1e-9);
    const step = Math.min(length, heat) / length;
    node.x = Math.min(Math.max(node.x + node.dx * step, -WIDTH), 2 * WIDTH);
    node.y = Math.min(Math.max(node.y + node.dy * step, -HEIGHT), 2 * HEIGHT);
  }
}

/** Push circles apart that lie on each other. */
function separate(nodes) {
  for (let step = 0; step < 60; step += 1) {
    for (let i = 0; i < nodes.length; i += 1) {
      for (let j = 0; j < i; j += 1) {
        const [one, other] = [nodes[i], nodes[j]];
        const [x, y] = [one.x - other.x || 0.1 * (i - j), one.y - other.y];
        const distance = Math.hypot(x, y);
        if (distance >= APART) continue;
        const push = (0.5 * (APART - distance)) / distance;
        one.x += x * push;
        one.y += y * push;
        other.x -= x * push;
        other.y -= y * push;
      }
    }
    for (const node of nodes) {
      node.x = Math.min(Math.max(node.x, MARGIN), WIDTH - MARGIN);
      node.y = Math.min(Math.max(node.y, MARGIN), HEIGHT - MARGIN);
    }
  }
}

/** Stretch the picture to its frame. */
function fit(nodes) {
  for (const [axis, size] of [["x", WIDTH], ["y", HEIGHT]]) {
    const values = nodes.map((node) => node[axis]);
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const scale = most > least ? (size - 2 * MARGIN) / (most - least) : 0;
    for (const node of nodes) node[axis] = scale ? MARGIN + (node[axis] - least) * scale : size / 2;
  }
}
