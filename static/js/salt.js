/* What a player mixes into the shuffle: his own words, or else what his browser draws at random. */
(() => {
  "use strict";
  const BYTES = 16;
  const FIELD = ".salt input";
  let typed = "";

  function drawn() {
    const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  document.addEventListener("input", (event) => {
    if (event.target.matches(FIELD)) typed = event.target.value;
  });
  document.addEventListener("htmx:configRequest", (event) => {
    const posted = event.detail.parameters;
    if (posted.do === "ready" && !posted.salt) posted.salt = typed || drawn();
  });
  /* The field may be swapped while somebody writes in it. */
  let writing = null;

  document.addEventListener("htmx:oobBeforeSwap", () => {
    const field = document.activeElement;
    if (field?.matches(FIELD)) writing = [field.selectionStart, field.selectionEnd];
  });
  document.addEventListener("htmx:oobAfterSwap", () => {
    const field = document.querySelector(FIELD);
    if (!field) return;
    if (!field.value) field.value = typed;
    if (writing && document.activeElement !== field) {
      field.focus({ preventScroll: true });
      field.setSelectionRange(...writing);
    }
    writing = null;
  });
  document.addEventListener("submit", (event) => {
    const form = event.target;
    const starts = form.id === "quick" || event.submitter?.value === "ready";
    if (!starts || event.defaultPrevented) return;
    const field = form.elements.salt ?? form.appendChild(document.createElement("input"));
    if (!field.matches(FIELD)) Object.assign(field, { type: "hidden", name: "salt" });
    field.value ||= typed || drawn();
  });
})();
