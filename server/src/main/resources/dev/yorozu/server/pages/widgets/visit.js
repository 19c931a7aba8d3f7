// <nostalgic-counter>: counts the visit once and shows the numbers.

const TYPES = ["total", "today", "yesterday", "week", "month"];

speak(
  {
    total: "Visits so far",
    today: "Visits today",
    yesterday: "Visits yesterday",
    week: "Visits in 7 days",
    month: "Visits in 30 days",
  },
  { total: "これまでの訪問", today: "今日の訪問", yesterday: "昨日の訪問", week: "7日間の訪問", month: "30日間の訪問" },
);

/** A page that the browser makes ahead of time is visited once its reader comes to see it, if ever. */
async function seen() {
  if (!document.prerendering) return;
  await new Promise((resolve) => document.addEventListener("prerenderingchange", resolve, { once: true }));
}

class NostalgicCounter extends Widget {
  static service = "visit";

  /** The visit that each counter of this page was asked to count. */
  static #visits = new Map();

  /** However many elements show a counter, this page is one visit to it. */
  load() {
    const place = this.base + " " + this.key;
    const visits = NostalgicCounter.#visits;
    if (!visits.has(place)) {
      const visit = seen().then(() => this.ask("increment", { id: this.key })).then(told);
      visits.set(place, visit);
      visit.catch(() => visits.delete(place));
    }
    return visits.get(place);
  }

  get typeName() {
    const type = this.getAttribute("type");
    return TYPES.includes(type) ? type : "total";
  }

  /** The number as it is shown, with leading zeros where digits asks for them. */
  get figure() {
    const digits = Math.min(10, Math.max(1, Math.trunc(whole(this.getAttribute("digits"), 1))));
    return String(Math.max(0, Math.trunc(whole(this.shown?.[this.typeName])))).padStart(digits, "0");
  }

  paint() {
    if (!this.shown) return;
    if (this.formatName === "json") {
      return this.dress("counter", node("pre", { class: "counter-json" }, JSON.stringify(this.shown, null, 2)));
    }
    const figure = this.figure;
    if (this.formatName === "text") return this.dress("counter", figure);
    const label = `${this.say(this.typeName)}: ${this.number(this.shown?.[this.typeName])}`;
    const digits = [...figure].map((digit) => node("span", { class: "digit" }, digit));
    this.dress("counter", node("span", { class: "digits", role: "img", "aria-label": label, title: label }, ...digits));
  }

  wait() {
    this.fail(this.say("loading"));
  }

  /** Visitors are not troubled with the faults of a counter: it shows no number, and says why to those who ask. */
  fail(text) {
    const blanks = [..."-".repeat(this.figure.length)].map((blank) => node("span", { class: "digit" }, blank));
    const digits = node("span", { class: "digits", role: "img", "aria-label": text, title: text }, ...blanks);
    this.dress("counter failed", this.formatName === "text" ? unseen(text) : digits);
  }
}

publish(NostalgicCounter, "nostalgic-counter", "NostalgicCounter");
