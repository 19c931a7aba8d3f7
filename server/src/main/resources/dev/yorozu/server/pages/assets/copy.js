// Buttons that copy what a field holds. Without this script they stay hidden, and the field can be selected.
"use strict";

(() => {
  async function copy(button) {
    const field = document.getElementById(button.dataset.copies);
    const label = button.dataset.label || (button.dataset.label = button.textContent);
    let said = button.dataset.copied;
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      // Not every browser lets a page copy: selected, the reader can do it with a key.
      field.select();
      said = button.dataset.notCopied;
    }
    button.textContent = said;
    setTimeout(() => (button.textContent = label), 1600);
  }

  for (const button of document.querySelectorAll("button[data-copies]")) {
    button.hidden = false;
    button.addEventListener("click", () => copy(button));
  }
})();
