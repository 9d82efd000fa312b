"use strict";
/* My game: what a player says of it is saving, saved, or not saved and kept on this phone (kept.js). */

(function () {
  const mine = () => document.getElementById("mine");
  if (!mine()) return;
  const { tournament, account } = mine().dataset;
  const kept = new nigiri.Kept(`own.${tournament}`, account, show);

  function why(entry, answer) {
    const status = kept.statusOf(entry);
    if (entry.by !== kept.account) return "it was said by another link that was opened here";
    if (entry.state === "refused") return (answer && answer.text) || `refused (${status})`;
    if (status === 401) return "this link is closed, or you are logged out: scan your code again or ask the desk";
    if (status === 429) return "too many requests at once; it is kept on this phone and sent soon";
    if (status >= 500) return `the service failed (${status}); it is kept on this phone and sent again`;
    return "no connection to this service; it is kept on this phone and sent when there is one";
  }

  function button(words, press) {
    const made = Object.assign(document.createElement("button"), { type: "button", className: "plain", textContent: words });
    made.addEventListener("click", press);
    return made;
  }

  function show(game, slot, answer) {
    const at = document.getElementById("saving");
    if (!at) return;
    at.className = "state";
    if (!slot) {
      at.textContent = answer && answer.stored ? "✓ saved" : "";
      if (answer && answer.stored) look();
      return;
    }
    const { first } = slot;
    const said = `round ${first.round}, “${(slot.then || first).label}”`;
    if (first.state !== "refused" && first.by === kept.account && kept.statusOf(first) === null) {
      at.textContent = `… saving: ${said}`;
      return;
    }
    at.classList.add("lost");
    const not = Object.assign(document.createElement("strong"), { textContent: `✗ not saved: ${said}. ` });
    at.replaceChildren(not, `${why(first, answer)} `, button("Send again", () => kept.again(game)));
    if (kept.mayDrop(slot)) at.append(" ", button("Discard", () => kept.drop(game)));
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
