// A place to a scroll position that shows it.

const MAX_TRIES = 12; // frames; heights of paragraphs are guessed until they come into view

/** Scroll a box until a rectangle is in its middle, or at its top if it is taller. At once: a person looks for the place, not for the way. */
export function scrollTo(box, rectangle) {
  let tries = 0;
  let last = null;
  const step = () => {
    const place = rectangle();
    const frame = frameOf(box);
    if (!place || !frame.height) return;
    const room = Math.max((frame.height - place.height) / 2, 8);
    const by = place.top - frame.top - room;
    box.scrollBy({ top: by, behavior: "instant" });
    tries += 1;
    if (tries < MAX_TRIES && (Math.abs(by) > 1 || last === null) && by !== last) requestAnimationFrame(step);
    last = by;
  };
  step();
}

/** Scroll a box by as little as brings an element into view. */
export function reveal(box, element) {
  const place = element.getBoundingClientRect();
  const frame = frameOf(box);
  const over = place.bottom - frame.bottom;
  if (place.top < frame.top || place.height > frame.height) box.scrollBy({ top: place.top - frame.top - 8, behavior: "instant" });
  else if (over > 0) box.scrollBy({ top: over + 8, behavior: "instant" });
}

function frameOf(box) {
  if (box !== document.scrollingElement) return box.getBoundingClientRect();
  const dock = document.getElementById("length-part")?.getBoundingClientRect();
  const fixed = dock && getComputedStyle(document.getElementById("length-part")).position === "fixed";
  const bottom = fixed ? dock.top : innerHeight;
  return { top: 0, bottom, height: bottom };
}

/** Return the box that scrolls an element. */
export function boxOf(element) {
  for (let box = element.parentElement; box; box = box.parentElement) {
    if (box === document.body || box === document.documentElement) break;
    const { overflowY } = getComputedStyle(box);
    if ((overflowY === "auto" || overflowY === "scroll") && box.scrollHeight > box.clientHeight) return box;
  }
  return document.scrollingElement;
}
