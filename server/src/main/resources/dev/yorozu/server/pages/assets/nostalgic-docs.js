// Writes the address of this server into the examples.
"use strict";

for (const each of document.querySelectorAll("[data-origin]")) {
  each.textContent = location.origin + Nostalgic.root.dataset.api;
}
