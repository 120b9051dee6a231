/* The browser's time zone, for the times that the server writes into pages. To ask for its name takes a phone a while, so it is
   asked once a visit, and when its clock goes otherwise. */
setTimeout(() => {
  "use strict";
  const offset = String(new Date().getTimezoneOffset());
  try {
    if (sessionStorage.getItem("zone") === offset && /(^|; )zone=/.test(document.cookie)) return;
    sessionStorage.setItem("zone", offset);
  } catch {
    /* A browser that keeps nothing is asked on every page. */
  }
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
  const kept = `zone=${zone}`;
  if (!/^[\w+/-]+$/.test(zone) || document.cookie.split("; ").includes(kept)) return;
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${kept}; path=/; max-age=31536000; samesite=lax${secure}`;
});
