// The entries of a ranking, as its owner sees them.
"use strict";

(() => {
  const { byId, say, number, node, check, values, time } = Nostalgic;

  function row(entry) {
    const item = byId("entry").content.cloneNode(true).firstElementChild;
    const part = (name) => item.querySelector(`[data-part="${name}"]`);
    part("rank").textContent = number.format(entry.rank);
    part("name").textContent = entry.name;
    part("score").textContent = number.format(entry.score);
    const shown = String(entry.displayScore ?? "");
    part("shown").textContent = shown === String(entry.score) ? "" : shown;
    time(part("time"), entry.createdAt);
    const edit = item.querySelector('[data-does="edit"]');
    edit.elements.score.value = entry.score;
    edit.elements.displayScore.value = shown === String(entry.score) ? "" : shown;
    edit.addEventListener("submit", (event) => {
      event.preventDefault();
      Owner.change(event.submitter, "update", { name: entry.name, ...values(edit) }, "edited").then(rest);
    });
    item.querySelector('[data-does="remove"]').addEventListener("submit", (event) => {
      event.preventDefault();
      Owner.change(event.submitter, "remove", { name: entry.name }, "removed").then(rest);
    });
    return item;
  }

  /** The button that was pressed is gone with its row: the reader goes on from the title. */
  function rest() {
    if (document.activeElement === document.body) byId("entries-title").focus();
  }

  Owner.parts.set("ranking", (data) => {
    const entries = data.entries ?? [];
    const more = data.totalEntries > entries.length;
    byId("entries-count").textContent = say(more ? "entriesCut" : "entries", number.format(data.totalEntries), entries.length);
    byId("entries").replaceChildren(...(entries.length ? entries.map(row) : [node("li", { className: "quiet" }, say("noEntries"))]));
  });

  Owner.onSubmit("entry-form", (form, button) => {
    if (!check(form)) return;
    Owner.change(button, "update", values(form), "edited").then((done) => done && form.reset());
  });
  Owner.onSubmit("clear-entries", (form, button) => {
    Owner.change(button, "clear", {}, "cleared").then(() => (byId("clear-entries").open = false));
  });
})();
