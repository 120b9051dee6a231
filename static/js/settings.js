/* The dialogs of the table: how they close, a player's settings, and the keys. Each control has the name of what it sets. */
(() => {
  "use strict";
  const dialog = document.getElementById("settings");
  const keys = document.getElementById("keys");
  if (!dialog || !keys) return;
  const opener = document.getElementById("settings-open");
  const mute = document.getElementById("mute");
  const controls = [...dialog.querySelectorAll("[data-pref]")];

  function show() {
    for (const control of controls) {
      const value = prefs.get(control.dataset.pref);
      if (control.type === "radio") control.checked = control.value === value;
      else if (control.type === "checkbox") control.checked = value;
      else control.value = value;
    }
    mute.setAttribute("aria-pressed", String(prefs.get("mute")));
  }

  function chosen(control) {
    if (control.type === "checkbox") return control.checked;
    return control.type === "range" ? Number(control.value) : control.value;
  }

  dialog.addEventListener("change", (event) => {
    const { pref } = event.target.dataset;
    if (pref) prefs.set(pref, chosen(event.target));
  });
  for (const each of document.querySelectorAll("dialog.settings")) {
    each.addEventListener("click", (event) => {
      if (event.target === each || event.target.closest("[data-close]")) each.close();
    });
  }
  dialog.querySelector("[data-keys]").addEventListener("click", () => {
    dialog.close();
    keys.showModal();
  });
  opener.addEventListener("click", () => dialog.showModal());
  mute.addEventListener("click", () => prefs.set("mute", !prefs.get("mute")));
  document.addEventListener("prefs", show);
  opener.hidden = mute.hidden = false;
  show();
})();
