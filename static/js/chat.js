/* Talk: the sheet on a phone, what is unread, and bubbles in front of those who speak. The page is plain forms without it. */
(() => {
  "use strict";
  const chat = document.getElementById("chat");
  const table = document.getElementById("table");
  if (!chat || !table) return;
  const act = document.getElementById("act");
  const felt = act.querySelector(".felt");
  const below = act.querySelector(".below");
  const list = document.getElementById("talk-lines");
  const opener = document.getElementById("chat-open");
  const closer = document.getElementById("chat-close");
  const badge = document.getElementById("chat-unread");
  const news = document.getElementById("talk-news");
  const link = document.getElementById("link-state");
  const words = document.getElementById("talk-form");
  const quick = document.getElementById("talk-quick");
  const desk = matchMedia("(min-width: 1000px) and (min-height: 560px)");
  const BUBBLE_MS = 5000;
  const [colon, stop] = document.documentElement.lang === "en" ? [": ", ". "] : ["：", "。"];

  /* --- The sheet: over the felt and no further, so that the hand can be played while people talk. --- */
  const scroller = list.parentElement;
  const isOpen = () => desk.matches || chat.classList.contains("open");

  function fit() {
    chat.style.setProperty("--chat-top", `${felt.offsetTop}px`);
    chat.style.setProperty("--chat-height", `${Math.max(120, below.offsetTop - felt.offsetTop)}px`);
  }

  function show(tab) {
    if (!chat.querySelector(".tabs")) return;
    chat.dataset.tab = tab;
    for (const each of chat.querySelectorAll("[data-show]")) each.setAttribute("aria-pressed", String(each.dataset.show === tab));
    if (tab === "lines") toEnd();
  }

  for (const tab of chat.querySelectorAll("[data-show]")) tab.addEventListener("click", () => show(tab.dataset.show));

  function open(yes) {
    if (yes && unread) show("lines");
    chat.classList.toggle("open", yes);
    opener.setAttribute("aria-expanded", String(yes));
    if (yes) {
      fit();
      read();
      toEnd();
    }
  }

  opener.hidden = closer.hidden = false;
  opener.addEventListener("click", () => {
    open(!chat.classList.contains("open"));
    if (isOpen()) (chat.querySelector("[data-show][aria-pressed=true]") ?? closer).focus({ preventScroll: true });
  });
  closer.addEventListener("click", shut);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || event.target.closest("dialog")) return;
    if (!desk.matches && isOpen()) shut();
  });
  desk.addEventListener("change", fit);
  new ResizeObserver(fit).observe(act);
  new ResizeObserver(fit).observe(below);

  function shut() {
    open(false);
    if (!desk.matches) opener.focus({ preventScroll: true });
  }

  /* --- Lines: the newest at the end, none twice; what is new is counted, said aloud and shown at its seat. --- */
  const numberOf = (line) => Number(line.id.slice(5));
  let newest = Math.max(0, ...[...list.children].map(numberOf));
  let unread = 0;
  let away = "";
  let atEnd = true;

  function toEnd() {
    scroller.scrollTop = scroller.scrollHeight;
  }

  function read() {
    unread = 0;
    badge.hidden = true;
    opener.removeAttribute("aria-label");
  }

  function count(many) {
    if (isOpen() || !many) return;
    unread += many;
    badge.textContent = unread > 99 ? "99+" : unread;
    badge.hidden = false;
    opener.setAttribute("aria-label", `${opener.firstChild.textContent} ${unread} ${chat.dataset.unread}`);
  }

  function arrived(lines) {
    const fresh = lines.filter((line) => numberOf(line) > newest);
    if (!fresh.length) return;
    newest = numberOf(fresh[fresh.length - 1]);
    const others = fresh.filter((line) => !line.classList.contains("mine"));
    count(others.length);
    if (others.length) news.textContent = others.map((line) => said(line)).join(stop);
    const latest = new Map(fresh.filter((line) => line.dataset.seat).map((line) => [line.dataset.seat, line]));
    for (const [seat, line] of latest) bubble(seat, line);
  }

  function said(line) {
    const what = line.querySelector(".words bdi").textContent;
    return `${line.querySelector(".by").textContent}${colon}${what}`;
  }

  function bubble(seat, line) {
    felt.querySelector(`.bubble.seat-${seat}`)?.remove();
    const shown = document.createElement("p");
    shown.className = `bubble seat-${seat}`;
    shown.dataset.line = line.id;
    shown.setAttribute("aria-hidden", "true");
    const spoken = document.createElement("span");
    spoken.append(...[...line.querySelector(".words").childNodes].map((node) => node.cloneNode(true)));
    shown.append(spoken);
    felt.append(shown);
    shown.classList.toggle("low", getComputedStyle(shown).getPropertyValue("--dir").trim() === "column-reverse");
    setTimeout(() => shown.remove(), BUBBLE_MS);
  }

  function hush() {
    for (const each of felt.querySelectorAll(".bubble")) if (!document.getElementById(each.dataset.line)) each.remove();
  }

  list.addEventListener("htmx:oobBeforeSwap", (event) => {
    atEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 60;
    away = document.activeElement?.closest("#talk-lines > li")?.id ?? "";
    for (const line of event.detail.fragment.children) document.getElementById(line.id)?.remove();
  });

  function settle() {
    for (const time of list.querySelectorAll("time:not(.local)")) {
      const at = new Date(time.dateTime);
      time.textContent = `${String(at.getHours()).padStart(2, "0")}:${String(at.getMinutes()).padStart(2, "0")}`;
      time.classList.add("local");
    }
    hush();
    arrived([...list.children]);
    while (list.childElementCount > 120) list.firstElementChild.remove();
    if (away && !document.activeElement?.closest("#talk-lines")) {
      document.getElementById(away)?.querySelector("summary")?.focus({ preventScroll: true });
    }
    away = "";
    if (atEnd) toEnd();
  }
  new MutationObserver(settle).observe(list, { childList: true });

  /* --- Saying: each line once, also when the answer to it is lost on the way. --- */
  const draw = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (n) => n.toString(16).padStart(2, "0")).join("");

  for (const form of [words, quick]) {
    form.addEventListener("htmx:configRequest", (event) => {
      const { parameters, headers, triggeringEvent } = event.detail;
      const button = triggeringEvent?.submitter;
      if (button?.name) parameters[button.name] = button.value;
      parameters.once = form.dataset.once ?? draw();
      if (form === words) form.dataset.once = parameters.once;
      if (link?.classList.contains("on")) headers["X-Live"] = "1";
    });
    form.addEventListener("htmx:afterRequest", (event) => {
      if (!event.detail.successful) return;
      delete form.dataset.once;
      const { phrase, emote } = event.detail.requestConfig.parameters;
      if (form === words) {
        words.elements.say.value = "";
        if (!desk.matches) show("lines");
      } else if ((phrase || emote) && !desk.matches) shut();
    });
    for (const failure of ["htmx:sendError", "htmx:timeout"]) {
      form.addEventListener(failure, () => {
        document.getElementById("talk-refusal").textContent = chat.dataset.lost;
      });
    }
  }
  words.elements.say?.addEventListener("input", () => {
    delete words.dataset.once;
    document.getElementById("talk-refusal").textContent = "";
  });

  fit();
  toEnd();
})();
