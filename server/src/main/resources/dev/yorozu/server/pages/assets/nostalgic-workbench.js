// Shows a real widget in every theme, and writes the code that embeds it.
"use strict";

const Workbench = (() => {
  const { byId, say, node, check, unmark, values, choose, root } = Nostalgic;
  const form = byId("look-form");
  const base = location.origin + root.dataset.api;
  const ELEMENTS = { visit: "nostalgic-counter", like: "nostalgic-like", ranking: "nostalgic-ranking", bbs: "nostalgic-bbs" };
  const ORDER = ["id", "type", "theme", "digits", "format", "icon", "limit", "submit-form", "lang"];

  let shown = null;

  function escaped(text) {
    return String(text).replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");
  }

  /** The attributes of the element, in the order in which people read them. */
  function attributes(chosen) {
    return ORDER.filter((name) => chosen[name] !== undefined && chosen[name] !== false)
      .filter((name) => !(name === "digits" && chosen.format === "text"))
      .map((name) => [name, chosen[name] === true ? "" : String(chosen[name])]);
  }

  function tag(element, pairs) {
    const written = pairs.map(([name, value]) => (value === "" ? ` ${name}` : ` ${name}="${escaped(value)}"`));
    return `<${element}${written.join("")}></${element}>`;
  }

  /** The same element goes on as long as it shows the same service, so that a change of theme loads nothing. */
  function show(kind, pairs, id) {
    if (!id) {
      shown = null;
      byId("preview").replaceChildren(node("p", { className: "quiet" }, say("noId")));
      return;
    }
    if (shown?.localName !== ELEMENTS[kind] || shown.id !== id) {
      shown = document.createElement(ELEMENTS[kind]);
      byId("preview").replaceChildren(shown);
    }
    const wanted = new Map(pairs);
    for (const name of ORDER) {
      if (wanted.has(name)) shown.setAttribute(name, wanted.get(name));
      else shown.removeAttribute(name);
    }
  }

  function picture(kind, chosen, id) {
    byId("picture").hidden = kind !== "visit" && kind !== "like";
    byId("picture-preview").replaceChildren();
    if (byId("picture").hidden) return;
    const query = { action: "display", id: id || "example-100680ad", format: "image", theme: chosen.theme };
    if (kind === "visit") Object.assign(query, { type: chosen.type, digits: chosen.digits ?? 6 });
    const source = `/api/${kind}?${new URLSearchParams(query)}`;
    const alt = say(kind === "visit" ? "counterAlt" : "likeAlt");
    byId("code-img").textContent = `<img src="${escaped(base + source)}" alt="${escaped(alt)}">`;
    if (id) byId("picture-preview").append(node("img", { src: root.dataset.api + source, alt }));
  }

  function draw() {
    unmark(form);
    const chosen = values(form);
    const kind = chosen.kind;
    const element = ELEMENTS[kind];
    const id = form.elements.id.validity.valid ? chosen.id : undefined;
    choose(form, kind);
    const pairs = attributes({ ...values(form), id: id ?? "example-100680ad" });
    byId("code-html").textContent = `<script src="${base}/components/${kind}.js"></script>\n${tag(element, pairs)}`;
    show(kind, pairs, id);
    picture(kind, values(form), id);
  }

  /** Puts a service on the bench. */
  function open(kind, id) {
    form.elements.kind.value = kind;
    form.elements.id.value = id;
    draw();
  }

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", (event) => {
    if (event.target.name === "id") return;
    // Another kind has other ids: the one in the field shows nothing any more.
    if (event.target.name === "kind") form.elements.id.value = event.target.dataset.made ?? event.target.dataset.example ?? "";
    draw();
  });
  form.elements.id.addEventListener("change", () => (check(form) ? draw() : undefined));
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.name === "id" && check(form)) draw();
  });
  draw();

  return {
    open(kind, id) {
      const radio = [...form.elements.kind].find((each) => each.value === kind);
      radio.dataset.made = id;
      open(kind, id);
    },
  };
})();
