// Lengths to a slider whose track is the curve of what they cover.

const STEPS = [10, 12, 15, 20, 25, 30, 40, 50, 60, 80]; // in each power of ten
const WIDE_STEPS = [10, 15, 25, 40, 60]; // for a text of which every summary takes a while
const LONG_TEXT = 100_000; // words
const MAX_WORDS = 5000; // of the slider; a larger number can be typed
const MAX_SHARE = 0.8; // of the text
const SHORT_TEXT = 60; // words: a shorter text has shorter summaries
const FIRST_WORDS = 120;
const FIRST_SHARE = 0.35; // of a text so short that the words above would be most of it

/** Return the lengths that the slider stops at. */
export function stopsFor(total) {
  const [least, most] = [total < SHORT_TEXT ? 10 : 20, Math.min(MAX_SHARE * total, MAX_WORDS)];
  const steps = total > LONG_TEXT ? WIDE_STEPS : STEPS;
  const stops = [];
  for (let power = 1; power <= most; power *= 10) {
    for (const step of steps) if (step * power >= least && step * power <= most) stops.push(step * power);
  }
  return stops.length > 1 ? stops : [Math.max(total, 1)];
}

/** Return the length that a text is first summarized to. */
export function firstWords(total) {
  return nearest(stopsFor(total), Math.min(FIRST_WORDS, FIRST_SHARE * total));
}

export function nearest(stops, words) {
  return stops.reduce((best, stop) => (Math.abs(stop - words) < Math.abs(best - words) ? stop : best));
}

export class Lengths {
  constructor(elements, onMove) {
    Object.assign(this, elements); // slider, number, unit, share, knee, kneeLine, curve, covered, part
    this.stops = [1];
    this.points = [];
    this.unitName = "words";
    this.onMove = onMove;
    this.slider.addEventListener("input", () => onMove(this.stops[Number(this.slider.value)]));
    this.number.addEventListener("change", () => {
      const typed = Number.parseInt(this.number.value.replace(/\D/g, ""), 10);
      if (typed > 0) onMove(typed);
      else this.show(this.words);
    });
    this.number.addEventListener("focus", () => this.number.select());
    this.knee.addEventListener("click", () => onMove(nearest(this.stops, Number(this.knee.dataset.words))));
  }

  /** Set up the slider for a text; what it covers is not known yet. */
  prepare(total, unspaced, stops) {
    this.total = total;
    this.stops = stops ?? stopsFor(total);
    this.unitName = unspaced ? "characters" : "words";
    this.number.setAttribute("aria-label", `Maximum ${this.unitName}`);
    this.slider.max = String(this.stops.length - 1);
    this.slider.disabled = this.stops.length < 2;
    this.part.classList.toggle("fixed", this.stops.length < 2);
    this.draw([], 0);
  }

  /** Show a length, which need not be one of the stops. */
  show(words) {
    this.words = words;
    this.unit.textContent = words === 1 ? this.unitName.slice(0, -1) : this.unitName;
    const index = this.stops.indexOf(nearest(this.stops, words));
    this.slider.value = String(index);
    if (document.activeElement !== this.number || !document.hasFocus()) this.number.value = words.toLocaleString("en");
    const share = Math.min(Math.max(1, Math.round((100 * words) / Math.max(this.total, 1))), 100);
    const covered = this.points.find((point) => point.words === words)?.covered;
    const covers = covered === undefined ? "" : ` · covers ${Math.round(100 * covered)}\u00a0%`;
    this.share.textContent = `${share}\u00a0%${covers}`;
    this.slider.setAttribute(
      "aria-valuetext",
      `${words} ${this.unitName}, ${share} percent of the text${covered === undefined ? "" : `, covers ${Math.round(100 * covered)} percent of its content`}`,
    );
    const at = this.stops.length > 1 ? (100 * index) / (this.stops.length - 1) : 0;
    this.covered.style.clipPath = `inset(0 ${100 - at}% 0 0)`;
  }

  /** Draw how much each length covers, and the knee. */
  draw(points, knee) {
    this.points = points;
    const last = Math.max(this.stops.length - 1, 1);
    const shown = points.filter((point) => this.stops.includes(point.words));
    const line = shown.map((point) => `${((100 * this.stops.indexOf(point.words)) / last).toFixed(2)},${(100 - 100 * point.covered).toFixed(2)}`);
    const path = line.length > 1 ? `M0,100L${line.join("L")}L100,100Z` : "";
    this.curve.setAttribute("d", path);
    this.covered.setAttribute("d", path);
    const known = knee > 0 && knee <= this.stops.at(-1) && line.length > 1;
    this.knee.hidden = !known;
    this.kneeLine.style.display = known ? "" : "none";
    if (!known) return;
    this.knee.textContent = `knee ${knee.toLocaleString("en")}`;
    this.knee.title = `Past ${knee.toLocaleString("en")} ${this.unitName}, more add little`;
    this.knee.dataset.words = String(knee);
    const after = this.stops.findIndex((stop) => stop >= knee);
    const before = Math.max(after - 1, 0);
    const part = after > before ? (knee - this.stops[before]) / (this.stops[after] - this.stops[before]) : 0;
    const x = ((100 * (before + part)) / last).toFixed(2);
    this.kneeLine.setAttribute("x1", x);
    this.kneeLine.setAttribute("x2", x);
  }

  /** Go to the next shorter or longer stop. */
  step(direction) {
    const index = Number(this.slider.value);
    const stop = this.stops[index + direction];
    if (stop !== undefined) this.onMove(stop);
  }
}
