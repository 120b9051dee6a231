/* The whole log as a sheet over the table. Without script its link is a page of its own. */
(() => {
  "use strict";

  /* Beside the table the newest line stays in sight, unless its reader has scrolled up to older ones. */
  const table = document.getElementById("table");
  const lines = () => document.getElementById("r-log");
  let above = 0;

  const back = () => (lines().scrollTop = lines().scrollHeight - lines().clientHeight - above);

  function remember() {
    const { scrollTop, scrollHeight, clientHeight } = lines();
    const left = scrollHeight - clientHeight - scrollTop;
    above = left > 12 ? left : 0;
  }
  table?.addEventListener("htmx:oobBeforeSwap", (event) => event.detail.target.id === "r-log" && remember());
  table?.addEventListener("htmx:oobAfterSwap", (event) => event.detail.target.id === "r-log" && back());
  if (lines()) back();

  const sheet = document.getElementById("log-sheet");
  const body = document.getElementById("log-body");
  if (!sheet || !body) return;
  body.addEventListener("htmx:afterSwap", () => {
    if (!sheet.open) sheet.showModal();
    const lines = body.querySelector(".whole-log");
    if (lines) lines.scrollTop = lines.scrollHeight;
  });
})();
