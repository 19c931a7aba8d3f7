/** One page of a board, whichever version of the server told of it. */
class Board {
  constructor(shown) {
    this.shown = shown;
    this.settings = shown.settings ?? {};
    this.messages = Array.isArray(shown.messages) ? shown.messages : [];
    this.title = shown.title || this.settings.title || "";
    this.page = whole(shown.pagination?.page ?? shown.currentPage, 1);
    this.perPage = whole(shown.pagination?.perPage ?? shown.messagesPerPage ?? this.settings.messagesPerPage, 10);
    this.total = whole(shown.totalMessages, this.messages.length);
    const pages = shown.pagination?.totalPages ?? shown.totalPages ?? Math.ceil(this.total / this.perPage);
    this.pages = Math.max(1, whole(pages, 1));
  }

  get icons() {
    return Array.isArray(this.settings.icons) ? this.settings.icons.map(String) : [];
  }

  get selects() {
    const older = ["standardSelect", "incrementalSelect", "emoteSelect"].map((name) => this.settings[name]);
    const selects = Array.isArray(this.settings.selects) ? this.settings.selects : older;
    return selects.filter((each) => Array.isArray(each?.options) && each.options.length > 0).slice(0, 3);
  }

  number(index) {
    return (this.page - 1) * this.perPage + index + 1;
  }

  find(id) {
    const index = this.messages.findIndex((message) => message.id === id);
    return index < 0 ? null : { message: this.messages[index], number: this.number(index) };
  }

  /** Whether the server takes the reader for the one who wrote this, today. */
  writtenByReader(message) {
    const hash = message.authorHash ?? message.userHash;
    return Boolean(hash) && hash === this.shown.currentUserHash;
  }

  static chosen(message) {
    const older = [message.standardValue, message.incrementalValue, message.emoteValue];
    return Object.values(message.selects ?? older).filter((value) => typeof value === "string" && value !== "");
  }
}
