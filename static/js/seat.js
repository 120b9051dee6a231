/* Coming to a table and going from it: the link for friends, and the page of somebody whose seat was freed. */
(() => {
  "use strict";
  const table = document.getElementById("table");
  const form = document.getElementById("act");
  if (!table || !form) return;

  /* A copy of the address; over plain HTTP browsers give no clipboard, so it is selected and copied by hand. */
  async function copy(text) {
    if (navigator.clipboard) return navigator.clipboard.writeText(text);
    const field = Object.assign(document.createElement("textarea"), { value: text, readOnly: true });
    document.body.append(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    if (!copied) throw new Error("not copied");
  }

  for (const button of document.querySelectorAll("[data-copy]")) {
    const address = new URL(button.dataset.copy, location.origin).href;
    const label = button.textContent;
    button.hidden = false;
    button.addEventListener("click", async () => {
      try {
        await copy(address);
      } catch {
        prompt(label, address);
        return;
      }
      button.textContent = button.dataset.done;
      document.getElementById("say").textContent = button.dataset.done;
      setTimeout(() => (button.textContent = label), 2500);
    });
  }

  /* A seat that is no more: its page comes again as a watcher's, and says why. One taken in another tab: as a player's. */
  const held = () => form.querySelector("button[name=do][value=leave]") !== null;
  if (!table.classList.contains("seated")) {
    table.addEventListener("htmx:wsAfterMessage", () => held() && location.replace(location.pathname));
    return;
  }
  if (!held()) return;
  let leaves = false;
  form.addEventListener("htmx:beforeRequest", (event) => (leaves = event.detail.requestConfig.parameters.do === "leave"));
  form.addEventListener("htmx:sendError", () => (leaves = false));
  table.addEventListener("htmx:wsAfterMessage", () => {
    if (!held() && !leaves) location.replace(location.pathname);
  });
})();
