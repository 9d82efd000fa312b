// A form with data-live shows at once, in the part of the page that it names, what its "show" button would, or what
// the address of data-live-from answers.
"use strict";
for (const form of document.querySelectorAll("form[data-live]")) {
  const part = document.getElementById(form.dataset.live);
  let waits;
  form.addEventListener("input", ({ target }) => {
    clearTimeout(waits);
    waits = part.contains(target) ? 0 : setTimeout(show, 200);
  });
  async function show() {
    const body = new FormData(form), mine = waits;  // an answer to what was asked before would take away what is being typed
    body.set("do", "show");
    const answer = await fetch(form.dataset.liveFrom || form.action, { method: "POST", body, headers: { "Nigiri-Part": "1" } }).catch(() => ({}));
    const text = answer.ok && await answer.text();
    if (text && mine === waits && !part.contains(document.activeElement)) part.innerHTML = text;
  }
}
