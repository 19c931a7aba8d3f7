/** The buttons that turn pages, named by the messages on them. Of many pages, those near the current one are offered. */
class PageButtons {
  #say;
  #turn;

  constructor(say, turn) {
    this.#say = say;
    this.#turn = turn;
    this.root = node("nav", { class: "pagination" });
  }

  show(board) {
    this.root.hidden = board.pages < 2;
    this.root.setAttribute("aria-label", this.#say("pages"));
    const near = [1, board.page - 1, board.page, board.page + 1, board.pages];
    const offered = [...new Set(near)].filter((page) => page >= 1 && page <= board.pages).sort((a, b) => a - b);
    const buttons = offered.flatMap((page, index) => {
      const far = index > 0 && offered[index - 1] < page - 1;
      const gap = node("span", { class: "gap", "aria-hidden": "true" }, "…");
      return far ? [gap, this.#button(board, page)] : [this.#button(board, page)];
    });
    this.root.replaceChildren(
      this.#step(board, board.page - 1, "‹", "previous"),
      ...buttons,
      this.#step(board, board.page + 1, "›", "next"),
    );
  }

  #button(board, page) {
    const first = (page - 1) * board.perPage + 1;
    const last = Math.min(page * board.perPage, board.total);
    const label = first >= last ? String(first) : `${first}–${last}`;
    if (page === board.page) return node("span", { class: "current-page", "aria-current": "page" }, label);
    const title = this.#say("page", page, board.pages);
    const attributes = { type: "button", title, "aria-label": `${label} (${title})` };
    return node("button", { ...attributes, click: () => this.#turn(page) }, label);
  }

  #step(board, page, arrow, name) {
    const label = this.#say(name);
    const outside = page < 1 || page > board.pages;
    const attributes = { type: "button", class: name, title: label, "aria-label": label, disabled: outside };
    return node("button", { ...attributes, click: () => this.#turn(page) }, arrow);
  }
}
