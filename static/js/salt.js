/* What a player mixes into the shuffle: his own words, or else what his browser draws at random. */
(() => {
  "use strict";
  const BYTES = 16;
  let typed = "";

  function drawn() {
    const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  document.addEventListener("input", (event) => {
    if (event.target.id === "salt") typed = event.target.value;
  });
  document.addEventListener("htmx:configRequest", (event) => {
    const posted = event.detail.parameters;
    if (posted.do === "ready" && !posted.salt) posted.salt = typed || drawn();
  });
  document.addEventListener("htmx:oobAfterSwap", () => {
    const field = document.getElementById("salt");
    if (field && !field.value) field.value = typed;
  });
  document.addEventListener("submit", (event) => {
    const form = event.target;
    const starts = form.id === "quick" || event.submitter?.value === "ready";
    if (!starts || event.defaultPrevented) return;
    const field = form.elements.salt ?? form.appendChild(document.createElement("input"));
    if (field.id !== "salt") Object.assign(field, { type: "hidden", name: "salt" });
    field.value ||= typed || drawn();
  });
})();
