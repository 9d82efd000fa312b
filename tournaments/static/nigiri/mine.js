"use strict";
/* My game: what a player says of it is saving, saved, or not saved and kept on this phone (kept.js).

The page follows its tournament (follow.js), so that what is stored is drawn. */

(function () {
  const mine = document.getElementById("mine");
  if (!mine) return;
  const { tournament, account } = mine.dataset;
  const kept = new nigiri.Kept(`own.${tournament}`, account, show);

  function show(game, slot, answer) {
    const at = document.getElementById("saving");
    if (!at) return;
    const what = slot && nigiri.say("what", { round: slot.first.round, label: (slot.then || slot.first).label });
    const isStored = !slot && answer && answer.stored;
    kept.write(at, game, slot, what, answer && answer.text, isStored ? nigiri.say("saved") : "");
    if (isStored) document.dispatchEvent(new Event("nigiri:stored"));
  }

  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-game]");
    if (!form || !event.submitter) return;
    event.preventDefault();
    const { game, round, table } = form.dataset;
    const { value: result, dataset } = event.submitter;
    const against = Boolean(form.elements.against_record);
    const address = form.getAttribute("action");
    kept.enter({ game, address, table, round, seen: "", result, against, label: dataset.label });
  });
  const showAll = () => kept.games().forEach((game) => show(game, kept.slot(game)));
  document.addEventListener("nigiri:drawn", showAll);
  staysWhile(() => kept.volatile());
  showAll();
  kept.send();
})();
