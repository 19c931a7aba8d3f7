/** The messages of one page, with what their reader may do to them. */
class MessageList {
  #say;
  #may;
  #acts;

  /**
   * A list.
   *
   * @param may whether the reader may change a message
   * @param acts what edits and deletes a message, by its id
   */
  constructor(say, may, acts) {
    this.#say = say;
    this.#may = may;
    this.#acts = acts;
    this.list = node("ol", { class: "message-list", role: "list" });
    this.empty = node("p", { class: "empty-message" });
    // A region that scrolls must take the focus, or keys could not scroll it.
    this.root = node("div", { class: "bbs-messages", role: "region", tabindex: "0" });
  }

  show(board, title) {
    this.root.setAttribute("aria-label", title);
    this.empty.textContent = this.#say("silence");
    this.list.replaceChildren(...board.messages.map((message, index) => this.#item(message, board.number(index))));
    this.root.replaceChildren(board.messages.length > 0 ? this.list : this.empty);
  }

  toEnd() {
    this.root.scrollTop = this.root.scrollHeight;
  }

  /** The button that edits a message, if it is here. */
  editButton(id) {
    return [...this.list.querySelectorAll(".edit-btn")].find((button) => button.dataset.message === id);
  }

  #item(message, number) {
    const mine = this.#may(message);
    const meta = Board.chosen(message).map((value) => node("span", { class: "message-meta", dir: "auto" }, value));
    const actions = mine ? this.#actions(message.id, number) : null;
    const head = node(
      "div",
      { class: "message-header" },
      node("span", { class: "message-number" }, number + "."),
      typeof message.icon === "string" && message.icon ? node("span", { class: "message-icon" }, message.icon) : null,
      node("strong", { class: "message-author", dir: "auto" }, String(message.author ?? "")),
      ...meta,
      node("div", { class: "message-time-actions" }, this.#time(message.timestamp), actions),
    );
    const text = node("div", { class: "message-content", dir: "auto" }, String(message.message ?? ""));
    return node("li", { class: mine ? "message-item mine" : "message-item" }, head, text);
  }

  #time(timestamp) {
    const moment = new Date(timestamp);
    if (Number.isNaN(moment.getTime())) return null;
    const two = (part) => String(part).padStart(2, "0");
    const day = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join("-");
    const clock = two(moment.getHours()) + ":" + two(moment.getMinutes());
    const attributes = { class: "message-time", datetime: moment.toISOString(), title: moment.toLocaleString() };
    return node("time", attributes, `${day} ${clock}`);
  }

  #actions(id, number) {
    const [edit, remove] = [this.#say("edit", number), this.#say("remove", number)];
    const actions = node("div", { class: "message-actions" });
    const buttons = [
      this.#button("edit-btn", "pencil", edit, id, () => this.#acts.edit(id)),
      this.#button("delete-btn", "bin", remove, id, () => this.#confirm(actions, buttons, id)),
    ];
    actions.append(...buttons);
    return actions;
  }

  #button(kind, drawing, label, id, click) {
    const attributes = { class: kind, type: "button", "aria-label": label, title: label, "data-message": id, click };
    return node("button", attributes, picture(drawing, "drawing"));
  }

  /** Asks once, in place. The focus is on the harmless answer. */
  #confirm(actions, buttons, id) {
    const back = () => {
      actions.replaceChildren(...buttons);
      buttons[1].focus();
    };
    const remove = () => this.#acts.remove(id);
    const keep = node("button", { type: "button", class: "keep-btn", click: back }, this.#say("no"));
    const yes = node("button", { type: "button", class: "confirm-btn", click: remove }, this.#say("yes"));
    const keydown = (event) => event.key === "Escape" && back();
    const question = { class: "confirm", role: "group", "aria-label": this.#say("sure"), keydown };
    actions.replaceChildren(node("div", question, node("span", {}, this.#say("sure")), yes, keep));
    keep.focus();
  }

  /** Asks whether to delete a message, as its button does. */
  ask(id) {
    [...this.list.querySelectorAll(".delete-btn")].find((button) => button.dataset.message === id)?.click();
  }
}
