/**
 * The secrets by which a poster may edit and delete, kept in this browser under the name that earlier versions used. Where
 * the browser keeps nothing, they last as long as the page.
 */
class EditTokens {
  static #memory = new Map();
  /** Messages drop out of a board; their secrets must not pile up. */
  static #most = 500;

  #place;

  constructor(board) {
    this.#place = "bbs_edit_" + board;
  }

  of(message) {
    return new Map(this.#read()).get(message) ?? null;
  }

  keep(message, token) {
    const others = this.#read().filter(([each]) => each !== message);
    this.#write([...others, [message, token]].slice(-EditTokens.#most));
  }

  forget(message) {
    this.#write(this.#read().filter(([each]) => each !== message));
  }

  #read() {
    try {
      const kept = JSON.parse(localStorage.getItem(this.#place)) ?? {};
      return Object.entries(kept).filter(([, token]) => typeof token === "string");
    } catch {
      return EditTokens.#memory.get(this.#place) ?? [];
    }
  }

  #write(tokens) {
    try {
      localStorage.setItem(this.#place, JSON.stringify(Object.fromEntries(tokens)));
    } catch {
      EditTokens.#memory.set(this.#place, tokens);
    }
  }
}
