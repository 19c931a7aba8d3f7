// Builds nodes. Nothing in these widgets parses markup: what a server or a visitor wrote arrives as text or as the value
// of an attribute, whatever it contains.

/** An element with attributes and children; a child that is no node becomes text, one that is null is left out. */
function node(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Text for screen readers alone. */
function unseen(text) {
  return node("span", { class: "unseen" }, text);
}

const PICTURES = {
  heart: "M12 20.6 4.2 13a5 5 0 0 1 0-7.2 5.2 5.2 0 0 1 7.3 0l.5.5.5-.5a5.2 5.2 0 0 1 7.3 0 5 5 0 0 1 0 7.2z",
  star: "m12 2.8 2.8 5.9 6.5.8-4.8 4.5 1.2 6.4-5.7-3.2-5.7 3.2 1.2-6.4L2.7 9.5l6.5-.8z",
  thumb:
    "M3 10.5h4V21H3zM8.5 10.7 12.4 3c1.6.1 2.6 1.3 2.3 3l-.6 3.5h5c1.3 0 2.2 1.2 1.9 2.4l-1.6 6.7A3 3 0 0 1 16.5 21H8.5z",
  peta:
    "M12 11.6c2.7 0 5.4 2.9 5.4 5.6 0 1.9-1.4 2.9-3 2.9-1 0-1.6-.4-2.4-.4s-1.4.4-2.4.4c-1.6 0-3-1-3-2.9" +
    " 0-2.7 2.7-5.6 5.4-5.6zM9 3.2c1.3 0 2.1 1.5 2.1 3.1s-.8 2.9-2.1 2.9-2.2-1.3-2.2-2.9.9-3.1 2.2-3.1z" +
    "M15 3.2c1.3 0 2.2 1.5 2.2 3.1s-.9 2.9-2.2 2.9-2.1-1.3-2.1-2.9.8-3.1 2.1-3.1z" +
    "M4.4 8.3c1.2-.2 2.2 1 2.4 2.4s-.3 2.5-1.5 2.7-2.2-.9-2.4-2.3.3-2.6 1.5-2.8z" +
    "M19.6 8.3c-1.2-.2-2.2 1-2.4 2.4s.3 2.5 1.5 2.7 2.2-.9 2.4-2.3-.3-2.6-1.5-2.8z",
  pencil: "M4 20l.9-4.2L16 4.7a1.7 1.7 0 0 1 2.4 0l.9.9a1.7 1.7 0 0 1 0 2.4L8.2 19.1zM14.3 6.5l3.2 3.2",
  bin: "M5 7h14M10 7V4.5h4V7M7 7l.9 12.5h8.2L17 7M10.3 10.5v6M13.7 10.5v6",
};

/** A drawing that screen readers pass over. */
function picture(name, kind) {
  const space = "http://www.w3.org/2000/svg";
  const path = filled(document.createElementNS(space, "path"), { d: PICTURES[name] }, []);
  const drawing = { class: kind, viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" };
  return filled(document.createElementNS(space, "svg"), drawing, [path]);
}
