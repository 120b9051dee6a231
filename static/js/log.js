/* The whole log as a sheet over the table. Without script its link is a page of its own. */
(() => {
  "use strict";

  /* Beside the table the newest line stays in sight, whatever becomes of the room, unless its reader has scrolled up to older ones:
     a hand that is tried in several sizes moves the lines too. */
  const READING_MS = 1500;
  const table = document.getElementById("table");
  const lines = () => document.getElementById("r-log");
  const panel = lines()?.parentElement;
  let above = 0;
  let touched = 0;

  const back = () => (lines().scrollTop = lines().scrollHeight - lines().clientHeight - above);
  const size = new ResizeObserver(back);

  function shown() {
    size.disconnect();
    size.observe(lines());
    back();
  }

  function scrolled(event) {
    if (event.target !== lines() || Date.now() - touched > READING_MS) return;
    const { scrollTop, scrollHeight, clientHeight } = lines();
    const left = scrollHeight - clientHeight - scrollTop;
    above = left > 12 ? left : 0;
  }
  if (panel) {
    for (const kind of ["wheel", "touchmove", "pointerdown", "keydown"]) {
      panel.addEventListener(kind, (event) => lines().contains(event.target) && (touched = Date.now()), { passive: true });
    }
    panel.addEventListener("scroll", scrolled, true);
    table?.addEventListener("htmx:oobAfterSwap", (event) => event.detail.target.id === "r-log" && shown());
    for (const kind of ["table:changed", "prefs"]) document.addEventListener(kind, back);
    addEventListener("resize", back);
    shown();
  }

  const sheet = document.getElementById("log-sheet");
  const body = document.getElementById("log-body");
  if (!sheet || !body) return;
  body.addEventListener("htmx:afterSwap", () => {
    if (!sheet.open) sheet.showModal();
    const lines = body.querySelector(".whole-log");
    if (lines) lines.scrollTop = lines.scrollHeight;
  });
})();
