/* The whole log as a sheet over the table. Without script its link is a page of its own. */
(() => {
  "use strict";

  /* Beside the table the newest line stays in sight, whatever becomes of the room, unless its reader has scrolled up to older ones. */
  const table = document.getElementById("table");
  const lines = () => document.getElementById("r-log");
  const panel = lines()?.parentElement;
  let above = 0;
  let height = 0;

  function back() {
    height = lines().clientHeight;
    lines().scrollTop = lines().scrollHeight - height - above;
  }

  /* A log whose room has just changed was not scrolled by its reader. */
  function remember() {
    const { scrollTop, scrollHeight, clientHeight } = lines();
    if (clientHeight !== height) return;
    const left = scrollHeight - clientHeight - scrollTop;
    above = left > 12 ? left : 0;
  }
  panel?.addEventListener("scroll", (event) => event.target === lines() && remember(), true);

  const size = new ResizeObserver(back);

  function shown() {
    size.disconnect();
    size.observe(lines());
    back();
  }
  table?.addEventListener("htmx:oobAfterSwap", (event) => event.detail.target.id === "r-log" && shown());
  if (panel) shown();

  const sheet = document.getElementById("log-sheet");
  const body = document.getElementById("log-body");
  if (!sheet || !body) return;
  body.addEventListener("htmx:afterSwap", () => {
    if (!sheet.open) sheet.showModal();
    const lines = body.querySelector(".whole-log");
    if (lines) lines.scrollTop = lines.scrollHeight;
  });
})();
