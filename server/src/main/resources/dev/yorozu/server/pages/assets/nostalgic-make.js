// Makes a service, and shows what its owner has to keep.
"use strict";

(() => {
  const { byId, ask, check, unmark, blame, values, choose, act, notice } = Nostalgic;
  const form = byId("make-form");
  // Letters and figures that nobody takes for one another, in a number that divides 256 evenly.
  const LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";

  function generate() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    form.elements.token.value = [...bytes].map((byte) => LETTERS[byte % LETTERS.length]).join("");
    unmark(form);
    form.elements.token.focus();
    form.elements.token.select();
  }

  /** A board without icons or choices says so, or it would get the usual ones. */
  function wishes() {
    const { kind, ...wishes } = values(form);
    if (kind === "bbs") {
      wishes.enableIcons = Boolean(wishes.icons);
      wishes.enableSelects = Object.keys(wishes).some((name) => /^select\dLabel$/.test(name));
    }
    return { kind, wishes };
  }

  function show(kind, id, url, token) {
    byId("made-id").textContent = id;
    byId("made-url").textContent = url;
    byId("made-token").textContent = token;
    const owner = new URL(byId("made-owner").href);
    owner.hash = new URLSearchParams({ kind, url });
    byId("made-owner").href = owner;
    form.hidden = true;
    form.reset();
    choose(form, values(form).kind);
    byId("made").hidden = false;
    byId("made").focus();
    Workbench.open(kind, id);
  }

  async function make() {
    notice(byId("make-notice"), "");
    if (!check(form)) return;
    const { kind, wishes: body } = wishes();
    const answer = await ask(kind, "create", body);
    show(kind, answer.data?.id ?? answer.id, body.url, body.token);
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act(byId("make-go"), make, (refused) => {
      if (!blame(form, refused)) notice(byId("make-notice"), refused.text, true);
    });
  });
  form.addEventListener("input", (event) => {
    if (event.target.name === "kind") choose(form, event.target.value);
  });
  byId("make-generate").addEventListener("click", generate);
  byId("made-done").addEventListener("click", () => {
    byId("made-token").textContent = "";
    byId("made").hidden = true;
    form.hidden = false;
    form.elements.url.focus();
  });
  // A page that the browser kept must not bring a token back.
  window.addEventListener("pagehide", () => {
    form.elements.token.value = "";
    byId("made-token").textContent = "";
  });
  choose(form, values(form).kind);
})();
