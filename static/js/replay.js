/* Walking through a finished match without loading the page anew. Every step is a link that works without this. */
(() => {
  "use strict";
  const replay = document.getElementById("replay");
  if (!replay) return;
  const play = document.getElementById("play");
  const speed = document.getElementById("speed");
  const copy = document.getElementById("copy");
  const said = document.getElementById("say");
  const lost = document.getElementById("lost");
  const bar = () => document.getElementById("r-bar");
  const on = () => document.querySelector("#on[href]");

  /* --- Steps: one request at a time; of those asked meanwhile only the last. --- */
  const REST_MS = 150; // Safari lets a page write its address a hundred times in ten seconds, and throws at the next
  let resting = 0;
  let busy = false;
  let wanted = "";
  let asked = "";
  let timer = 0;

  async function go(address) {
    wanted = address;
    if (busy) return;
    busy = true;
    const focused = nameOf(document.activeElement);
    while (wanted) {
      asked = wanted;
      wanted = "";
      try {
        await htmx.ajax("GET", asked, { source: replay, target: replay, swap: "none" });
        lost.textContent = "";
      } catch {
        if (wanted) continue;
        pause();
        lost.textContent = lost.dataset.lost;
      }
    }
    busy = false;
    refocus(focused);
    arrived();
  }

  /* What was asked over a line that is gone may never be answered. */
  addEventListener("online", () => {
    if (!busy) return;
    wanted ||= asked;
    htmx.trigger(replay, "htmx:abort");
  });

  /* What had the focus is swapped with the bar: its successor gets it, or else what plays on. */
  function nameOf(element) {
    if (!element?.closest("#r-bar")) return "";
    return element.id ? `#${element.id}` : `#r-bar [name="${element.name}"]`;
  }

  function refocus(name) {
    if (!name || document.activeElement?.matches(name)) return;
    const again = document.querySelector(name);
    (again?.matches("a[href], input") ? again : play).focus();
  }

  function arrived() {
    const here = bar().dataset.link;
    clearTimeout(resting);
    resting = setTimeout(() => history.replaceState(null, "", here), REST_MS);
    const asked = new URLSearchParams(here);
    for (const link of document.querySelectorAll("[data-seat]")) {
      asked.set("seat", link.dataset.seat);
      link.href = `?${asked}`;
    }
    for (const link of document.querySelectorAll(".contents [data-step]")) {
      link.toggleAttribute("aria-current", link.getAttribute("href") === here);
    }
    const line = document.querySelector("#r-log li:last-child");
    if (line && said.textContent !== line.textContent) said.textContent = line.textContent;
    copy.textContent = copy.dataset.copy;
  }

  /* --- By itself. --- */
  function playing() {
    return play.getAttribute("aria-pressed") === "true";
  }

  function show(state) {
    play.setAttribute("aria-pressed", String(state));
    play.textContent = state ? play.dataset.pause : play.dataset.play;
  }

  function pause() {
    clearTimeout(timer);
    show(false);
  }

  async function next() {
    if (!on()) return pause();
    await go(on().href);
    if (playing()) timer = setTimeout(next, Number(speed.value));
  }

  function toggle() {
    if (playing()) return pause();
    show(true);
    next();
  }

  /* --- What a person does. --- */
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-step]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    pause();
    go(link.href);
    if (link.closest(".contents")) replay.scrollIntoView();
  });
  replay.addEventListener("pointerdown", (event) => event.target.name === "m" && pause());
  replay.addEventListener("change", (event) => event.target.name === "m" && slide(event.target.form));
  replay.addEventListener("submit", (event) => {
    event.preventDefault();
    slide(event.target);
  });

  function slide(form) {
    pause();
    go(`?${new URLSearchParams(new FormData(form))}`);
  }

  play.addEventListener("click", toggle);
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(new URL(bar().dataset.link, location.href).href);
      copy.textContent = copy.dataset.done;
    } catch {
      getSelection().removeAllRanges();
    }
  });
  document.addEventListener("visibilitychange", () => document.hidden && pause());

  const STEPS = { ArrowLeft: "back", ArrowRight: "on", PageUp: "before", PageDown: "after" };

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, select")) return;
    if (event.key === " " && !event.target.matches("button, summary")) toggle();
    else if (STEPS[event.key]) document.querySelector(`#${STEPS[event.key]}[href]`)?.click();
    else return;
    event.preventDefault();
  });

  copy.dataset.copy = copy.textContent;
  copy.hidden = !navigator.clipboard;
})();
