/* One tap for a newcomer: become a guest, then start at once when the lobby comes back. */
(() => {
  "use strict";
  const FLAG = "quick-start";
  const guest = document.getElementById("guest-quick");
  const quick = document.getElementById("quick");
  guest?.addEventListener("submit", () => sessionStorage.setItem(FLAG, String(Date.now())));
  const asked = Number(sessionStorage.getItem(FLAG));
  if (quick) sessionStorage.removeItem(FLAG);
  if (quick && Date.now() - asked < 15_000) quick.requestSubmit();
})();
