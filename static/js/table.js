/* The live table: whose turn, hints, and what is said aloud. All of it is comfort: the page is plain forms without it. */
(() => {
  "use strict";
  const table = document.getElementById("table");
  if (!table) return;
  const form = document.getElementById("act");
  const words = document.getElementById("picks").dataset;
  const [colon, semicolon, stop] = document.documentElement.lang === "en" ? [": ", "; ", ". "] : ["：", "；", "。"];

  /* --- My turn: by colour and hint on the page, aloud, and in the title of a tab out of sight. --- */
  const title = document.title;

  function turn() {
    const mine = table.classList.contains("seated") && form.querySelector("#r-controls.asks") !== null;
    const before = table.classList.contains("my-turn");
    table.classList.toggle("my-turn", mine);
    if (mine) document.getElementById("r-status").dataset.turn = words.turn;
    document.title = mine ? `${words.turn} · ${title}` : title;
    if (mine && !before) document.dispatchEvent(new CustomEvent("table:my-turn"));
    return mine && !before ? [`${words.turn}${colon}${form.querySelector("#r-controls .hint")?.textContent ?? ""}`] : [];
  }

  form.addEventListener("click", (event) => {
    const leave = event.target.closest("button[value=leave]");
    if (leave && form.querySelector("#r-hand input") && !confirm(words.leave)) event.preventDefault();
  });

  /* --- What lies under the table, or in its menu, is pressed on the way: the table is what one looks at. --- */
  form.addEventListener("click", (event) => {
    if (!event.target.closest("#r-tools button, #log-open")) return;
    document.getElementById("more").hidePopover?.();
    scrollTo(0, 0);
  });

  /* --- A hint from the rules: its cards are ticked, and no others. Pressed again it is the next one. --- */
  let press = 0;
  let pressed = "";

  form.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.parameters.do !== "hint") return;
    const { seen } = event.detail.parameters;
    press = seen === pressed ? press + 1 : 0;
    pressed = seen;
    event.detail.parameters.press = press;
  });
  form.addEventListener("hint", (event) => {
    const wanted = new Set(event.detail.cards);
    for (const box of hand.boxes()) box.checked = wanted.has(box.value);
    for (const button of form.querySelectorAll(".buttons .button")) {
      button.classList.toggle("hinted", !wanted.size && button.value === event.detail.verb);
    }
    hand.count();
  });

  /* --- Aloud, from outside the regions that are swapped: the log's new lines, my turn, a result. --- */
  const said = document.getElementById("say");
  let lines = logLines();
  let result = resultWords();

  function logLines() {
    return [...document.querySelectorAll("#r-log li")].map((line) => line.textContent);
  }

  function resultWords() {
    const shown = document.querySelector("#r-result:not([hidden])");
    const parts = shown ? [...shown.querySelectorAll("h2, .words, ol li, .scores")] : [];
    return parts.map((part) => part.textContent.replace(/\s+/g, " ").trim()).join(semicolon);
  }

  function news() {
    const now = logLines();
    const known = lines.length ? now.lastIndexOf(lines[lines.length - 1]) : -1;
    const fresh = now.slice(known + 1);
    lines = now;
    const before = result;
    result = resultWords();
    return result && result !== before ? [...fresh, result] : fresh;
  }

  function changed() {
    document.dispatchEvent(new CustomEvent("table:changed"));
    const fresh = [...news(), ...turn()];
    if (fresh.length) said.textContent = fresh.join(stop);
  }
  table.addEventListener("htmx:wsAfterMessage", changed);
  form.addEventListener("htmx:afterSettle", changed);
  form.addEventListener("htmx:afterRequest", () => document.dispatchEvent(new CustomEvent("table:changed")));
  turn();
})();
