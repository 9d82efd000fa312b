"use strict";
/* Names as they are typed: whom the organisation and the lists of federations have. The server does it without. */

for (const form of document.querySelectorAll("form[data-names]")) {
  const part = document.getElementById(form.dataset.part);
  const typed = () => ["q", "family_name", "given_name"].map((name) => form.elements[name]?.value.trim());
  const words = () => typed().filter(Boolean).join(" ");
  let waits;

  form.addEventListener("input", ({ target }) => {
    if (!["q", "family_name", "given_name"].includes(target.name)) return;
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
