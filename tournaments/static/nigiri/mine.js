"use strict";
/* My game: what a player says of it is saving, saved, or not saved and kept on this phone (kept.js). */

(function () {
  const mine = () => document.getElementById("mine");
  if (!mine()) return;
  const { tournament, account } = mine().dataset;
  const kept = new nigiri.Kept(`own.${tournament}`, account, show);

  function show(game, slot, answer) {
    const at = document.getElementById("saving");
    if (!at) return;
    const what = slot && nigiri.say("what", { round: slot.first.round, label: (slot.then || slot.first).label });
    const isStored = !slot && answer && answer.stored;
    kept.write(at, game, slot, what, answer && answer.text, isStored ? nigiri.say("saved") : "");
    if (isStored) look();
  }

  /* The page as it is now, in the place of the one that is shown; without a network it stays. */
  async function look() {
    try {
      const answer = await fetch(location.href, { credentials: "same-origin" });
      if (!answer.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (!page.getElementById("mine")) return;
      document.querySelector("main").replaceWith(page.querySelector("main"));
      for (const game of kept.games()) show(game, kept.slot(game));
    } catch { /* no network */ }
  }

  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-game]");
    if (!form || !event.submitter) return;
    event.preventDefault();
    const { game, round, table } = form.dataset;
    const { value: result, dataset } = event.submitter;
    kept.enter({ game, address: form.getAttribute("action"), table, round, seen: "", result, label: dataset.label });
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && !kept.games().length && !document.querySelector("#mine details[open]")) look();
  });
  staysWhile(() => kept.volatile());
  for (const game of kept.games()) show(game, kept.slot(game));
  kept.send();
})();
