/* What is called out at the table: words in front of the player, a tone, a voice. Each once: a cue has a number that only grows. */
(() => {
  "use strict";
  const table = document.getElementById("table");
  const calls = document.getElementById("calls");
  if (!table || !calls) return;
  const SHOWN_MS = 1900;
  const APART_MS = 260;
  const ASLEEP_MS = 30_000;
  const CARDS = new Set(["lead", "answer", "play"]);
  /* The cards on the felt say these, and a stamp on each would cover what lies there; they are heard all the same. */
  const PLAIN = new Set([...CARDS, "pass"]);

  const cues = () =>
    [...document.querySelectorAll("#r-cues i")].map((each) => {
      const [n, key, seat] = each.dataset.cue.split(" ");
      return { n: Number(n), key, seat: Number(seat), say: each.dataset.say, words: each.textContent };
    });
  const newest = () => Math.max(0, ...cues().map((cue) => cue.n));
  let last = newest();
  let heard = Date.now();
  let asleep = false;

  function float(cue) {
    const { seat } = cue;
    const call = document.createElement("span");
    call.className = `call k-${cue.key} ${seat < 0 ? "all" : `seat-${seat}`}`;
    call.append(Object.assign(document.createElement("b"), { textContent: cue.words }));
    for (const old of calls.querySelectorAll(seat < 0 ? ".all" : `.seat-${seat}`)) old.remove();
    calls.append(call);
    setTimeout(() => call.remove(), SHOWN_MS);
  }

  function out(cue) {
    if (cue.words && !PLAIN.has(cue.key)) float(cue);
    const said = CARDS.has(cue.key) ? [cue.say] : [cue.words, cue.say];
    window.sound?.call(cue.key, said.filter(Boolean).join(" "));
  }

  /* Whoever comes back after a while sees how things stand, and hears nothing of how they came to. */
  table.addEventListener("htmx:wsBeforeMessage", () => {
    const now = Date.now();
    asleep ||= now - heard > ASLEEP_MS;
    heard = now;
  });

  document.addEventListener("table:changed", () => {
    const fresh = cues().filter((cue) => cue.n > last);
    last = Math.max(last, newest());
    if (!asleep) fresh.forEach((cue, at) => setTimeout(out, at * APART_MS, cue));
    asleep = false;
  });
})();
