// A result to the clipboard or to a file, and a saved file back to what it was.

const STATE = "reprank-page"; // marks what the page saved, in JSON and in web pages
const OPENING = `<script type="application/json" id="${STATE}">`;

export async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  // Without HTTPS, browsers offer the clipboard on this machine only.
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  return area.remove();
}

export function save(text, name, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Write the name of a file as a title: `1-harbour-gazette.txt` becomes `Harbour gazette`. */
export function nameOf(file) {
  const name = file.replace(/\.\w+$/, "").replace(/^\d+-/, "").replaceAll("-", " ");
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Make the name of a file from a title. */
export function fileName(title, ending) {
  const plain = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 60);
  return `${plain || "summary"}.${ending}`;
}

/** Return the day as people write it in files: 2026-05-31. */
export function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/** Put the state of the page into a saved web page, where a browser does not show it. */
export function withState(html, state) {
  const json = JSON.stringify(state).replaceAll("<", "\\u003c");
  return html.replace("</body>", () => `${OPENING}${json}</script></body>`);
}

/** Put the state of the page into saved JSON. */
export function jsonWithState(members, state) {
  return JSON.stringify({ ...members, [STATE]: state }, null, 2);
}

/** Return the state in a file that the page saved; null if it is another file. */
export async function savedState(file) {
  const [isJson, isPage] = [/\.json$/i.test(file.name), /\.html?$/i.test(file.name)];
  if (!isJson && !isPage) return null;
  const text = await file.text();
  if (!text.includes(STATE)) return null;
  try {
    const found = isJson
      ? JSON.parse(text)[STATE]
      : JSON.parse(text.slice(text.lastIndexOf(OPENING) + OPENING.length, text.lastIndexOf("</script>")));
    const sound = Array.isArray(found.documents) && found.documents.length && found.documents.every((source) => typeof source.text === "string");
    return sound ? found : null;
  } catch {
    return null;
  }
}
