/* The line to the server: one socket that comes back by itself, and posts that are sent once. */
(() => {
  "use strict";
  const table = document.getElementById("table");
  if (!table) return;
  const form = document.getElementById("act");
  const pill = document.getElementById("link-state");

  /* --- Socket. The extension retries only some close codes, so all retrying is done here. --- */
  const NEVER = 2 ** 31 - 1;
  const SILENT_MS = 25_000;
  const GONE = 4404;
  let socket = null;
  let wrapper = null;
  let heard = 0;
  let beats = false;
  let retry = 0;
  let gone = false;

  htmx.config.wsReconnectDelay = () => NEVER;
  htmx.createWebSocket = (url) => {
    if (socket) {
      socket.onclose = socket.onerror = null;
      socket.close();
    }
    socket = new WebSocket(url);
    show("wait");
    return socket;
  };

  function show(state) {
    const { on, first, again, gone: closed } = pill.dataset;
    const words = { on, wait: wrapper ? again : first, gone: closed };
    pill.hidden = false;
    if (pill.className !== `link-state ${state}`) {
      pill.className = `link-state ${state}`;
      pill.textContent = words[state];
    }
    document.body.classList.toggle("offline", state !== "on" && wrapper !== null);
  }

  function isLive() {
    return socket?.readyState === WebSocket.OPEN && !(beats && Date.now() - heard > SILENT_MS);
  }

  function reconnect() {
    clearTimeout(retry);
    retry = 0;
    if (wrapper && !gone) wrapper.reconnect();
  }

  function reconnectSoon() {
    if (!retry && !gone) retry = setTimeout(reconnect, 300 + 1200 * Math.random());
  }

  function reconnectIfLost() {
    if (document.visibilityState === "visible" && !isLive()) reconnect();
  }

  table.addEventListener("htmx:wsOpen", (event) => {
    wrapper = event.detail.socketWrapper;
    heard = Date.now();
    show("on");
  });
  table.addEventListener("htmx:wsClose", (event) => {
    wrapper = event.detail.socketWrapper;
    if (event.detail.event.target !== socket) return;
    gone = event.detail.event.code === GONE;
    show(gone ? "gone" : "wait");
    reconnectSoon();
  });
  table.addEventListener("htmx:wsBeforeMessage", (event) => {
    heard = Date.now();
    if (event.detail.message.includes("<!--")) {
      beats = true;
      if (!event.detail.message.includes("id=")) event.preventDefault();
    }
  });
  addEventListener("online", reconnectIfLost);
  addEventListener("pageshow", reconnectIfLost);
  document.addEventListener("visibilitychange", reconnectIfLost);

  /* --- Sending: once per click, and never what was clicked long ago. --- */
  const DOUBLE_MS = 450;
  let sent = 0;

  form.addEventListener("htmx:beforeRequest", (event) => {
    if (Date.now() - sent < DOUBLE_MS) event.preventDefault();
    else if (event.detail.requestConfig.parameters.do !== "hint") sent = Date.now();
  });
  form.addEventListener("htmx:configRequest", (event) => {
    if (isLive()) event.detail.headers["X-Live"] = "1";
  });
  form.addEventListener("htmx:afterRequest", (event) => {
    const asked = sent;
    const live = event.detail.requestConfig.headers["X-Live"] && event.detail.successful;
    if (live) setTimeout(() => heard < asked && reconnect(), 3000);
  });
  for (const failure of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
    form.addEventListener(failure, () => {
      const words = navigator.onLine ? pill.dataset.lost : pill.dataset.offline;
      document.getElementById("r-refusal").textContent = words;
    });
  }

  setInterval(() => {
    if (!beats || Date.now() - heard <= SILENT_MS) return;
    show("wait");
    reconnectSoon();
  }, 250);
})();
