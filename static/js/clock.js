/* The clock: server time only, as a ring round the plate of who is to act, and in seconds. The limit comes first, then the bank. */
(() => {
  "use strict";
  const table = document.getElementById("table");
  if (!table) return;
  const skew = Number(table.dataset.now) - Date.now();
  const HURRY = 8;

  function tick() {
    const status = document.getElementById("r-status");
    const clock = status?.querySelector(".clock");
    if (!clock) return;
    const limit = Number(status.dataset.seconds) || 0;
    const bank = Number(status.dataset.bank) || 0;
    const left = Math.max(0, (Number(status.dataset.deadline) - Date.now() - skew) / 1000);
    const banking = bank > 0 && left <= bank;
    const part = banking ? left : left - bank;
    const seconds = Math.min(Math.ceil(part), banking ? bank : limit || Infinity);
    const text = banking ? `+${seconds}` : String(seconds);
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("bank", banking);
    clock.classList.toggle("hurry", left <= HURRY);
    table.classList.toggle("banking", banking);
    table.classList.toggle("hurry", left <= HURRY);
    const whole = (banking ? bank : limit) || 30;
    for (const plate of table.querySelectorAll(".acting .plate")) {
      plate.style.setProperty("--left", Math.min(1, part / whole).toFixed(3));
      plate.style.setProperty("--seconds", String(seconds));
    }
  }

  setInterval(tick, 250);
  document.addEventListener("table:changed", tick);
  tick();
})();
