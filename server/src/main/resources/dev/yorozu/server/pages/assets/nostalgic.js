// What the pages of Nostalgic share: asking the interface, saying what came of it, checking fields, copying.
"use strict";

const Nostalgic = (() => {
  const root = document.getElementById("nostalgic");
  const language = document.documentElement.lang;
  const byId = (id) => document.getElementById(id);

  const texts = new Map();
  for (const each of byId("texts")?.content.children ?? []) texts.set(each.dataset.text, each.textContent);

  function say(name, ...values) {
    return (texts.get(name) ?? name).replace(/\{(\d)\}/g, (whole, index) => values[index] ?? whole);
  }

  const number = new Intl.NumberFormat(language);

  /** Why something was not done; the name is that of a text, the fields those that the server found fault with. */
  class Refusal extends Error {
    constructor(name, said = "", fields = []) {
      super(said || name);
      this.name = name;
      this.said = said;
      this.fields = fields;
    }

    get text() {
      return say(this.name, this.said);
    }
  }

  const NAMES = { 403: "denied", 404: "missing", 429: "wait" };

  function refusal(status, answer) {
    const said = typeof answer?.error === "string" ? answer.error : "";
    if (status >= 500) return new Refusal("down", said);
    const faulty = /^Input validation failed: ([\w ]+):/.exec(said);
    const fields = faulty ? faulty[1].split(" or ") : [];
    return new Refusal(NAMES[status] ?? "refused", said, fields);
  }

  /** Calls one action. Everything goes in the body: addresses are kept in histories and logs. */
  async function ask(kind, action, body) {
    let response;
    let answer;
    try {
      response = await fetch(`${root.dataset.api}/api/${kind}?action=${action}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
        cache: "no-store",
        credentials: "omit",
      });
      answer = await response.json();
    } catch {
      throw new Refusal(response ? "down" : "lost");
    }
    if (!response.ok || answer.success === false) throw refusal(response.status, answer);
    return answer;
  }

  /** An element with properties and children; a child that is no node becomes text, whatever it contains. */
  function node(tag, properties = {}, ...children) {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  }

  function labelOf(element) {
    return byId(element.id + "-wrong");
  }

  function mark(element, text) {
    labelOf(element).textContent = text;
    element.setAttribute("aria-invalid", "true");
    for (let at = element.parentElement; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
  }

  function unmark(form) {
    for (const element of form.elements) {
      if (element.id && labelOf(element)) labelOf(element).textContent = "";
      element.removeAttribute("aria-invalid");
    }
  }

  /** A list of choices without a name, or a name without choices, would be lost without a word. */
  function pair(form) {
    for (const number of [1, 2, 3]) {
      const label = form.elements[`select${number}Label`];
      const choices = form.elements[`select${number}Values`];
      label?.setCustomValidity(!label.value && choices.value ? "alone" : "");
      choices?.setCustomValidity(label.value && !choices.value ? "alone" : "");
    }
  }

  /** Marks every field that breaks its rule, and leads to the first; whether there was none. */
  function check(form) {
    unmark(form);
    pair(form);
    const wrong = [...form.elements].filter((element) => element.willValidate && !element.validity.valid);
    wrong.filter(labelOf).forEach((element) => mark(element, labelOf(element).dataset.rule));
    wrong[0]?.focus();
    return wrong.length === 0;
  }

  /** Names that the interface has for fields of these forms. */
  const OTHER_NAMES = {
    maxEntries: "max",
    maxMessages: "max",
    perPage: "messagesPerPage",
    value: "total",
    selects: "select1Label",
    select1: "select1Label",
    select2: "select2Label",
    select3: "select3Label",
  };

  /** Shows a refusal at the fields that it is about; whether there were some. */
  function blame(form, refused) {
    const names = refused.name === "denied" ? ["token"] : refused.fields.map((name) => OTHER_NAMES[name] ?? name);
    const found = [...form.elements].filter(
      (element) => names.includes(element.name) && !element.matches(":disabled") && labelOf(element),
    );
    found.forEach((element) => mark(element, refused.name === "denied" ? refused.text : labelOf(element).dataset.rule));
    found[0]?.focus();
    return found.length > 0;
  }

  /** What a form says, without the fields that are blank or not shown. */
  function values(form) {
    const said = {};
    for (const element of form.elements) {
      if (!element.name || element.matches(":disabled") || element.type === "submit") continue;
      if (element.type === "radio" && !element.checked) continue;
      if (element.type === "checkbox") said[element.name] = element.checked;
      else if (element.value !== "") said[element.name] = element.type === "number" ? Number(element.value) : element.value.trim();
    }
    return said;
  }

  /** Shows the options of one kind and takes the others out of the form. */
  function choose(form, kind) {
    for (const each of form.querySelectorAll("[data-options]")) {
      each.hidden = each.dataset.options !== kind;
      each.disabled = each.hidden;
    }
  }

  /** Does what a button asks for, once at a time; what is refused goes to the handler. */
  async function act(button, work, refused) {
    if (button?.getAttribute("aria-busy") === "true") return;
    button?.setAttribute("aria-busy", "true");
    try {
      await work();
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      refused(refusal);
    } finally {
      button?.removeAttribute("aria-busy");
    }
  }

  function notice(element, text, bad = false) {
    element.textContent = text;
    element.classList.toggle("bad", bad);
    element.hidden = !text;
  }

  const UNITS = [
    ["day", 86400],
    ["hour", 3600],
    ["minute", 60],
    ["second", 1],
  ];

  /** A time as people tell it, with the exact instant for those who point at it. */
  function time(element, instant) {
    const at = new Date(instant ?? NaN);
    element.hidden = Number.isNaN(at.getTime());
    if (element.hidden) return;
    const seconds = Math.round((at - Date.now()) / 1000);
    const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= 0.95 * length) || UNITS[3];
    element.dateTime = at.toISOString();
    element.title = at.toLocaleString(language);
    element.textContent = new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(Math.round(seconds / size), unit);
  }

  async function copy(button) {
    const label = button.textContent;
    const source = byId(button.dataset.copies);
    let done = "copied";
    try {
      await navigator.clipboard.writeText(source.textContent);
    } catch {
      // Not every browser lets a page copy: selected, the reader can do it with a key.
      getSelection().selectAllChildren(source);
      done = "notCopied";
    }
    button.textContent = say(done);
    if (byId("said")) byId("said").textContent = say(done);
    setTimeout(() => (button.textContent = label), 1600);
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("button[data-copies]");
    if (button && button.textContent !== say("copied")) copy(button);
  });

  return { root, language, byId, say, number, Refusal, ask, node, check, unmark, blame, values, choose, act, notice, time };
})();
