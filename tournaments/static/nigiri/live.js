// A form with data-live shows at once, in the part of the page that it names, what its "show" button would.
"use strict";
for (const form of document.querySelectorAll("form[data-live]")) {
  const part = document.getElementById(form.dataset.live);
  let waits, asked = 0;
  form.addEventListener("input", (event) => {
    if (part.contains(event.target)) return;
    clearTimeout(waits);
    waits = setTimeout(show, 200);
  });
  async function show() {
    const body = new FormData(form), mine = ++asked;
    body.set("do", "show");
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: { "Nigiri-Part": "1" } });
      if (answer.ok && mine === asked) part.innerHTML = await answer.text();
    } catch { /* offline: the button says so */ }
  }
}
