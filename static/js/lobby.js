/* The lobby. One tap for a newcomer: become a guest, then start at once when the lobby comes back. */
(() => {
  "use strict";
  const FLAG = "quick-start";
  const guest = document.getElementById("guest-quick");
  const quick = document.getElementById("quick");
  guest?.addEventListener("submit", () => sessionStorage.setItem(FLAG, String(Date.now())));
  const asked = Number(sessionStorage.getItem(FLAG));
  if (quick) sessionStorage.removeItem(FLAG);
  if (quick && Date.now() - asked < 15_000) quick.requestSubmit();

  /* Lists that are asked for now and then: what is there already is not sent again. */
  for (const list of document.querySelectorAll("[data-fresh]")) {
    let mark = "";
    list.addEventListener("htmx:configRequest", (event) => {
      if (mark) event.detail.headers["X-Has"] = mark;
    });
    list.addEventListener("htmx:afterRequest", (event) => {
      mark = event.detail.xhr.getResponseHeader("X-Has") || mark;
    });
    /* What was asked over a line that is gone may never be answered: ask anew where somebody looks again. */
    const again = () => {
      htmx.trigger(list, "htmx:abort");
      htmx.trigger(list, "again");
    };
    addEventListener("online", again);
    document.addEventListener("visibilitychange", () => document.hidden || again());
  }
})();
