// The owner's page. Address and token stay in this script's memory, and go out in the bodies of requests alone.
"use strict";

const Owner = (() => {
  const { byId, say, number, ask, node, check, unmark, blame, values, choose, act, notice } = Nostalgic;
  const PERIODS = { today: 1, yesterday: 1, week: 7, month: 30 };
  const MOST_ENTRIES = 100;

  /** What is open: kind, url, token, and what the server last told of it. */
  let opened = null;
  /** What shows the contents of a kind. */
  const parts = new Map();

  function owned(action, more = {}) {
    return ask(opened.kind, action, { url: opened.url, token: opened.token, ...more });
  }

  async function read() {
    const { kind, page } = opened;
    const more = kind === "ranking" ? { limit: MOST_ENTRIES } : kind === "bbs" && page ? { page } : {};
    const answer = await owned("get", more);
    if (!opened) return;
    opened.data = answer.data;
    show();
  }

  /** Does something, shows what became of it, and says so; whether it was done. */
  async function change(button, action, more, said) {
    let done = false;
    await act(button, async () => {
      await owned(action, more);
      await read();
      tell(said);
      done = true;
    }, refused);
    return done;
  }

  function tell(name, ...more) {
    notice(byId("notice"), say(name, ...more));
  }

  function refused(refusal) {
    const form = document.activeElement?.form;
    const blamed = form && refusal.name === "refused" && blame(form, refusal);
    // A service that is gone says its id; anything else that is missing was only a part of it.
    const gone = refusal.name !== "missing" || / with id /.test(refusal.said);
    if (!blamed) notice(byId("notice"), gone ? refusal.text : say("notThere"), true);
    if (refusal.name === "missing" && gone) close();
  }

  function show() {
    const { kind, data, url } = opened;
    byId("desk-kind").textContent = say("kind." + kind);
    byId("desk-id").textContent = data.id;
    byId("desk-url").textContent = url;
    for (const each of byId("desk").querySelectorAll("[data-for]")) each.hidden = !each.dataset.for.split(" ").includes(kind);
    parts.get(kind)?.(data);
    showSettings(kind, data);
    byId("delete-this").textContent = data.id;
    byId("delete-what").textContent = say("gone." + kind, number.format(amount(kind, data)));
    byId("door").hidden = true;
    byId("desk").hidden = false;
  }

  function amount(kind, data) {
    return Number(kind === "ranking" ? data.totalEntries : kind === "bbs" ? data.totalMessages : data.total) || 0;
  }

  function figure(name, value) {
    return node("div", {}, node("dt", {}, say("bar." + name)), node("dd", {}, number.format(value)));
  }

  function showFigures(data) {
    const periods = Object.keys(PERIODS).filter((name) => Number.isFinite(data[name]));
    byId("figures").replaceChildren(
      node("div", {}, node("dt", {}, document.querySelector("label[for=set-total]").textContent), node("dd", { id: "figure-total" }, number.format(data.total))),
      ...periods.map((name) => figure(name, data[name])),
    );
    byId("bars").hidden = periods.length === 0;
    const daily = periods.map((name) => data[name] / PERIODS[name]);
    const most = Math.max(...daily, 1);
    byId("bars").replaceChildren(...periods.map((name, index) => bar(name, daily[index], most)));
    byId("set-total").value = data.total;
  }

  /** Visits on one day, or a day on average: numbers that can be compared. */
  function bar(name, value, most) {
    const length = node("span", { className: "length" });
    length.style.inlineSize = (100 * value) / most + "%";
    const told = new Intl.NumberFormat(Nostalgic.language, { maximumFractionDigits: 1 }).format(value);
    const label = PERIODS[name] === 1 ? say("bar." + name) : say("bar." + name) + " ÷ " + PERIODS[name];
    return node("li", {}, node("span", { className: "label" }, label), node("span", { className: "track" }, length), node("b", {}, told));
  }

  function showSettings(kind, data) {
    const form = byId("settings-form");
    choose(form, kind);
    const settings = { ...data, ...data.settings };
    const known = {
      icon: settings.icon ?? "heart",
      title: settings.title ?? "",
      max: settings.maxEntries ?? settings.maxMessages,
      sortOrder: settings.sortOrder,
      messagesPerPage: settings.messagesPerPage,
      icons: (settings.icons ?? []).join(","),
      webhookUrl: data.settings?.webhookUrl ?? "",
    };
    (settings.selects ?? []).forEach((select, index) => {
      known[`select${index + 1}Label`] = select.label;
      known[`select${index + 1}Values`] = select.options.join(",");
    });
    for (const element of form.elements) {
      if (element.name && !element.matches(":disabled")) element.value = known[element.name] ?? "";
    }
  }

  /** Fields that are blank here are meant to be blank there. */
  function saved() {
    const form = byId("settings-form");
    if (!check(form)) return;
    const blank = [...form.elements].filter((each) => each.name && !each.matches(":disabled") && each.value === "");
    const settings = { ...Object.fromEntries(blank.map((each) => [each.name, ""])), ...values(form) };
    if (opened.kind === "bbs") {
      settings.enableIcons = settings.icons !== "";
      settings.enableSelects = ["1", "2", "3"].some((each) => settings[`select${each}Label`] !== "");
    }
    change(byId("settings-go"), "updateSettings", settings, "saved");
  }

  async function open(form) {
    const { kind, url, token } = values(form);
    opened = { kind, url, token };
    try {
      await read();
    } catch (refusal) {
      opened = null;
      throw refusal;
    }
    form.elements.token.value = "";
    notice(byId("notice"), "");
    byId("desk-url").focus();
  }

  /** Forgets the token and everything that was shown. */
  function close(name) {
    opened = null;
    byId("desk").hidden = true;
    byId("door").hidden = false;
    byId("key").hidden = true;
    for (const id of ["key-text", "entries", "messages", "figures", "bars"]) byId(id).replaceChildren();
    for (const form of byId("desk").querySelectorAll("form")) form.reset();
    for (const each of byId("desk").querySelectorAll("details")) each.open = false;
    byId("door-form").elements.token.value = "";
    if (name) tell(name);
    byId("door-form").elements.url.focus();
  }

  function onSubmit(id, work) {
    const form = byId(id).tagName === "FORM" ? byId(id) : byId(id).querySelector("form");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      work(form, event.submitter);
    });
  }

  onSubmit("door-form", (form, button) => {
    if (!check(form)) return;
    act(button, () => open(form), (refusal) => {
      if (!blame(form, refusal)) notice(byId("notice"), refusal.text, true);
    });
  });
  onSubmit("set-form", (form, button) => {
    if (!check(form)) return;
    const total = Number(form.elements.total.value);
    change(button, "set", opened.kind === "like" ? { value: total } : { total }, "set");
  });
  onSubmit("settings-form", saved);
  onSubmit("delete-form", (form, button) => {
    const field = form.elements.confirm;
    field.setCustomValidity(field.value.trim() === opened.data.id ? "" : "other");
    if (!check(form)) return;
    act(button, async () => {
      await owned("delete");
      close("deleted");
    }, refused);
  });
  byId("close").addEventListener("click", () => close("closed"));
  byId("key-show").addEventListener("click", (event) =>
    act(event.currentTarget, async () => {
      byId("key-text").textContent = (await owned("webhookSecret")).data.webhookSecret;
      byId("key").hidden = false;
    }, refused));
  // A page that the browser kept must not bring a token back.
  window.addEventListener("pagehide", () => close());

  const asked = new URLSearchParams(location.hash.slice(1));
  const door = byId("door-form");
  if (asked.has("url")) door.elements.url.value = asked.get("url");
  if (asked.has("kind")) door.elements.kind.value = asked.get("kind");
  (asked.has("url") ? door.elements.token : door.elements.url).focus();
  unmark(door);
  parts.set("visit", showFigures);
  parts.set("like", showFigures);

  return {
    parts,
    change,
    onSubmit,
    /** Shows another page of a board. */
    turn(button, page) {
      opened.page = page;
      return act(button, read, refused);
    },
  };
})();
