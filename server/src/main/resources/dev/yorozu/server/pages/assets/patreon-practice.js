// What whoever practises may let happen at the Patreon of a demonstration.
"use strict";

(() => {
  const panel = document.getElementById("practice");
  const who = document.getElementById("practice-who");
  const said = document.getElementById("practice-said");

  function say(name, ...values) {
    const text = document.getElementById("practice-texts").content.querySelector(`[data-text="${name}"]`);
    said.textContent = text.textContent.replace(/\{(\d)\}/g, (whole, index) => values[index] ?? whole);
    said.hidden = false;
  }

  async function ask(path, body) {
    const response = await fetch(panel.dataset.base + path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ user: who.value, ...body }),
      credentials: "omit",
    });
    return response.ok ? response.json() : null;
  }

  async function happen(happening) {
    const answer = await ask("/pledge", { happening });
    if (answer === null) return say("nothing", who.selectedOptions[0].textContent);
    say(answer.webhook.status === 200 ? "told" : "untold", answer.name, answer.webhook.event, answer.webhook.status);
    await Patreon.look();
  }

  async function spend() {
    const tokens = Number(panel.dataset.tokens);
    const answer = await ask("/spend", { tokens });
    if (answer === null || !answer.spent) return say("noProfile", who.selectedOptions[0].textContent);
    say("spent", answer.name, new Intl.NumberFormat(document.documentElement.lang).format(tokens));
    if (!document.getElementById("signed-in").hidden) await Patreon.reload();
  }

  async function once(button, work) {
    button.disabled = true;
    try {
      await work();
    } finally {
      button.disabled = false;
    }
  }

  for (const each of panel.querySelectorAll("[data-person]")) {
    each.addEventListener("click", () => Patreon.signIn(each.dataset.person));
  }
  for (const each of panel.querySelectorAll("[data-happening]")) {
    each.addEventListener("click", () => once(each, () => happen(each.dataset.happening)));
  }
  const spender = document.getElementById("practice-spend");
  spender.addEventListener("click", () => once(spender, spend));

  // Whoever is signed in is the one whom most want to practise with; a typed name joins the list.
  document.addEventListener("patreon", ({ detail }) => {
    if (panel.dataset.signed === detail.id) return;
    panel.dataset.signed = detail.id;
    if (![...who.options].some((each) => each.value === detail.id)) who.add(new Option(detail.name, detail.id));
    who.value = detail.id;
  });
})();
