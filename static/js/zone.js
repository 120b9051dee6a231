/* The browser's time zone, for the times that the server writes into pages. To ask for its name takes a phone a while, so it is
   asked once a visit, and when its clock goes otherwise. The first page was written before the server knew the zone: its times, and
   those that come to it later, are written again here. */
setTimeout(() => {
  "use strict";
  const offset = String(new Date().getTimezoneOffset());
  const zone = known() ?? asked();
  keep();
  const written = document.body.dataset.zone; // none where the reader chose a zone in the settings
  if (written && written !== zone) {
    rewrite(document);
    const come = (changes) => changes.forEach((change) => change.addedNodes.forEach(rewrite));
    new MutationObserver(come).observe(document.body, { childList: true, subtree: true });
  }

  function known() {
    try {
      const [at, name] = (sessionStorage.getItem("zone") ?? "").split(" ");
      return at === offset ? name : undefined;
    } catch {
      return undefined; // A browser that keeps nothing is asked on every page.
    }
  }

  function asked() {
    const name = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
    try {
      sessionStorage.setItem("zone", `${offset} ${name}`);
    } catch {
      /* See above. */
    }
    return name;
  }

  function keep() {
    const kept = `zone=${zone}`;
    if (!/^[\w+/-]+$/.test(zone) || document.cookie.split("; ").includes(kept)) return;
    const secure = location.protocol === "https:" ? "; secure" : "";
    document.cookie = `${kept}; path=/; max-age=31536000; samesite=lax${secure}`;
  }

  /* Times by this browser's clock, in the form in which the server writes them. */
  function rewrite(part) {
    part.querySelectorAll?.("time[datetime]").forEach((each) => {
      const at = new Date(each.dateTime);
      const two = (number) => String(number).padStart(2, "0");
      const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} `;
      const clock = `${two(at.getHours())}:${two(at.getMinutes())}`;
      if (!Number.isNaN(at.getTime())) each.textContent = (/^\d+-/.test(each.textContent) ? day : "") + clock;
    });
  }
});
