// Requests to answers: the service's interface, with problems as errors.

export class Problem extends Error {
  constructor(members) {
    super(members.detail || members.title || "The service did not answer.");
    this.status = members.status;
    this.field = members.field;
  }
}

const TOKEN = "reprank-token";
const MAX_BYTES = 20_000_000; // if the service does not say

/** Take a token from the address, where the operator may have put it behind #token=, and forget the address. */
export function takeToken() {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given) {
    sessionStorage.setItem(TOKEN, given);
    history.replaceState(null, "", location.pathname);
  }
}

export function setToken(token) {
  sessionStorage.setItem(TOKEN, token);
}

async function request(path, options) {
  const token = sessionStorage.getItem(TOKEN);
  const headers = { ...options.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) };
  let response;
  try {
    response = await fetch(path, { ...options, headers });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem({ detail: "The service cannot be reached. Is it still running?" });
  }
  if (response.ok) return response;
  const members = await response.json().catch(() => ({ status: response.status, title: response.statusText }));
  throw new Problem(members);
}

/** Summarize; `texts` is the beginning of a JSON object, so that a long text is written as JSON once. */
export async function summarize(texts, options, signal) {
  const body = `${texts},${JSON.stringify(options).slice(1)}`;
  return request("api/summarize", { method: "POST", headers: { "content-type": "application/json" }, body, signal });
}

export async function read(file, signal) {
  const path = `api/read?name=${encodeURIComponent(file.name)}`;
  const response = await request(path, { method: "POST", body: file, signal });
  return response.json();
}

export async function example(signal) {
  return (await (await request("api/example", { signal })).json()).documents;
}

/** Return the number of bytes that the service takes. */
export async function maxBytes() {
  try {
    return (await (await request("api/health", {})).json()).limits.max_bytes ?? MAX_BYTES;
  } catch {
    return MAX_BYTES;
  }
}

// What the page without a service (still.js) has less of.
export const CAN_READ = true; // texts and files of the reader
export const QUESTIONS = []; // the only ones that can be asked; none if every question can
export const STOPS = null; // the only lengths; null if every length is possible
export const MAX_CHANGES = Infinity; // pins and drops together
