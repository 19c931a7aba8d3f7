/** The form below a board: writes a message, or edits one. */
class PostForm {
  /** Names of earlier versions, which pages may style. */
  static #selectIds = ["standard-select", "incremental-select", "emote-select"];
  /** What can be chosen: the name in the interface, and the control of it, where the board offers that. */
  static #choices = [["icon", "message-icon"], ...PostForm.#selectIds.map((id, index) => ["select" + (index + 1), id])];

  #say;
  #made = "";
  #editing = null;

  constructor(say, submit, cancel) {
    this.#say = say;
    this.header = node("h3", { class: "form-header" });
    this.fields = node("div", { class: "form-body" });
    this.message = node("p", { id: "form-message", class: "message-area", role: "status", "aria-live": "polite" });
    const handlers = {
      submit: (event) => (event.preventDefault(), submit()),
      keydown: (event) => event.key === "Escape" && this.editing && cancel(),
    };
    this.root = node("form", { class: "post-form", novalidate: true, ...handlers });
    this.root.append(this.header, this.fields, this.message);
    this.cancel = cancel;
  }

  get editing() {
    return this.#editing;
  }

  /** Makes the fields anew only when they are others, so that nobody loses what they were writing. */
  fit(board, language) {
    const made = JSON.stringify([language, board.icons, board.selects]);
    if (made !== this.#made) {
      const draft = this.#made ? this.values() : null;
      this.#made = made;
      this.#makeFields(board);
      if (draft) this.#fill(draft);
    }
    this.#label();
  }

  #makeFields(board) {
    const author = { id: "message-author", maxlength: 20, autocomplete: "nickname", spellcheck: "false", dir: "auto" };
    const text = { id: "message-content", maxlength: 420, rows: 4, required: true, dir: "auto" };
    const choices = board.selects.map((select, index) =>
      this.#select(PostForm.#selectIds[index], String(select.label ?? ""), select.options.map(String)),
    );
    const icon = board.icons.length > 0 ? this.#select("message-icon", this.#say("mark"), board.icons) : null;
    const cancel = { id: "cancel-button", type: "button", click: () => this.cancel() };
    const name = this.#field("message-author", this.#say("author"), node("input", author));
    const message = this.#field("message-content", this.#say("message"), node("textarea", text));
    this.fields.replaceChildren(
      node("div", { class: "form-row" }, name, icon, ...choices),
      node("div", { class: "form-row" }, message),
      node(
        "div",
        { class: "form-row button-right" },
        node("button", cancel, this.#say("cancel")),
        node("button", { id: "post-button", type: "submit" }),
      ),
    );
  }

  #field(id, label, control) {
    return node("label", { for: id, class: "field " + control.localName }, node("span", {}, label), control);
  }

  #select(id, label, options) {
    const none = node("option", { value: "" }, this.#say("none"));
    const control = node("select", { id }, none, ...options.map((each) => node("option", { value: each }, each)));
    return this.#field(id, label, control);
  }

  #part(id) {
    return this.fields.querySelector("#" + id);
  }

  #label() {
    this.header.textContent = this.editing ? this.#say("editing", this.editing.number) : this.#say("writing");
    this.#part("post-button").textContent = this.#say(this.editing ? "update" : "post");
    this.#part("cancel-button").hidden = !this.editing;
  }

  /** What was entered, by the names of the interface. Leading spaces stay: people draw with them. */
  values() {
    const values = { author: this.#part("message-author").value.trim() };
    values.message = this.#part("message-content").value.replace(/\s+$/, "");
    for (const [name, control] of this.#controls()) values[name] = control.value;
    return values;
  }

  #fill(values) {
    this.#part("message-author").value = values.author;
    this.#part("message-content").value = values.message;
    for (const [name, control] of this.#controls()) control.value = values[name] ?? "";
  }

  #controls() {
    return PostForm.#choices.map(([name, id]) => [name, this.#part(id)]).filter(([, control]) => control);
  }

  /** Begins to edit a message. */
  edit(message, number) {
    this.#editing = { id: message.id, number };
    const values = { author: String(message.author ?? ""), message: String(message.message ?? "") };
    for (const [name, control] of this.#controls()) {
      const offered = [...control.options].map((option) => option.value);
      const chosen = name === "icon" ? [message.icon] : Board.chosen(message);
      values[name] = chosen.find((value) => offered.includes(value));
    }
    this.#fill(values);
    this.#label();
    this.focus();
  }

  /** Back to an empty form; the name stays for the next message. */
  clear() {
    const author = this.editing ? "" : this.values().author;
    this.#editing = null;
    this.#fill({ author, message: "" });
    this.#label();
  }

  focus() {
    this.#part("message-content").focus();
  }

  busy(busy) {
    this.root.setAttribute("aria-busy", String(busy));
    this.#part("post-button").setAttribute("aria-disabled", String(busy));
  }

  tell(kind, text) {
    this.message.className = "message-area " + kind;
    this.message.textContent = text;
  }
}
