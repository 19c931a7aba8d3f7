// What the pages for people who sign in share: their tokens, asking with them, saying what came of it, times.
// All that such a page does it asks of its system's own interface, as any app would.
"use strict";

const SignedIn = (() => {
  const root = document.getElementById("signed");
  const base = root.dataset.base;
  const place = "yorozu." + root.dataset.system + " " + base;
  const language = document.documentElement.lang;
  const byId = (id) => document.getElementById(id);

  /** How the system renews tokens, where pages ask for it, and what the page does when somebody is signed in, or is not; see `begin`. */
  let system = null;

  // Kept for all tabs of this origin: two tabs with copies of one refresh token would look like a thief to the server.
  const kept = {
    read() {
      try {
        return JSON.parse(localStorage.getItem(place));
      } catch {
        return null;
      }
    },
    write(tokens) {
      localStorage.setItem(place, JSON.stringify(tokens));
    },
    forget() {
      localStorage.removeItem(place);
    },
  };

  /** What the page says when a request was refused; the name is that of a notice, the values what it mentions. */
  class Refusal extends Error {
    constructor(notice, ...values) {
      super(notice);
      this.notice = notice;
      this.values = values;
    }
  }

  async function send(method, path, body, access) {
    const headers = { Accept: "application/json" };
    if (body) headers["Content-Type"] = "application/json";
    if (access) headers.Authorization = "Bearer " + access;
    try {
      return await fetch(base + path, {
        method,
        headers,
        body: body && JSON.stringify(body),
        cache: "no-store",
        credentials: "omit",
      });
    } catch {
      throw new Refusal("lost");
    }
  }

  /** The answer's value; every other status than a good one becomes a refusal. */
  async function value(response) {
    if (response.status === 429) throw new Refusal("wait", patience(response));
    if (response.status === 401) throw new Refusal("over");
    if (!response.ok) throw new Refusal("down");
    return response.status === 204 ? null : response.json();
  }

  function keep(answer, login) {
    const tokens = { ...system.tokens(answer), login };
    kept.write(tokens);
    return tokens;
  }

  /** One tab renews at a time, where the browser can see to it; elsewhere the server's grace covers for the others. */
  function alone(work) {
    return navigator.locks ? navigator.locks.request(place, work) : work();
  }

  function renew(wanted) {
    return alone(async () => {
      const tokens = kept.read();
      if (!tokens) throw new Refusal("over");
      if (wanted && tokens.access !== wanted) return tokens;
      const response = await system.renew(tokens.refresh);
      if (response.status === 401) kept.forget();
      return keep(await value(response), tokens.login);
    });
  }

  /** Asks with the access token, and once more with a renewed one when it is not taken any longer. */
  async function ask(method, path, body) {
    let tokens = kept.read();
    if (!tokens) throw new Refusal("over");
    if (Date.parse(tokens.accessEnds) < Date.now() + 5000) tokens = await renew(tokens.access);
    let response = await send(method, path, body && body(tokens), tokens.access);
    if (response.status === 401) {
      tokens = await renew(tokens.access);
      response = await send(method, path, body && body(tokens), tokens.access);
    }
    if (response.status === 401) kept.forget();
    return response;
  }

  function say(name, ...values) {
    const text = byId("notices").content.querySelector(`[data-notice="${name}"]`);
    const notice = byId("notice");
    notice.textContent = text.textContent.replace(/\{(\d)\}/g, (whole, index) => values[index] ?? whole);
    notice.className = text.classList.contains("bad") ? "notice bad" : "notice";
    notice.hidden = false;
    notice.scrollIntoView({ block: "nearest" });
  }

  function hush() {
    byId("notice").hidden = true;
  }

  const UNITS = [
    ["day", 86400],
    ["hour", 3600],
    ["minute", 60],
    ["second", 1],
  ];
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });

  function unit(seconds) {
    return UNITS.find(([, length]) => Math.abs(seconds) >= 0.95 * length) || UNITS[3];
  }

  /** When to ask again, in words; never sooner than the server says. */
  function patience(response) {
    const seconds = Number(response.headers.get("Retry-After")) || 60;
    const [name, size] = seconds < 90 ? UNITS[3] : UNITS[2];
    return relative.format(Math.ceil(seconds / size), name);
  }

  function showTime(element, instant) {
    const at = new Date(instant);
    const seconds = Math.round((at - Date.now()) / 1000);
    const [name, size] = unit(seconds);
    element.dateTime = at.toISOString();
    element.title = at.toLocaleString(language);
    element.textContent = relative.format(Math.round(seconds / size), name);
  }

  function showTimes() {
    for (const each of byId("signed-in").querySelectorAll("time[datetime]")) showTime(each, each.dateTime);
  }

  const SYSTEMS = { windows: "Windows", macos: "macOS", linux: "Linux", ios: "iOS", android: "Android" };

  /** A program and the system that it runs on, as far as they are known: "Firefox on Windows". */
  function deviceName(program, os) {
    const system = SYSTEMS[os?.toLowerCase()];
    if (!program || !system) return program || system || byId("device-unknown").content.textContent;
    const values = [program, system];
    return byId("device-on").content.textContent.replace(/\{(\d)\}/g, (whole, index) => values[index]);
  }

  /** One place where somebody is signed in, as an item of the list; `end` is what its button does. */
  function row({ id, current, name, program, os, first, last, address }, end) {
    const item = byId("row").content.cloneNode(true).firstElementChild;
    const part = (name) => item.querySelector(`[data-part="${name}"]`);
    item.id = id;
    part("current").hidden = !current;
    part("name").textContent = name || deviceName(program, os);
    part("device").textContent = name && (program || os) ? deviceName(program, os) : "";
    showTime(part("first"), first);
    showTime(part("last"), last);
    part("address").textContent = address;
    submits(item.querySelector("form"), end);
    return item;
  }

  function list(rows) {
    byId("list").replaceChildren(...rows);
    byId("others").hidden = rows.length < 2;
    for (const asked of byId("signed-in").querySelectorAll("details.ask[open]")) asked.open = false;
  }

  function show(signedIn) {
    if (signedIn) byId("who").textContent = kept.read().login;
    byId("signed-in").hidden = !signedIn;
    byId("signed-out").hidden = signedIn;
  }

  async function enter() {
    await system.load();
    show(true);
  }

  /** Forgets who was here, as far as this page knows. */
  function leave(notice, ...values) {
    kept.forget();
    byId("list")?.replaceChildren();
    show(false);
    system.clear?.(notice);
    say(notice, ...values);
  }

  /** Does what a button asks for, once at a time, and says what came of it. */
  async function act(button, work) {
    if (button) button.disabled = true;
    try {
      await work();
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      if (refusal.notice === "over" || kept.read() === null) leave(refusal.notice, ...refusal.values);
      else {
        show(true);
        say(refusal.notice, ...refusal.values);
      }
    } finally {
      if (button) button.disabled = false;
    }
  }

  function submits(form, work) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      act(event.submitter, () => work(form));
    });
  }

  function clicks(button, work) {
    button.addEventListener("click", () => act(button, work));
  }

  /** Takes what a sign-in was answered with, and shows the page of whoever it was. */
  async function entered(form, answer, login) {
    keep(answer, login);
    form?.reset();
    hush();
    await enter();
  }

  /** What another tab does, this one shows; tokens that were only renewed disturb nobody who is typing. */
  function follow(before) {
    const now = kept.read();
    if (now === null) leave("signedOut");
    else if (before === null || JSON.parse(before).login !== now.login) act(null, enter);
    else system.renewed?.();
  }

  /** Wires the page up; then does what is to be done first, or shows whoever is signed in. */
  function begin(wiring, first) {
    system = wiring;
    window.addEventListener("storage", (event) => {
      if (event.key === place || event.key === null) follow(event.oldValue);
    });
    setInterval(showTimes, 15000);
    if (first) act(null, first);
    else if (kept.read() === null) show(false);
    else act(null, enter);
  }

  return { byId, kept, Refusal, send, value, patience, renew, ask, say, hush, showTime, row, list, leave, act, submits, clicks, entered, enter, begin };
})();
