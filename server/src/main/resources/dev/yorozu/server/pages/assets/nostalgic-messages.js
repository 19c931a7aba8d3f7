// The messages of a board, as its owner sees them: one page at a time, the oldest first.
"use strict";

(() => {
  const { byId, say, number, node, values, time } = Nostalgic;
  let page = 1;
  let pages = 1;

  function chosen(selects) {
    const list = Array.isArray(selects) ? selects : Object.values(selects ?? {});
    return list.map((each) => (typeof each === "object" && each ? each.value : each)).filter(Boolean).join(" · ");
  }

  function row(message) {
    const item = byId("message").content.cloneNode(true).firstElementChild;
    const part = (name) => item.querySelector(`[data-part="${name}"]`);
    part("icon").textContent = message.icon ?? "";
    part("author").textContent = message.author;
    part("selects").textContent = chosen(message.selects);
    part("text").textContent = message.message;
    part("hash").textContent = (message.authorHash ?? "").slice(0, 8);
    time(part("time"), message.timestamp);
    const edit = item.querySelector('[data-does="edit"]');
    edit.elements.author.value = message.author;
    edit.elements.message.value = message.message;
    edit.addEventListener("submit", (event) => {
      event.preventDefault();
      Owner.change(event.submitter, "editMessage", { messageId: message.id, ...values(edit), message: edit.elements.message.value }, "edited").then(rest);
    });
    item.querySelector('[data-does="remove"]').addEventListener("submit", (event) => {
      event.preventDefault();
      Owner.change(event.submitter, "deleteMessage", { messageId: message.id }, "removed").then(rest);
    });
    return item;
  }

  function rest() {
    if (document.activeElement === document.body) byId("messages-title").focus();
  }

  function show(data) {
    const messages = data.messages ?? [];
    page = data.pagination?.page ?? data.currentPage ?? 1;
    pages = Math.max(1, data.totalPages ?? 1);
    // What was deleted may have been all of the last page.
    if (page > pages) return Owner.turn(null, pages);
    byId("messages-count").textContent = say("messages", number.format(data.totalMessages));
    byId("messages").replaceChildren(...(messages.length ? messages.map(row) : [node("li", { className: "quiet" }, say("noMessages"))]));
    byId("pages").hidden = pages < 2 && page < 2;
    byId("page-now").textContent = say("page", page, pages);
    byId("page-before").disabled = page <= 1;
    byId("page-after").disabled = page >= pages;
  }

  Owner.parts.set("bbs", show);

  byId("page-before").addEventListener("click", (event) => Owner.turn(event.currentTarget, Math.min(page - 1, pages)));
  byId("page-after").addEventListener("click", (event) => Owner.turn(event.currentTarget, page + 1));
  Owner.onSubmit("clear-messages", (form, button) => {
    Owner.change(button, "clear", {}, "cleared").then(() => (byId("clear-messages").open = false));
  });
})();
