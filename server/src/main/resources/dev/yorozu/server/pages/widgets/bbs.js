// <nostalgic-bbs>: a message board. Without a page attribute it opens at the newest messages, which are on the last page.

class NostalgicBBS extends Widget {
  static service = "bbs";

  #page = null;
  #posting = false;
  #header = node("h2", { class: "bbs-header window-head" });
  #messages;
  #pages;
  #form;

  constructor() {
    super();
    const say = (...words) => this.say(...words);
    const acts = { edit: (id) => this.editMessage(id), remove: (id) => this.#remove(id) };
    this.#messages = new MessageList(say, (message) => this.#may(message), acts);
    this.#pages = new PageButtons(say, (page) => this.changePage(page));
    this.#form = new PostForm(say, () => this.postMessage(), () => this.#stopEditing());
  }

  connectedCallback() {
    this.#page ??= this.#asked();
    super.connectedCallback();
  }

  attributeChangedCallback(name, before, after) {
    if (name === "page" || name === "id") this.#page = this.#asked();
    if (name === "id" && this.#form.editing) this.#form.clear();
    super.attributeChangedCallback(name, before, after);
  }

  #asked() {
    const page = Math.trunc(whole(this.getAttribute("page")));
    return page > 0 ? page : null;
  }

  get #tokens() {
    return new EditTokens(this.key);
  }

  #may(message) {
    return this.board.writtenByReader(message) || this.#tokens.of(message.id) !== null;
  }

  /**
   * Asks for a page, or for none in particular, which gives the newest; earlier servers gave the first. Beyond the end,
   * where deleting may have left us, there is nothing to read: then the last page is shown as well.
   */
  async load() {
    const id = this.key;
    const shown = told(await this.ask("get", { id, ...(this.#page !== null && { page: this.#page }) }));
    const { page, pages } = new Board(shown);
    const right = this.#page === null ? page === pages : page <= pages;
    return right ? shown : told(await this.ask("get", { id, page: pages }));
  }

  get board() {
    return this.shown ? new Board(this.shown) : null;
  }

  paint() {
    const board = this.board;
    if (!board) return;
    const title = board.title || this.say("board");
    this.#header.textContent = title;
    this.#messages.show(board, title);
    this.#pages.show(board);
    this.#form.fit(board, languageOf(this));
    this.dress("bbs-container window");
    this.#size();
    if (this.#form.root.parentNode !== this.frame) {
      this.frame.replaceChildren(this.#header, this.#messages.root, this.#pages.root, this.#form.root);
    }
    if (this.#page === null) this.#messages.toEnd();
  }

  #size() {
    const width = (this.getAttribute("width") || "").trim();
    this.frame.style.setProperty("--own-width", /^\d+(\.\d+)?$/.test(width) ? width + "px" : width);
  }

  trouble(text) {
    if (this.shown) this.#form.tell("error", text);
    else super.trouble(text);
  }

  async changePage(page) {
    this.#page = page;
    await this.reload();
    if (this.board?.page !== page) return;
    this.#messages.root.focus();
    this.announce(this.say("page", this.board.page, this.board.pages));
  }

  /** Posts what stands in the form, or saves the edit. */
  async postMessage() {
    const values = this.#form.values();
    if (!values.message.trim()) {
      this.#form.tell("error", this.say("blank"));
      return this.#form.focus();
    }
    if (this.#posting) return;
    this.#posting = true;
    this.#form.busy(true);
    try {
      await (this.#form.editing ? this.#save(this.#form.editing, values) : this.#post(values));
    } catch (refused) {
      this.#form.tell("error", this.excuse(refused));
    } finally {
      this.#posting = false;
      this.#form.busy(false);
    }
  }

  /** What is sent of a form. A choice left blank is nothing in a new message, and takes the old one away in an edit. */
  #entered(values, editing) {
    const entered = Object.entries({ ...values, author: values.author || this.say("anonymous") });
    return Object.fromEntries(entered.filter(([name, value]) => value !== "" || (editing && name !== "author")));
  }

  async #post(values) {
    const answer = await this.ask("post", {}, { id: this.key, ...this.#entered(values, false) });
    const kept = { ...answer.data, ...answer };
    if (kept.messageId && kept.editToken) this.#tokens.keep(kept.messageId, kept.editToken);
    this.#form.clear();
    this.#page = null;
    await this.reload();
    this.#form.tell("success", this.say("posted"));
  }

  async #save(editing, values) {
    const own = this.#authority(editing.id);
    await this.ask(own.editToken ? "editMessageById" : "update", {}, { ...own, ...this.#entered(values, true) });
    this.#form.clear();
    await this.#stay();
    this.#form.tell("success", this.say("updated"));
    this.#messages.editButton(editing.id)?.focus();
  }

  async #remove(id) {
    const own = this.#authority(id);
    try {
      await this.ask(own.editToken ? "deleteMessageById" : "remove", {}, own);
      this.#tokens.forget(id);
      if (this.#form.editing?.id === id) this.#form.clear();
      await this.#stay();
      this.#form.tell("success", this.say("deleted"));
    } catch (refused) {
      this.paint();
      this.#form.tell("error", this.excuse(refused));
    }
    this.#messages.root.focus();
  }

  /** What proves that a message is the reader's: the secret, or else the server's own memory of who wrote it. */
  #authority(messageId) {
    const editToken = this.#tokens.of(messageId);
    return { id: this.key, messageId, ...(editToken && { editToken }) };
  }

  /** Loads the page that is shown once more. */
  #stay() {
    this.#page = this.board.page;
    return this.reload();
  }

  editMessage(id) {
    const found = this.board?.find(id);
    if (!found) return;
    this.#form.tell("", "");
    this.#form.edit(found.message, found.number);
  }

  #stopEditing() {
    const id = this.#form.editing?.id;
    this.#form.clear();
    (this.#messages.editButton(id) ?? this.#messages.root).focus();
  }

  /** Asks whether to delete a message, and does it when the reader says so. */
  deleteMessage(id) {
    this.#messages.ask(id);
  }

  /** What reload was called in earlier versions. */
  loadBBSData() {
    return this.reload();
  }
}

publish(NostalgicBBS, "nostalgic-bbs", "NostalgicBBS");
