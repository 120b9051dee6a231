/* The live table: clock, ticks, hints. All of it is comfort: the page is plain forms without it. */
(() => {
  "use strict";
  const table = document.getElementById("table");
  if (!table) return;
  const form = document.getElementById("act");
  const said = document.getElementById("say");
  const root = document.documentElement;
  root.classList.add("js");

  /* --- The clock: server time only, shown as seconds and as a ring on who is to act. --- */
  const skew = Number(table.dataset.now) - Date.now();

  function tick() {
    const status = document.getElementById("r-status");
    const clock = status?.querySelector(".clock");
    if (clock) {
      const left = Math.max(0, (Number(status.dataset.deadline) - Date.now() - skew) / 1000);
      const text = String(Math.min(Math.ceil(left), Number(status.dataset.seconds) || Infinity));
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle("hurry", left <= 8);
      table.style.setProperty("--left", Math.min(1, left / (Number(status.dataset.seconds) || 30)).toFixed(3));
    }
  }
  setInterval(tick, 250);

  /* --- My turn: said by colour and hint on the page, and in the title of a tab out of sight. --- */
  const title = document.title;

  function turn() {
    const mine = table.classList.contains("seated") && form.querySelector("#r-controls.asks") !== null;
    table.classList.toggle("my-turn", mine);
    document.title = mine ? `轮到你了 · ${title}` : title;
  }

  /* --- Ticked cards: count on the button, a rank at once, none at all. --- */
  const ticked = () => form.querySelectorAll("input[name=c]:checked");

  function count() {
    const many = ticked().length;
    for (const button of form.querySelectorAll("[data-cards]")) {
      button.dataset.label ??= button.textContent;
      button.textContent = many ? `${button.dataset.label} ${many} 张` : button.dataset.label;
    }
    const clear = document.getElementById("clear");
    if (clear) clear.hidden = !many;
    table.classList.toggle("choosing", many > 0);
  }

  function equip() {
    const row = form.querySelector("#r-controls .row");
    if (row && form.querySelector(".hand input") && !document.getElementById("clear")) {
      const clear = document.createElement("button");
      Object.assign(clear, { type: "button", id: "clear", className: "button quiet", textContent: "全不选" });
      row.append(clear);
    }
    count();
  }

  form.addEventListener("change", () => {
    document.getElementById("r-refusal").textContent = "";
    count();
  });
  form.addEventListener("click", (event) => {
    const leave = event.target.closest("button[value=leave]");
    const playing = form.querySelector(".hand input");
    if (leave && playing && !confirm("现在离开，机器人会替你打完。要离开吗？")) event.preventDefault();
    const button = event.target.closest("button");
    if (button?.id === "clear") for (const box of ticked()) box.checked = false;
    else if (button?.matches(".hand > div > button")) {
      const boxes = [...button.parentElement.querySelectorAll("input")];
      const all = boxes.every((box) => box.checked);
      for (const box of boxes) box.checked = !all;
    } else return;
    count();
  });

  /* --- A hint from the rules: its cards are ticked, and no others. Pressed again it is the next one. --- */
  let press = 0;
  let pressed = "";

  form.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.parameters.do !== "hint") return;
    const seen = event.detail.parameters.seen;
    press = seen === pressed ? press + 1 : 0;
    pressed = seen;
    event.detail.parameters.press = press;
  });
  form.addEventListener("hint", (event) => {
    const wanted = new Set(event.detail.cards);
    for (const box of form.querySelectorAll("input[name=c]")) box.checked = wanted.has(box.value);
    for (const button of form.querySelectorAll(".buttons .button")) {
      button.classList.toggle("hinted", !wanted.size && button.value === event.detail.verb);
    }
    count();
  });

  /* --- Ticks and focus survive a new hand: they are the browser's, and a hand comes without them. --- */
  let focused = "";

  table.addEventListener("htmx:oobBeforeSwap", (event) => {
    if (event.detail.target.id !== "r-hand") return;
    const kept = new Set([...ticked()].map((box) => box.value));
    focused = document.activeElement?.matches("input[name=c]") ? document.activeElement.value : "";
    for (const box of event.detail.fragment.querySelectorAll("input[name=c]")) box.checked = kept.has(box.value);
  });
  table.addEventListener("htmx:oobAfterSwap", () => {
    if (focused) form.querySelector(`input[name=c][value="${focused}"]`)?.focus();
    focused = "";
  });

  /* --- The log aloud, from outside the regions that are swapped. --- */
  let lines = logLines();

  function logLines() {
    return [...document.querySelectorAll("#r-log li")].map((line) => line.textContent);
  }

  function speak() {
    const now = logLines();
    const known = lines.length ? now.lastIndexOf(lines[lines.length - 1]) : -1;
    const fresh = now.slice(known + 1);
    lines = now;
    if (fresh.length) said.textContent = fresh.join("。");
  }

  function changed() {
    equip();
    speak();
    turn();
    tick();
  }
  table.addEventListener("htmx:wsAfterMessage", changed);
  form.addEventListener("htmx:afterSettle", changed);
  form.addEventListener("htmx:afterRequest", equip);
  equip();
  turn();
  tick();
})();
