// Builds nodes. Nothing in these widgets parses markup: what a server or a visitor wrote arrives as text or as the value
// of an attribute, whatever it contains.

/** An element with attributes and children; a child that is no node becomes text, one that is null is left out. */
function node(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
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
  thumb: "M3 10.5h4V21H3zM8.5 10.7 12.4 3c1.6.1 2.6 1.3 2.3 3l-.6 3.5h5c1.3 0 2.2 1.2 1.9 2.4l-1.6 6.7A3 3 0 0 1 16.500 21H8.500z",
  peta:
    "M12 11.600c2.700 0 5.400 2.900 5.400 5.600 0 1.900-1.400 2.900-3 2.900-1 0-1.600-.4-2.400-.4s-1.400.4-2.400.4c-1.600 0-3-1-3-2.900" +
    " 0-2.700 2.700-5.600 5.400-5.600zM9 3.200c1.300 0 2.100 1.500 2.100 3.100s-.8 2.900-2.100 2.900-2.200-1.300-2.200-2.900.9-3.100 2.200-3.100z" +
    "M15 3.200c1.300 0 2.200 1.500 2.200 3.100s-.9 2.900-2.200 2.900-2.100-1.300-2.100-2.900.8-3.100 2.100-3.100z" +
    "M4.400 8.300c1.200-.2 2.200 1 2.400 2.400s-.3 2.500-1.500 2.700-2.200-.9-2.400-2.300.3-2.600 1.500-2.800z" +
    "M19.600 8.300c-1.200-.2-2.200 1-2.400 2.400s.3 2.500 1.500 2.700 2.200-.9 2.400-2.300-.3-2.600-1.500-2.800z",
  pencil: "M4 20l.9-4.200L16 4.700a1.700 1.700 0 0 1 2.400 0l.9.9a1.700 1.700 0 0 1 0 2.400L8.200 19.100zM14.300 6.500l3.200 3.200",
  bin: "M5 7h14M10 7V4.500h4V7M7 7l.9 12.500h8.200L17 7M10.300 10.500v6M13.700 10.500v6",
};

/** A drawing that screen readers pass over. */
function picture(name, kind) {
  const space = "http://www.w3.org/2000/svg";
  const path = filled(document.createElementNS(space, "path"), { d: PICTURES[name] }, []);
  const drawing = { class: kind, viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" };
  return filled(document.createElementNS(space, "svg"), drawing, [path]);
}
