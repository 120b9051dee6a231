/* The whole log as a sheet over the table. Without script its link is a page of its own. */
(() => {
  "use strict";
  const sheet = document.getElementById("log-sheet");
  const body = document.getElementById("log-body");
  if (!sheet || !body) return;
  body.addEventListener("htmx:afterSwap", () => {
    if (!sheet.open) sheet.showModal();
    const lines = body.querySelector(".whole-log");
    if (lines) lines.scrollTop = lines.scrollHeight;
  });
})();
