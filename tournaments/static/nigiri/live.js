// A form with data-live shows at once, in the part of the page that it names, what its "show" button would.
"use strict";
for (const form of document.querySelectorAll("form[data-live]")) {
  const part = document.getElementById(form.dataset.live);
  let waits, asked = 0;
  form.addEventListener("input", (event) => {
    clearTimeout(waits);
    asked += 1;  // an answer to what was asked before would take away what is being typed
    if (part.contains(event.target)) return;
    waits = setTimeout(show, 200);
  });
  async function show() {
    const body = new FormData(form), mine = ++asked;
    body.set("do", "show");
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: { "Nigiri-Part": "1" } });
      const text = await answer.text();
      if (answer.ok && mine === asked && !part.contains(document.activeElement)) part.innerHTML = text;
    } catch { /* offline: the button says so */ }
  }
}
