"use strict";
/* Long lists: lines that match what is typed, and all of those chosen at once. The server does it without. */

window.nigiri = window.nigiri || {};

(function () {
  const find = document.getElementById("find");
  const table = document.getElementById("lines");
  if (!find || !table) return;
  const { q, show } = find.elements;
  const all = document.getElementById("all");
  const found = document.getElementById("found");
  const rows = () => [...table.tBodies[0].rows];

  const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

  function isWanted(row, words, state) {
    if (state && !(row.dataset.is || "").split(" ").includes(state)) return false;
    const said = [...row.cells].map((cell) => ` ${folded(cell.textContent)}`).join("").replace(/\s+/g, " ");
    return words.every((word) => said.includes(` ${word}`));
  }

  /* A line on which somebody is working stays in sight. */
  function narrow(event) {
    const words = folded(q.value).split(/\s+/).filter(Boolean);
    const state = show ? show.value : "";
    let count = 0;
    for (const row of rows()) {
      const wanted = isWanted(row, words, state) || (!event && !row.hidden && row.contains(document.activeElement));
      row.hidden = !wanted;
      count += wanted;
    }
    found.textContent = words.length || state ? `${count} / ${rows().length}` : "";
    if (all) all.checked = false;
  }

  nigiri.narrow = narrow;
  if ("whole" in table.dataset) {
    find.addEventListener("submit", (event) => event.preventDefault());
    find.addEventListener("input", narrow);
    document.addEventListener("nigiri:drawn", () => narrow());
    narrow();
  }
  if (!all) return;
  all.closest("label").hidden = false;
  all.addEventListener("change", () => {
    for (const row of rows()) {
      const box = row.querySelector("input[type=checkbox]");
      if (box) box.checked = all.checked && !row.hidden;
    }
  });
})();
