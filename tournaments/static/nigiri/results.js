"use strict";
/* The lines of a round and the entry by keyboard. What is kept and sent is kept.js; the server draws the lines. */

(function () {
  const unsaved = document.getElementById("unsaved");
  if (!unsaved) return;

  const TEXTS = {
    white: "1-0", black: "0-1", jigo: "½-½", both_win: "1-1", both_lose: "0-0", not_played: "?-?",
  };
  const REFUSED = {
    403: ": this login may not enter it",
    404: ": the game is not there any more",
    412: ": something was said of this result since you looked",
  };
  const KEYS = { 1: "white", 0: "black", "=": "jigo" };
  const kept = new nigiri.Kept(unsaved.dataset.tournament, unsaved.dataset.account, show);
  const against = new Map(); // what the server said against a result: it may name people, and is not kept
  const entered = []; // what this page entered, for the key that takes the last one back
  const text = (result) => (result.endsWith("!") ? `${TEXTS[result.slice(0, -1)]}!` : TEXTS[result]);
  const line = (game) => document.getElementById(`g${game}`);
  const lines = () => [...document.querySelectorAll("tr[data-game]")];
  const isTouched = matchMedia("(pointer: coarse)").matches;

  // --- what is shown ----------------------------------------------------------------------------------
  function make(name, words, data = {}) {
    const made = document.createElement(name);
    made.textContent = words;
    Object.assign(made.dataset, data);
    if (name === "button") Object.assign(made, { type: "button", className: "plain" });
    return made;
  }

  function why(entry) {
    if (entry.by !== kept.account) return "entered under another login in this browser";
    const status = kept.statusOf(entry);
    if (entry.state === "refused") return against.get(entry.game) || `refused (${status})${REFUSED[status] || ""}`;
    if (status === 401) return "you are logged out; it is kept here and sent when you are back";
    if (status === 429) return "too many requests at once; it is kept here and sent soon";
    if (status >= 500) return `the server failed (${status}); it is kept here and sent again`;
    return "no connection to this service; it is kept here and sent when there is one";
  }

  function sentence(words) {
    return words[0].toUpperCase() + words.slice(1) + (words.endsWith(".") ? "" : ".");
  }

  function isStuck(entry) {
    return entry.state === "refused" || entry.by !== kept.account || kept.statusOf(entry) !== null;
  }

  /* A line says: saving, saved, or not saved and why. */
  function state(game, slot, stored) {
    const at = line(game) && line(game).querySelector("[data-state]");
    if (!at) return;
    at.replaceChildren();
    at.className = "state";
    if (!slot) {
      if (stored) at.append(make("span", line(game).dataset.now === "not_played" ? "✓ taken back" : "✓ saved"));
      return;
    }
    const last = slot.then || slot.first;
    if (!isStuck(slot.first)) {
      at.append(make("span", `… saving ${text(last.result)}`));
      return;
    }
    at.classList.add("lost");
    at.append(make("strong", `✗ not saved: ${text(last.result)}.`), make("span", ` ${sentence(why(slot.first))} `));
    if (kept.statusOf(slot.first) === 401) at.append(login(), " ");
    at.append(...buttons(game, slot));
  }

  function buttons(game, slot) {
    const again = [make("button", "Send again", { again: game })];
    return kept.mayDrop(slot) ? [...again, " ", make("button", "Discard", { drop: game })] : again;
  }

  function login() {
    const link = make("a", "Log in");
    link.href = unsaved.dataset.login;
    return link;
  }

  /* The line as the server draws it now; what it says against the result, "" if nothing. */
  function draw(game, row) {
    const old = line(game);
    if (!old || !row) return "";
    const holder = document.createElement("template");
    holder.innerHTML = row.trim();
    const drawn = holder.content.firstElementChild;
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    if (old.classList.contains("cursor")) drawn.classList.add("cursor");
    old.replaceWith(drawn);
    if (focused && focused.value) {
      const same = [...drawn.querySelectorAll("button[name=result]")].find((one) => one.value === focused.value);
      if (same) same.focus({ preventScroll: true });
    }
    const against = drawn.querySelector(".message.error");
    if (!against) return "";
    against.remove(); // it is said beside what is kept
    return against.textContent.replace("Not saved. ", "");
  }

  function show(game, slot, answer) {
    if (answer) against.set(game, draw(game, answer.row) || answer.text);
    state(game, slot, answer && answer.stored);
    count();
    list();
    if (answer && slot && slot.first.state === "refused") {
      hint(`Table ${slot.first.table}: ${text(slot.first.result)} was NOT saved, see its line.`);
    }
  }

  /* Slots that are not saved and not on their way, by round and table. */
  function stuck() {
    const slots = kept.games().map((game) => kept.slot(game)).filter((slot) => isStuck(slot.first));
    return slots.sort((one, other) => one.first.round - other.first.round || one.first.table - other.first.table);
  }

  /* How many results are missing, and where; the line stays in sight. */
  function count() {
    const missing = document.getElementById("missing");
    if (!missing) return;
    const tables = lines().filter((row) => "missing" in row.dataset).map((row) => row.dataset.table);
    const named = tables.length > 12 ? [...tables.slice(0, 12), `${tables.length - 12} more`] : tables;
    const off = lines().filter((row) => "putOff" in row.dataset).length;
    const later = off ? ` · ${off} put off` : "";
    const waiting = stuck().length ? ` · ✗ ${stuck().length} not saved` : "";
    missing.textContent = tables.length
      ? `${tables.length} of ${lines().length} results missing: table ${named.join(", ")}${later}${waiting}`
      : `All ${lines().length - off} results are in${later}${waiting}`;
  }

  /* All that is not saved, of this round and of others. */
  function list() {
    const slots = stuck();
    unsaved.hidden = !slots.length;
    unsaved.replaceChildren();
    if (!slots.length) return;
    unsaved.append(make("strong", `✗ ${slots.length} ${slots.length > 1 ? "results are" : "result is"} not saved: `));
    for (const slot of slots) {
      const { game, round, table } = slot.first;
      const one = make("span", `round ${round}, table ${table}: ${text((slot.then || slot.first).result)}`);
      if (!line(game)) one.append(" ", ...buttons(game, slot));
      unsaved.append(one, "; ");
    }
    unsaved.lastChild.textContent = ". ";
    if (slots.some(({ first }) => kept.statusOf(first) === 401)) unsaved.append("You are logged out. ", login());
  }

  // --- what is entered ----------------------------------------------------------------------------------
  function enter(row, result, { form, stay = false, reason = "" } = {}) {
    const fields = (form || row.querySelector("form[data-result]")).elements;
    const { game, table, round, back } = row.dataset;
    const address = (form || row.querySelector("form[data-result]")).getAttribute("action");
    if (!stay) entered.push({ game, back, table });
    kept.enter({ game, address, table: fields.table.value || table, round, seen: fields.seen.value, result, stay, reason });
  }

  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-result]");
    const row = form && form.closest("tr[data-game]");
    if (!row) return;
    event.preventDefault();
    const pressed = event.submitter && event.submitter.name === "result" ? event.submitter.value : "";
    const reason = form.elements.reason ? form.elements.reason.value : "";
    enter(row, pressed || form.elements.result.value, { form, reason });
    if (form.closest("details.rare")) {
      form.closest("details.rare").open = false;
      rest();
    }
  });

  document.addEventListener("click", (event) => {
    const { again, drop } = event.target.dataset || {};
    if (again) kept.again(again);
    if (drop) kept.drop(drop);
    if (again || drop) rest();
  });

  /* A menu's button says what it would store. */
  document.addEventListener("change", (event) => {
    const button = event.target.name === "result" && event.target.form && event.target.form.querySelector("button");
    if (button && event.target.closest("details.rare")) {
      button.textContent = `Save ${event.target.selectedOptions[0].textContent}`;
    }
  });

  function undo() {
    const last = entered.pop();
    if (!last) return hint("Nothing was entered on this page.");
    const slot = kept.slot(last.game);
    if (slot && (slot.first.state === "refused" || !slot.first.tried)) kept.drop(last.game);
    else if (line(last.game)) enter(line(last.game), last.back || "not_played", { stay: true });
    return hint(`Table ${last.table}: taken back.`);
  }

  // --- by keyboard: the table's number, Return, then 1, 0 or = -------------------------------------------
  const input = document.getElementById("table");
  const said = document.getElementById("hint");
  let armed = null; // the game whose result is awaited
  let wanted = ""; // another result of it that Return confirms

  function hint(words) {
    if (said) said.textContent = words;
  }

  const HELP = "Table, Return, then 1 White won, 0 Black won, = jigo, m more. u takes the last one back.";

  function rest() {
    arm(null);
    if (input && !isTouched) input.focus({ preventScroll: true });
  }

  function arm(row) {
    for (const one of document.querySelectorAll("tr.cursor")) one.classList.remove("cursor");
    armed = row ? row.dataset.game : null;
    wanted = "";
    if (!row) return;
    row.classList.add("cursor");
    row.scrollIntoView({ block: "center" });
    input.value = row.dataset.table;
    hint(`Table ${row.dataset.table}: White ${row.cells[1].textContent}, Black ${row.cells[2].textContent}. 1, 0 or = ?`);
  }

  function find() {
    const number = String(Number(input.value.trim()) || "");
    const found = lines().filter((row) => row.dataset.table === number);
    if (found.length === 1) return arm(found[0]);
    hint(found.length ? `Table ${number} is there more than once: use its buttons.` : `There is no table ${input.value}.`);
    return input.select();
  }

  /* Looks at another line; never stores anything. */
  function move(by) {
    const rows = lines();
    const at = rows.findIndex((row) => row.dataset.game === armed);
    arm(rows[Math.min(Math.max(at + by, 0), rows.length - 1)]);
  }

  function say(result) {
    const row = line(armed);
    const table = row.dataset.table;
    if (!row.querySelector(".choice")) {
      row.querySelector("details").open = true;
      row.querySelector("select").value = result;
      row.querySelector("input[name=reason]").focus();
      return hint(`Table ${table}: another result wants a reason.`);
    }
    const now = kept.slot(armed) ? (kept.slot(armed).then || kept.slot(armed).first).result : row.dataset.now;
    if (now !== "not_played" && now !== result && wanted !== result) {
      wanted = result;
      return hint(`Table ${table} has ${text(now)}. Return makes it ${text(result)}, Esc leaves it.`);
    }
    if (now === result && row.dataset.sure === "yes" && !kept.slot(armed)) {
      hint(`Table ${table} has ${text(result)} already.`);
    } else {
      enter(row, result);
      hint(`Table ${table}: ${text(result)}. u takes it back.`);
    }
    input.value = "";
    return arm(null);
  }

  function menu() {
    const row = line(armed);
    const details = row.querySelector("details");
    details.open = true;
    details.querySelector("select").focus();
    hint(`Table ${row.dataset.table}: choose, then press Save.`);
  }

  function pressed(key) {
    if (key === "u") return undo();
    if (!armed && (key === "Enter" || key === " ")) return find();
    if (key === "Escape" || (armed && key === "Backspace")) {
      input.value = "";
      arm(null);
      return hint(HELP);
    }
    if (!armed) return null;
    if (key === "Enter" && wanted) return say(wanted);
    if (KEYS[key] && !wanted) return say(KEYS[key]);
    return key === "m" ? menu() : null;
  }

  function onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    const { key } = event;
    if (key === "ArrowDown" || key === "ArrowUp") {
      event.preventDefault();
      move(key === "ArrowDown" ? 1 : -1);
    } else if (key.length === 1 || ["Enter", "Escape", "Backspace"].includes(key)) {
      const isTyping = !armed && (key === "Backspace" || (key >= "0" && key <= "9"));
      if (!isTyping || (event.repeat && key !== "Backspace")) event.preventDefault();
      if (!event.repeat) pressed(key);
    }
  }

  if (input) {
    document.getElementById("keys").hidden = false;
    input.form.addEventListener("submit", (event) => event.preventDefault());
    input.addEventListener("keydown", onKey);
    hint(HELP);
    if (!location.hash) rest();
  }

  staysWhile(() => kept.volatile());
  for (const game of kept.games()) state(game, kept.slot(game));
  count();
  list();
  kept.send();
})();
