/* The hand: sorted as its player likes, cards ticked by one or by rank, jokers and 2s offered beside. Ticks are the browser's own
   and survive every update. */
(() => {
  "use strict";
  const form = document.getElementById("act");
  const picks = document.getElementById("picks");
  if (!form || !picks) return;
  const table = document.getElementById("table");
  const words = picks.dataset;
  const ORDER = "BsAKQJT98765432";
  const suited = table.classList.contains("seats-4");
  const SUITS = { C: words.clubs, D: words.diamonds, H: words.hearts, S: words.spades };
  const JOKERS = { s: words.small, B: words.big };

  const hand = () => document.getElementById("r-hand");
  const boxes = () => [...form.querySelectorAll("#r-hand input[name=c]")];
  const ticked = () => boxes().filter((box) => box.checked);

  /* --- Order: what the server sends is high cards first, in the levels games suit by suit. --- */
  function nameOf(box) {
    const [rank, suit] = box.value;
    return JOKERS[rank] ?? `${SUITS[suit] ?? ""}${rank === "T" ? "10" : rank}`;
  }

  function remember(root) {
    if (root.dataset.known) return;
    root.dataset.known = "1";
    let at = 0;
    for (const group of root.querySelectorAll(":scope > div")) {
      const title = group.querySelector("button").textContent;
      for (const card of group.querySelectorAll("label")) Object.assign(card.dataset, { at: at++, title });
    }
  }

  function arrange(root) {
    remember(root);
    const low = prefs.get("sort") === "low";
    const turn = low ? -1 : 1;
    const across = suited && prefs.get("by") === "ranks";
    const cards = [...root.querySelectorAll("label")];
    const place = (card) => (across ? ORDER.indexOf(boxOf(card).value[0]) * 1000 : 0) + Number(card.dataset.at);
    cards.sort((a, b) => turn * (place(a) - place(b)));
    const groups = new Map();
    for (const card of cards) {
      const key = across ? boxOf(card).value[0] : card.dataset.title + (suited ? "" : boxOf(card).value[0]);
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key).push(card);
    }
    const made = [...groups.values()];
    if (suited && !across && low) made.reverse();
    root.replaceChildren(root.querySelector("legend"), ...made.map((each) => groupOf(each, across)));
  }

  const boxOf = (card) => card.querySelector("input");

  function groupOf(cards, across) {
    const group = document.createElement("div");
    const button = document.createElement("button");
    const first = boxOf(cards[0]);
    const rank = JOKERS[first.value[0]] ?? (first.value[0] === "T" ? "10" : first.value[0]);
    button.type = "button";
    button.textContent = across ? `${rank} ${cards.length}` : cards[0].dataset.title;
    button.ariaLabel = `${suited ? "" : rank} ${button.textContent} ${words.all}`.trim();
    button.tabIndex = -1;
    for (const card of cards) boxOf(card).ariaLabel = nameOf(boxOf(card));
    group.append(button, ...cards);
    return group;
  }

  /* --- What is ticked: counted on the button, added to, cleared. --- */
  function count() {
    const many = ticked().length;
    for (const button of form.querySelectorAll("#r-controls [data-cards]")) {
      button.dataset.label ??= button.textContent;
      button.textContent = many ? words.count.replace("%", button.dataset.label).replace("#", many) : button.dataset.label;
    }
    const free = (ranks) => boxes().some((box) => !box.checked && ranks.includes(box.value[0]) && !isBarred(box));
    for (const button of picks.querySelectorAll("[data-add]")) button.hidden = !many || !free(button.dataset.add);
    document.getElementById("clear").hidden = !many;
    table.classList.toggle("choosing", many > 0);
  }

  const isBarred = (box) => box.parentElement.classList.contains("x");

  /* --- As large as fits: the first of the style sheet's sizes with which the buttons stay on the screen, more columns where none
     does, and one row where one is wanted. While the others play the hand may shrink, or lie under its buttons by SOME pixels; it grows,
     and takes other columns, when it has changed itself. --- */
  const COLUMNS = ["", "7", "8", "9", "10", "12", "all"];
  const SOME = 20;
  const FINGER = 44;
  const below = form.querySelector(".below");
  let fitted = "";

  const bottom = () => below.getBoundingClientRect().bottom + scrollY;
  const fits = (over = 1) => bottom() <= document.documentElement.clientHeight + over;
  const sized = (size) => below.style.setProperty("--size", `${size}px`);

  function spread(columns) {
    below.classList.remove("low");
    below.classList.toggle("single", columns === "all");
    below.style.setProperty("--more", columns === "all" ? "" : columns);
  }

  /* Counts as wide as a finger may be less high; that is better than narrow ones. */
  function lowered(count) {
    below.classList.toggle("low", count.offsetWidth >= FINGER);
    return fits();
  }

  /* The largest size that passes; where none does, the largest that takes no more room than the smallest. */
  function largest(sizes, passes) {
    if (sizes.some((size) => (sized(size), passes()))) return true;
    const least = bottom();
    sizes.some((size) => (sized(size), bottom() <= least));
    return false;
  }

  function fit() {
    const root = hand();
    if (!boxes().length) return;
    const style = getComputedStyle(root);
    const sizes = style.getPropertyValue("--sizes").trim().split(" ");
    const now = [boxes().map((box) => box.value), innerWidth, innerHeight, document.documentElement.className].join();
    if (now === fitted && (fits() || largest(sizes, () => fits()) || fits(SOME))) return;
    fitted = now;
    spread("");
    if (style.display === "grid") {
      sized(sizes.at(-1));
      COLUMNS.find((columns) => (spread(columns), fits() || lowered(root.querySelector("button"))));
    } else if (prefs.get("rows") === "one") {
      const card = root.querySelector("label").offsetHeight;
      if (largest(sizes, () => root.offsetHeight < 1.6 * card && fits())) return;
    }
    largest(sizes, () => fits());
  }

  function equip() {
    const row = form.querySelector("#r-controls .row");
    picks.hidden = !boxes().length;
    if (row && picks.parentElement !== row) {
      const focused = picks.contains(document.activeElement) ? document.activeElement : null;
      row.append(picks);
      focused?.focus();
    }
    count();
    fit();
  }

  function changed() {
    const refusal = document.getElementById("r-refusal");
    if (refusal.textContent) refusal.textContent = "";
    count();
  }

  function add(ranks) {
    for (const rank of ranks) {
      const box = boxes().find((each) => !each.checked && each.value[0] === rank && !isBarred(each));
      if (!box) continue;
      box.checked = true;
      changed();
      return;
    }
  }

  function takeAll(group) {
    const all = [...group.querySelectorAll("input[name=c]")];
    const checked = all.every((box) => box.checked);
    for (const box of all) box.checked = !checked;
    changed();
  }

  function clear() {
    for (const box of ticked()) box.checked = false;
    changed();
  }

  form.addEventListener("change", (event) => event.target.matches("input[name=c]") && changed());
  form.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button?.id === "clear") clear();
    else if (button?.dataset.add) add(button.dataset.add);
    else if (button?.matches("#r-hand > div > button")) takeAll(button.parentElement);
  });

  /* --- A new hand comes from the server without ticks, in the server's order. --- */
  table.addEventListener("htmx:oobBeforeSwap", (event) => {
    const { target, fragment } = event.detail;
    if (target.id === "r-controls") table.append(picks);
    if (target.id !== "r-hand") return;
    const kept = new Set(ticked().map((box) => box.value));
    for (const box of fragment.querySelectorAll("input[name=c]")) box.checked = kept.has(box.value);
    const fresh = fragment.querySelector("#r-hand");
    if (fresh) arrange(fresh);
  });
  document.addEventListener("table:changed", equip);
  addEventListener("resize", fit);
  document.addEventListener("prefs", () => {
    arrange(hand());
    fit();
  });

  window.hand = { boxes, ticked, count, clear, takeAll };
  arrange(hand());
  equip();
})();
