// <nostalgic-ranking>: the best, and a form to join them where the page asks for one.

speak(
  {
    nobody: "Nobody yet. Be the first!",
    joining: "Send your score",
    name: "Name",
    score: "Score",
    submit: "Send",
    sent: "Your score was sent.",
    placed: (rank) => `Your score was sent: place ${rank}!`,
    needed: "Please enter a name and a score.",
  },
  {
    nobody: "まだ誰もいません。一番乗りをどうぞ！",
    joining: "スコアを送る",
    name: "名前",
    score: "スコア",
    submit: "送信",
    sent: "スコアを送信しました。",
    placed: (rank) => `スコアを送信しました。${rank}位です！`,
    needed: "名前とスコアを入力してください。",
  },
);

class NostalgicRanking extends Widget {
  static service = "ranking";

  #title = node("h2", { class: "ranking-header window-head" });
  #list = node("ol", { class: "ranking-list", role: "list" });
  #empty = node("p", { class: "empty-message" });
  #form = null;
  #mine = null;

  async load() {
    const limit = Math.trunc(whole(this.getAttribute("limit")));
    return told(await this.ask("get", { id: this.key, ...(limit > 0 && { limit: Math.min(limit, 100) }) }));
  }

  paint() {
    if (!this.shown) return;
    const entries = Array.isArray(this.shown.entries) ? this.shown.entries : [];
    this.#title.textContent = this.shown.title || this.shown.settings?.title || "RANKING";
    this.#empty.textContent = this.say("nobody");
    this.#list.replaceChildren(...entries.map((entry, index) => this.#line(entry, index)));
    const parts = [this.#title, entries.length > 0 ? this.#list : this.#empty, this.#joining()];
    this.dress("ranking-container window", ...parts.filter(Boolean));
  }

  #line(entry, index) {
    const rank = whole(entry.rank, index + 1);
    const kind = ["ranking-item", rank <= 3 && "medal-" + rank, entry.name === this.#mine && "mine"];
    const score = entry.displayScore || this.number(entry.score);
    return node(
      "li",
      { class: kind.filter(Boolean).join(" ") },
      node("span", { class: "rank" }, String(rank)),
      node("span", { class: "name", dir: "auto" }, String(entry.name ?? "")),
      node("span", { class: "score", dir: "auto" }, String(score)),
    );
  }

  #joining() {
    if (!this.hasAttribute("submit-form")) return null;
    if (this.#form?.lang !== languageOf(this)) this.#form = this.#makeForm();
    return this.#form;
  }

  #makeForm() {
    const name = { id: "score-name", name: "name", required: true, maxlength: 50, autocomplete: "nickname" };
    const score = { id: "score-value", name: "score", type: "number", required: true, min: 0, max: 999999999, step: "any" };
    const form = node(
      "form",
      { class: "submit-form", novalidate: true, submit: (event) => this.#submitted(event) },
      node("h3", { class: "form-header" }, this.say("joining")),
      node("label", { for: "score-name" }, node("span", {}, this.say("name")), node("input", name)),
      node("label", { for: "score-value" }, node("span", {}, this.say("score")), node("input", score)),
      node("button", { id: "submit-button", type: "submit" }, this.say("submit")),
      node("p", { id: "form-message", class: "message-area", role: "status", "aria-live": "polite" }),
    );
    form.lang = languageOf(this);
    return form;
  }

  #submitted(event) {
    event.preventDefault();
    return this.submitScore();
  }

  /** Sends what stands in the form. */
  async submitScore() {
    const [name, score] = [this.#form.elements.name, this.#form.elements.score];
    if (!name.value.trim() || score.value === "") {
      (name.value.trim() ? score : name).focus();
      return this.#tell("error", this.say("needed"));
    }
    const button = this.#form.querySelector("#submit-button");
    button.setAttribute("aria-disabled", "true");
    try {
      const data = await this.submit(name.value.trim(), Number(score.value));
      const place = (data.entries || []).find((entry) => entry.name === name.value.trim());
      score.value = "";
      this.#tell("success", place ? this.say("placed", place.rank) : this.say("sent"));
    } catch (refused) {
      this.#tell("error", this.excuse(refused));
    } finally {
      button.removeAttribute("aria-disabled");
    }
  }

  #tell(kind, text) {
    const message = this.#form.querySelector("#form-message");
    message.className = "message-area " + kind;
    message.textContent = text;
  }

  /** Sends a score for the page, shows the ranking anew and gives it; what was refused is thrown. */
  async submit(name, score, displayScore) {
    const entry = { id: this.key, name, score, ...(displayScore !== undefined && { displayScore }) };
    await this.ask("submit", {}, entry);
    this.#mine = name;
    await this.reload();
    return this.shown;
  }

  /** What reload was called in earlier versions. */
  loadRankingData() {
    return this.reload();
  }
}

publish(NostalgicRanking, "nostalgic-ranking", "NostalgicRanking");
