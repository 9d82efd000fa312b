"use strict";
/* Names as they are typed: whom the organisation and the lists of federations have. The server does it without. */

const FIELDS = ["q", "family_name", "given_name"];

for (const form of document.querySelectorAll("form[data-names]")) {
  const part = document.getElementById(form.dataset.part);
  const typed = () => FIELDS.map((name) => form.elements[name]?.value.trim());
  const words = () => typed().filter(Boolean).join(" ");
  let waits;

  form.addEventListener("input", ({ target }) => {
    if (!FIELDS.includes(target.name)) return;
    clearTimeout(waits);
    waits = setTimeout(look, 200);
  });

  async function look() {
    const asked = words();
    if (asked.length < 2) return void (part.textContent = "");
    const address = `${form.dataset.names}?q=${encodeURIComponent(asked)}`;
    const answer = await fetch(address, { headers: { "Nigiri-Part": "1" } }).catch(() => ({}));
    const text = answer.ok ? await answer.text() : "";
    if (text && asked === words() && !part.contains(document.activeElement)) part.innerHTML = text;
  }

  /* The arrow keys lead from what is typed to those who were found. */
  for (const place of [form, part]) place.addEventListener("keydown", (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const found = [...part.querySelectorAll("button")];
    const next = by && found[found.indexOf(event.target) + by];
    if (!next || !(FIELDS.includes(event.target.name) || found.includes(event.target))) return;
    event.preventDefault();
    event.stopPropagation();
    next.focus();
  });

  part.addEventListener("click", ({ target }) => {
    const button = target.closest("button[data-fill]");
    if (!button) return;
    for (const [name, value] of Object.entries(JSON.parse(button.dataset.fill))) {
      if (form.elements[name]) form.elements[name].value = value;
    }
    part.textContent = "";
    form.querySelector("button:not([type])").focus();
  });
}
