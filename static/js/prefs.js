/* What a reader has chosen for eyes, hand and ears: kept in this browser, put on the page before it is painted. So is that there
   are scripts, which some style sheets ask. */
(() => {
  "use strict";
  const KEY = "prefs";
  const CHOICES = {
    theme: ["auto", "light", "dark"],
    felt: ["green", "blue", "wine"],
    back: ["blue", "red", "jade"],
    sort: ["high", "low"],
    by: ["suits", "ranks"],
    rows: ["auto", "one", "two"],
    big: [false, true],
    four: [false, true],
    keys: [true, false],
    voice: ["female", "male", "off"],
    tones: [true, false],
    mute: [false, true],
  };
  const root = document.documentElement;
  const night = matchMedia("(prefers-color-scheme: dark)");
  let kept = read();

  function read() {
    let found = {};
    try {
      found = JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
    } catch {
      found = {};
    }
    const valid = {};
    for (const [name, values] of Object.entries(CHOICES)) {
      valid[name] = values.includes(found[name]) ? found[name] : values[0];
    }
    valid.volume = Number.isFinite(found.volume) ? Math.max(0, Math.min(100, found.volume)) : 60;
    return valid;
  }

  function apply() {
    root.classList.toggle("dark", kept.theme === "dark" || (kept.theme === "auto" && night.matches));
    for (const name of ["felt", "back", "sort", "rows"]) {
      for (const value of CHOICES[name]) root.classList.toggle(`${name}-${value}`, kept[name] === value);
    }
    for (const name of ["big", "four", "mute"]) root.classList.toggle(name, kept[name]);
  }

  function set(name, value) {
    kept = { ...kept, [name]: value };
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      /* A browser that keeps nothing still shows what was chosen, on this page. */
    }
    told();
  }

  function told() {
    apply();
    document.dispatchEvent(new CustomEvent("prefs"));
  }

  night.addEventListener("change", told);
  addEventListener("storage", (event) => {
    if (event.key !== KEY) return;
    kept = read();
    told();
  });
  root.classList.add("js");
  window.prefs = { get: (name) => kept[name], set };
  apply();
})();
