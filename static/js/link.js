/* The line to the server: one socket that comes back by itself. */
(() => {
  "use strict";
  const table = document.getElementById("table");
  if (!table) return;
  const pill = document.getElementById("link-state");
  const words = pill.dataset;

  /* The extension retries only some close codes, so all retrying is done here. The server is heard every 10 seconds;
     where it is not, it is asked, and a socket that stays silent is given up. */
  const NEVER = 2 ** 31 - 1;
  const LATE_MS = 13_000;
  const SILENT_MS = 25_000;
  const ANSWER_MS = 3_000;
  const SLEPT_MS = 5_000;
  const POLL_MS = 4_000;
  const ASK = "?";
  const GONE = 4404;
  const SHUT_OUT = 4403;
  const RESTART = 1012;
  let socket = null;
  let wrapper = null;
  let opened = false;
  let heard = 0;
  let due = 0;
  let began = 0;
  let slow = 0;
  let tries = 0;
  let retry = 0;
  let polled = 0;
  let offlineAt = 0;
  let reached = true;
  let restarts = false;
  let gone = false;

  htmx.config.wsReconnectDelay = () => NEVER;
  htmx.createWebSocket = (url) => {
    if (socket) {
      socket.onopen = socket.onclose = socket.onerror = null;
      socket.close();
    }
    socket = new WebSocket(url);
    began = Date.now();
    due = 0;
    show();
    return socket;
  };

  const isOpen = () => socket?.readyState === WebSocket.OPEN;
  const isOpening = () => socket?.readyState === WebSocket.CONNECTING;
  const silence = () => Date.now() - heard;

  /* Whether what is sent now will surely arrive. A browser that calls itself offline may sit beside its server. */
  function isLive() {
    return isOpen() && silence() <= LATE_MS && (navigator.onLine || heard > offlineAt + 300);
  }

  /* Posts go without a socket too, where the server has been reached since it was lost. */
  const maySend = () => isLive() || (!isOpen() && reached);

  function state() {
    if (gone) return "gone";
    if (isLive() || (isOpen() && navigator.onLine && silence() <= LATE_MS + ANSWER_MS)) return "on";
    if (!navigator.onLine) return "offline";
    if (restarts) return "restart";
    if (tries && reached) return "plain";
    return opened ? "again" : "first";
  }

  function show() {
    const now = state();
    const look = `link-state ${now === "on" || now === "gone" ? now : "wait"}`;
    pill.hidden = false;
    if (pill.className !== look) pill.className = look;
    if (pill.textContent !== words[now]) pill.textContent = words[now];
    document.body.classList.toggle("offline", now !== "on" && opened);
  }

  function reconnect() {
    clearTimeout(retry);
    retry = due = 0;
    if (gone) return;
    if (wrapper) wrapper.reconnect();
    else if (isOpening()) socket.close();
  }

  /* Never longer than two seconds, and each page at another moment: after a restart all of them come back. */
  function reconnectSoon() {
    const most = tries || restarts ? 1700 : 700;
    if (!retry && !gone) retry = setTimeout(reconnect, 300 + most * Math.random());
  }

  /* Ask the server for a sign of life; whatever comes from it is one. */
  function ask(patience) {
    const until = Date.now() + patience;
    if (due) due = Math.min(due, until);
    else if (isOpen()) {
      due = until;
      socket.send(ASK);
    }
  }

  function check() {
    if (isOpen() && silence() <= LATE_MS) {
      if (silence() > 700) ask(ANSWER_MS);
    } else if (!isOpening() || Date.now() - began > 1500) reconnect();
  }

  async function reach() {
    try {
      const { href } = document.querySelector("link[rel=icon]");
      await fetch(href, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(ANSWER_MS) });
      reached = !isOpen();
    } catch {
      reached = false;
    }
    show();
  }

  table.addEventListener("htmx:wsOpen", (event) => {
    wrapper = event.detail.socketWrapper;
    heard = Date.now();
    opened = true;
    reached = restarts = false;
    slow = tries = 0;
    show();
  });
  table.addEventListener("htmx:wsClose", (event) => {
    const { event: close, socketWrapper } = event.detail;
    wrapper = socketWrapper;
    if (close.target !== socket) return;
    if (close.code === SHUT_OUT) location.replace(location.pathname); // the page says why
    gone = close.code === GONE;
    restarts ||= close.code === RESTART;
    if (began > heard) {
      tries += 1;
      reach();
    }
    show();
    reconnectSoon();
  });
  table.addEventListener("htmx:wsBeforeMessage", (event) => {
    heard = Date.now();
    due = 0;
    if (event.detail.message === "<!-- -->") event.preventDefault();
  });

  addEventListener("offline", () => {
    offlineAt = Date.now();
    setTimeout(() => ask(SILENT_MS), 350);
    show();
  });
  addEventListener("online", reconnect);
  for (const back of ["pageshow", "focus"]) addEventListener(back, check);
  for (const back of ["visibilitychange", "resume"]) {
    document.addEventListener(back, () => document.visibilityState === "visible" && check());
  }

  /* Where no socket can be had, the page is asked for its regions now and then. */
  function poll() {
    if (Date.now() - polled < POLL_MS) return;
    polled = Date.now();
    htmx.ajax("GET", location.pathname, { source: pill, target: pill, swap: "none ignoreTitle:true" })
      .then(() => pill.dispatchEvent(new Event("link:polled")), () => {});
  }

  let watched = Date.now();
  setInterval(() => {
    const now = Date.now();
    const slept = Math.abs(now - watched) > SLEPT_MS;
    watched = now;
    if (heard > now) heard = 0; // the clock was set back
    if (state() === "plain") poll();
    if (slept) check();
    else if (isOpen()) {
      if (silence() > SILENT_MS || (due && now > due)) reconnect();
      else if (silence() > LATE_MS) ask(SILENT_MS);
    } else if (isOpening() && now - began > Math.min(8000, 2500 + 1500 * slow)) {
      slow += 1;
      tries += 1;
      reach();
      reconnect();
    }
    show();
  }, 250);

  window.link = { isLive, maySend, ask: () => ask(ANSWER_MS), check, heard: () => heard, reconnect };
})();
