/* The table by keyboard: one stop for the hand, arrows within it, letters for what is done most; and a focus that no update throws away. */
(() => {
  "use strict";
  const form = document.getElementById("act");
  const table = document.getElementById("table");
  const help = document.getElementById("keys");
  if (!form || !help || !window.hand) return;
  let current = "";

  const groups = () => [...form.querySelectorAll("#r-hand > div")].map((group) => [...group.querySelectorAll("input[name=c]")]);
  const focusedCard = () => (document.activeElement?.matches("#r-hand input[name=c]") ? document.activeElement : null);

  /* --- One stop in the tab order for the whole hand. --- */
  function rove() {
    const all = hand.boxes();
    const here = all.find((box) => box.value === current) ?? all[0];
    for (const box of all) box.tabIndex = box === here ? 0 : -1;
  }

  function go(box) {
    if (!box) return;
    current = box.value;
    rove();
    box.focus({ preventScroll: true });
    box.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  function move(key) {
    const all = groups();
    const at = all.findIndex((group) => group.includes(document.activeElement));
    const row = all[at].indexOf(document.activeElement);
    const wide = table.classList.contains("seats-4");
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    const across = wide ? dy : dx;
    const along = wide ? dx : dy;
    if (across) {
      const next = all[at + across];
      go(next?.[wide ? Math.min(row, next.length - 1) : next.length - 1]);
    } else if (wide && !all[at][row + along]) go(along > 0 ? all[at + 1]?.[0] : all[at - 1]?.at(-1));
    else go(all[at][row + along]);
  }

  form.addEventListener("focusin", (event) => {
    if (!event.target.matches("#r-hand input[name=c]")) return;
    current = event.target.value;
    rove();
  });

  /* --- Keys. A letter alone works only where nobody writes, and not at all where its player switched it off. --- */
  const press = (...selectors) => {
    const button = selectors.map((each) => form.querySelector(`#r-controls ${each}`)).find(Boolean);
    button?.click();
    return Boolean(button);
  };
  const DOES = {
    p: () => press("[value=pass]", "[value=decline]", "[value=done]", "[value=stay]"),
    y: () => press("[value=yield]"),
    h: () => press("[value=hint]"),
    a: () => focusedCard() && hand.takeAll(focusedCard().closest("div")),
    "+": () => document.querySelector("#picks [data-add]:not([hidden])")?.click(),
    c: () => go(hand.boxes().find((box) => box.value === current) ?? hand.boxes()[0]),
    m: () => document.getElementById("mute").click(),
    s: () => document.getElementById("settings").showModal(),
    "?": () => help.showModal(),
  };

  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (document.querySelector("dialog[open]") || target.closest("select, textarea, [contenteditable], input:not([name=c])")) return;
    const card = focusedCard();
    if (card && key.startsWith("Arrow")) move(key);
    else if (card && (key === "Home" || key === "End")) go(key === "Home" ? hand.boxes()[0] : hand.boxes().at(-1));
    else if (key === "Enter" && !target.closest("button, a, summary")) press("[data-cards]", ".main");
    else if (key === "Escape" && hand.ticked().length) hand.clear();
    else if (prefs.get("keys") && DOES[key.toLowerCase()]) DOES[key.toLowerCase()]();
    else return;
    event.preventDefault();
  });

  /* --- Focus kept: on the same thing, else on its neighbour, else on the region it was in. --- */
  let lost = null;

  table.addEventListener("htmx:oobBeforeSwap", (event) => {
    const region = event.detail.target;
    const at = document.activeElement;
    if (!region.contains(at) || at.closest("#picks")) return;
    lost = { region: region.id, value: at.value, name: at.name, index: hand.boxes().indexOf(at) };
  });

  function restore() {
    rove();
    if (!lost || (document.activeElement && document.activeElement !== document.body)) {
      lost = null;
      return;
    }
    const { region, value, name, index } = lost;
    lost = null;
    const root = document.getElementById(region);
    const same = name && root?.querySelector(`[name="${name}"][value="${value}"]`);
    if (same) same.focus({ preventScroll: true });
    else if (index >= 0 && hand.boxes().length) go(hand.boxes()[Math.min(index, hand.boxes().length - 1)]);
    else if (root && !root.hidden) {
      root.tabIndex = -1;
      root.focus({ preventScroll: true });
    }
  }
  table.addEventListener("htmx:oobAfterSwap", restore);
  document.addEventListener("table:changed", restore);
  document.addEventListener("prefs", rove);
  rove();
})();
