/* What the server shows again is not put on the page again: a socket's first words are the whole table, most of which the page
   has had from the start. Compared is what the server sent, not what scripts have made of it. */
(() => {
  "use strict";
  const table = document.getElementById("table");
  if (!table) return;
  const CLEARED = "r-refusal"; // by scripts too, so that the same words may be news
  const known = new Map();

  function wordsOf(region) {
    const plain = region.cloneNode(true);
    plain.removeAttribute("hx-swap-oob");
    return plain.outerHTML;
  }

  for (const region of table.querySelectorAll("[id^=r-][hx-swap-oob=true]")) known.set(region.id, wordsOf(region));

  table.addEventListener(
    "htmx:oobBeforeSwap",
    (event) => {
      const { target, fragment } = event.detail;
      const around = target.parentElement.closest("[id^=r-]");
      if (around) known.delete(around.id);
      const fresh = fragment.firstElementChild;
      if (fresh?.id !== target.id || !known.has(target.id) || target.id === CLEARED) return;
      const words = wordsOf(fresh);
      if (words === known.get(target.id)) {
        event.preventDefault();
        event.stopImmediatePropagation();
      } else known.set(target.id, words);
    },
    true,
  );
})();
