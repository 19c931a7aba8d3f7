// Finds the server and asks it.

/**
 * Where this script came from, up to the folder of the widgets. A classic script is named by the document. A module is
 * not, and import.meta would not parse in a classic script: there the address stands in the trace of an error.
 */
function scriptBase() {
  const trace = /https?:\/\/[^\s()]+?\.js\b/.exec(String(new Error().stack));
  const source = document.currentScript?.src || trace?.[0] || location.href;
  const address = new URL(source, location.href);
  const folder = address.pathname.lastIndexOf("/components/");
  return address.origin + (folder < 0 ? "" : address.pathname.slice(0, folder));
}

const BASE = scriptBase();

/** Why something was not done: a kind that every language has a text for, and what the server said. */
class Refusal extends Error {
  constructor(kind, said, seconds) {
    super(said || kind);
    this.kind = kind;
    this.said = said;
    this.seconds = seconds;
  }
}

const KINDS = [
  [/URLs are not allowed/i, "links"],
  [/repeated characters/i, "repeated"],
  [/Inappropriate content/i, "words"],
  [/something that can be seen/i, "unseen"],
  [/Permission denied|only edit|only delete/i, "denied"],
  [/Message not found/i, "gone"],
];

/** Earlier servers told of a cooldown with status 400, so that the text decides too. */
function refusal(response, answer) {
  const status = response.status;
  const said = typeof answer?.error === "string" ? answer.error : "";
  if (status === 429 || answer?.code === "RATE_LIMITED" || /please wait/i.test(said)) {
    const left = response.headers.get("Retry-After") ?? /(\d+)\s*seconds?/i.exec(said)?.[1];
    return new Refusal("cooldown", said, whole(left) || null);
  }
  const known = KINDS.find(([pattern]) => pattern.test(said));
  if (known) return new Refusal(known[1], said);
  if (status === 404) return new Refusal("missing", said);
  if (status >= 500) return new Refusal("storage", said);
  return new Refusal(said ? "other" : "network", said);
}

/**
 * Calls one action and gives the whole answer. A body is sent as JSON by POST: texts and secrets stay out of addresses,
 * which logs keep.
 */
async function ask(base, service, action, parameters, body) {
  const query = new URLSearchParams({ action, ...parameters });
  const options = body
    ? { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }
    : {};
  let response;
  let answer;
  try {
    response = await fetch(`${base}/api/${service}?${query}`, { cache: "no-store", ...options });
    answer = await response.json();
  } catch {
    throw new Refusal(response && response.status >= 500 ? "storage" : "network");
  }
  if (!response.ok || answer?.success === false) throw refusal(response, answer);
  return answer;
}

/** What an answer tells of; earlier servers sent it without an envelope. */
function told(answer) {
  return answer?.data ?? answer ?? {};
}

function whole(value, otherwise = 0) {
  const number = Number(value);
  return Number.isFinite(number) ? number : otherwise;
}
