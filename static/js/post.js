/* What the table's page sends: once per click, nothing that is clicked while the line is down, and nothing twice by
   itself. What became of a post whose answer is lost is seen from the table when the socket is back. */
(() => {
  "use strict";
  const form = document.getElementById("act");
  if (!form || !window.link) return;
  const { isLive, maySend, ask, check, heard, reconnect } = window.link;
  const table = document.getElementById("table");
  const pill = document.getElementById("link-state");
  const words = pill.dataset;
  const DOUBLE_MS = 450;
  const POST_MS = 10_000;
  let flight = "";
  let pressed = "";
  let sent = 0;
  let fresh = false;
  let unsure = "";

  const isOurs = (event) => event.detail.elt === form;

  function say(sentence, where = "r-refusal") {
    const place = document.getElementById(where);
    if (place) place.textContent = sentence;
  }

  function picture() {
    const parts = form.querySelectorAll("input[name=seen], #r-hand input[name=c], #r-controls button");
    return [...parts].map((part) => part.value).join();
  }

  document.addEventListener("htmx:confirm", (event) => {
    if (event.detail.verb !== "post" || maySend()) return;
    event.preventDefault();
    say(words.refused, event.detail.elt.closest("#talk-form, #talk-quick, #chat") ? "talk-refusal" : undefined);
    check();
  });
  form.addEventListener("htmx:confirm", (event) => {
    if (!isOurs(event)) return;
    const value = event.detail.triggeringEvent?.submitter?.value ?? "";
    if (flight === "hint" && value !== "hint") htmx.trigger(form, "htmx:abort");
    else if (value === pressed && (flight || Date.now() - sent < DOUBLE_MS)) event.preventDefault();
    else if (flight && value !== flight) {
      event.preventDefault();
      say(words.busy);
    }
  });
  form.addEventListener("htmx:configRequest", (event) => {
    if (!isOurs(event)) return;
    event.detail.timeout = POST_MS;
    if (isLive()) event.detail.headers["X-Live"] = "1";
  });
  form.addEventListener("htmx:beforeRequest", (event) => {
    if (!isOurs(event)) return;
    const { parameters, triggeringEvent } = event.detail.requestConfig;
    flight = parameters.do ?? triggeringEvent?.submitter?.value ?? "";
    pressed = flight === "hint" ? "" : flight;
    sent = Date.now();
    unsure = "";
  });
  form.addEventListener("htmx:afterRequest", (event) => {
    if (!isOurs(event)) return;
    flight = "";
    if (!event.detail.requestConfig.headers["X-Live"] || !event.detail.successful || heard() > sent) return;
    const asked = sent;
    ask();
    setTimeout(() => heard() < asked && reconnect(), 1500);
  });
  for (const failure of ["htmx:sendError", "htmx:timeout"]) {
    form.addEventListener(failure, (event) => {
      if (!isOurs(event)) return;
      unsure = picture();
      say(words.unsure);
      reconnect();
    });
  }
  form.addEventListener("htmx:responseError", (event) => isOurs(event) && say(words.lost));

  /* The table has been shown: as it is now, or a part of it. */
  function learn(whole) {
    const changed = unsure !== picture();
    if (!unsure || !(changed || whole)) return;
    say(changed ? "" : words.lost);
    unsure = "";
  }
  table.addEventListener("htmx:wsOpen", () => {
    fresh = true;
  });
  pill.addEventListener("link:polled", () => learn(true));
  table.addEventListener("htmx:wsAfterMessage", () => {
    learn(fresh);
    fresh = false;
  });
  document.getElementById("sit")?.addEventListener("submit", (event) => {
    if (maySend()) return;
    event.preventDefault();
    say(words.refused);
    check();
  });
})();
