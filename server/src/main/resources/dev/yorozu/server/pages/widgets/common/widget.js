// What all widgets share: attributes, theme, language, a place for errors, and one announcement at a time.

const THEMES = ["light", "dark", "retro", "kawaii", "mom", "final"];
/** Names of earlier versions. */
const OTHER_NAMES = { classic: "light", modern: "light", mother: "mom", ff: "final" };
/** A change of one of these is another thing to show, not another look at the same. */
const RELOADING = ["id", "api-base", "limit", "page"];

const SHEET = new CSSStyleSheet();
SHEET.replaceSync(STYLE);

class Widget extends HTMLElement {
  static observedAttributes = [
    ...["id", "type", "theme", "digits", "format", "icon", "limit", "page", "width", "submit-form"],
    ...["api-base", "lang"],
  ];

  #planned = null;
  #turn = 0;
  #place = null;

  constructor() {
    super();
    // A constructed sheet also applies on pages whose policy forbids inline styles.
    this.attachShadow({ mode: "open" }).adoptedStyleSheets = [SHEET];
    this.frame = node("div");
    this.voice = node("div", { class: "unseen voice", role: "status", "aria-live": "polite" });
    this.shadowRoot.append(this.frame, this.voice);
  }

  connectedCallback() {
    this.plan(true);
  }

  attributeChangedCallback(name, before, after) {
    if (before !== after && this.isConnected) this.plan(RELOADING.includes(name));
  }

  /** Several changes in a row are one. */
  plan(reload) {
    if (this.#planned) {
      this.#planned.reload ||= reload;
      return;
    }
    this.#planned = { reload };
    queueMicrotask(() => {
      const planned = this.#planned;
      this.#planned = null;
      if (this.isConnected) planned.reload ? this.reload() : this.paint();
    });
  }

  /** Loads what is shown and shows it; of loads that overtake each other the last one counts. */
  async reload() {
    const turn = ++this.#turn;
    const place = this.base + " " + this.key;
    if (place !== this.#place) this.shown = null;
    this.#place = place;
    if (!this.key) return this.fail(this.say("noId"));
    this.frame.setAttribute("aria-busy", "true");
    if (!this.shown) this.wait();
    try {
      const shown = await this.load();
      if (turn !== this.#turn) return;
      this.shown = shown;
      this.paint();
    } catch (refused) {
      if (turn === this.#turn) this.trouble(this.excuse(refused));
    } finally {
      if (turn === this.#turn) this.frame.removeAttribute("aria-busy");
    }
  }

  get key() {
    return (this.getAttribute("id") || "").trim();
  }

  get base() {
    return (this.getAttribute("api-base") || this.constructor.apiBaseUrl || BASE).replace(/\/+$/, "");
  }

  // Not named like the attribute: frameworks set a property in its place where there is one.
  get themeName() {
    const name = (this.getAttribute("theme") || "").trim().toLowerCase();
    const known = OTHER_NAMES[name] || name;
    return THEMES.includes(known) ? known : "dark";
  }

  get formatName() {
    return (this.getAttribute("format") || "").trim().toLowerCase();
  }

  ask(action, parameters, body) {
    return ask(this.base, this.constructor.service, action, parameters, body);
  }

  say(name, ...values) {
    const text = TEXTS[languageOf(this)][name];
    return typeof text === "function" ? text(...values) : text;
  }

  number(value) {
    return new Intl.NumberFormat(languageOf(this)).format(whole(value));
  }

  /** A refusal in the reader's language; one without a text is told in the server's words. */
  excuse(refused) {
    if (!(refused instanceof Refusal)) throw refused;
    if (refused.kind === "cooldown" && refused.seconds) return this.say("refused-cooldown-seconds", refused.seconds);
    return this.say("refused-" + refused.kind) || refused.said || this.say("refused-network");
  }

  /** Tells screen readers, and what went wrong to everybody. */
  announce(text, wrong = false) {
    this.voice.classList.toggle("unseen", !wrong);
    this.voice.textContent = text;
  }

  /** Puts the frame in the theme's clothes and fills it. */
  dress(kind, ...children) {
    const plain = this.formatName === "text" ? " plain" : "";
    this.frame.className = `frame ${kind} ${this.themeName}${plain}`;
    this.frame.lang = languageOf(this);
    if (children.length > 0) this.frame.replaceChildren(...children);
  }

  /** Shows that something is on its way. */
  wait() {
    this.dress("loading", node("p", { class: "loading" }, this.say("loading")));
  }

  /** What was shown stays: it is better than an error in its place. */
  trouble(text) {
    if (this.shown) this.announce(text, true);
    else this.fail(text);
  }

  fail(text) {
    this.dress("error-container", node("p", { role: "alert" }, text));
  }
}

/** Registers a widget under the name of its element and under the one by which pages set its apiBaseUrl. */
function publish(type, element, name) {
  if (customElements.get(element)) return;
  type.apiBaseUrl = BASE;
  customElements.define(element, type);
  Object.defineProperty(window, name, { value: type, configurable: true, writable: true });
}
