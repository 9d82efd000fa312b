"use strict";
/* The lines of a round and the entry by keyboard. What is kept and sent is kept.js; the server draws the lines. */

(function () {
  const unsaved = document.getElementById("unsaved");
  if (!unsaved) return;

  const { make, say } = nigiri;
  const NOBODYS = "00000000-0000-0000-0000-000000000000";
  const KEYS = { 1: "white", 0: "black", "=": "jigo" };
  const kept = new nigiri.Kept(unsaved.dataset.tournament, unsaved.dataset.account, show);
  const against = new Map(); // what the server said against a result: it may name people, and is not kept
  const entered = []; // what this page entered, for the key that takes the last one back
  const text = (result) => say(result.replace("!", "")) + (result.endsWith("!") ? "!" : "");
  const line = (game) => document.getElementById(`g${game}`);
  const lines = () => [...document.querySelectorAll("tr[data-game]")];
  const isTouched = matchMedia("(pointer: coarse)").matches;

  // --- what is shown ----------------------------------------------------------------------------------
  /* A line says: saving, saved, or not saved and why. */
  function state(game, slot, stored) {
    const at = line(game) && line(game).querySelector("[data-state]");
    if (!at) return;
    const now = say(line(game).dataset.now === "not_played" ? "taken back" : "saved");
    kept.write(at, game, slot, slot && text((slot.then || slot.first).result), against.get(game), stored ? now : "");
    if (slot && kept.statusOf(slot.first) === 401) at.append(" ", login());
  }

  const login = () => Object.assign(make("a", say("login")), { href: unsaved.dataset.login });

  /* The line as the server draws it now; what it says against the result, "" if nothing. */
  function draw(game, row) {
    const old = line(game);
    if (!old || !row) return "";
    const holder = document.createElement("template");
    holder.innerHTML = row.trim();
    const drawn = holder.content.firstElementChild;
    if (old.classList.contains("cursor")) drawn.classList.add("cursor");
    nigiri.replace(old, drawn);
    const against = drawn.querySelector(".message.error [data-why]");
    if (!against) return "";
    against.closest(".message").remove(); // it is said beside what is kept
    return against.textContent;
  }

  function show(game, slot, answer) {
    if (answer) against.set(game, draw(game, answer.row) || answer.text);
    if (answer && answer.stored) follow(answer);
    state(game, slot, answer && answer.stored);
    count();
    list();
    if (answer && slot && slot.first.state === "refused") hint("was lost", { table: slot.first.table, what: text(slot.first.result) });
  }

  function follow({ versions, waiting }) {
    nigiri.follow(versions);
    const queue = document.getElementById("waiting");
    if (queue && waiting) queue.textContent = waiting;
  }

  /* Slots that are not saved and not on their way, by round and table. */
  function stuck() {
    const slots = kept.games().map((game) => kept.slot(game)).filter((slot) => kept.isStuck(slot.first));
    return slots.sort((one, other) => one.first.round - other.first.round || one.first.table - other.first.table);
  }

  /* How many results are missing, and where; the line stays in sight. */
  function count() {
    const missing = document.getElementById("missing");
    if (!missing) return;
    const tables = lines().filter((row) => "missing" in row.dataset).map((row) => row.dataset.table);
    const off = lines().filter((row) => "putOff" in row.dataset).length;
    const facts = { missing: tables.length, all: lines().length, awaited: lines().length - off, tables: tables.slice(0, 12).join(", ") };
    const said = [say(["all in", "missing"][tables.length] || "several missing", facts)];
    if (tables.length > 12) said.push(say("more", { count: tables.length - 12 }));
    if (off) said.push(say("put off", { count: off }));
    if (stuck().length) said.push(say("stuck", { count: stuck().length }));
    missing.textContent = said.join(" · ");
  }

  /* All that is not saved, of this round and of others. */
  function list() {
    const slots = stuck();
    unsaved.hidden = !slots.length;
    unsaved.replaceChildren();
    if (!slots.length) return;
    unsaved.append(make("strong", say("all lost", { count: slots.length })), " ");
    for (const slot of slots) {
      const { game, round, table } = slot.first;
      const one = make("span", say("where", { round, table, what: text((slot.then || slot.first).result) }));
      if (!line(game)) one.append(" ", ...kept.buttons(game, slot));
      unsaved.append(one, "; ");
    }
    unsaved.lastChild.textContent = ". ";
    if (slots.some(({ first }) => kept.statusOf(first) === 401)) unsaved.append(`${say("waits 401")} `, login());
  }

  /* A line of a long round has no forms until somebody works on it: they are made of the page's templates. */
  function whole(row) {
    if (!row || !("brief" in row.dataset)) return row;
    const { brief, game, table, now, seen } = row.dataset;
    const short = row.querySelector("a.enter"), result = short.firstChild.textContent;
    const made = document.getElementById(`forms-${brief}`).content.cloneNode(true);
    const filled = (text) => text.replaceAll(NOBODYS, game).replaceAll("{table}", table).replaceAll("{text}", result);
    for (const one of made.querySelectorAll("*")) for (const { name, value } of one.attributes) one.setAttribute(name, filled(value));
    const texts = document.createTreeWalker(made, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) texts.currentNode.data = filled(texts.currentNode.data);
    for (const field of made.querySelectorAll("input[name=seen]")) field.value = seen;
    for (const button of made.querySelectorAll("[aria-pressed]")) button.setAttribute("aria-pressed", button.value === now);
    for (const choice of made.querySelectorAll("option")) choice.toggleAttribute("selected", choice.value === now);
    if (brief === "button" && now !== "not_played" && !Object.values(KEYS).includes(now)) made.querySelector("summary").firstChild.replaceWith(make("strong", result));
    short.replaceWith(made);
    delete row.dataset.brief;
    return row;
  }

  function unfold(row) { row.querySelector("details").open = true; return row.querySelector("select"); }

  document.addEventListener("click", (event) => {
    const short = event.target.closest("a.enter");
    if (!short || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const row = whole(short.closest("tr[data-game]"));
    (row.querySelector(".choice button") || unfold(row)).focus();
  });

  // --- what is entered ----------------------------------------------------------------------------------
  function enter(row, result, { form = whole(row).querySelector("form[data-result]"), stay = false, reason = "" } = {}) {
    const { game, table, round, back } = row.dataset;
    const fields = form.elements, address = form.getAttribute("action");
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
    const rare = form.closest("details.rare");
    if (rare) rare.open = false;
    if (rare) rest();
  });
  document.addEventListener("click", ({ target }) => { if (target.matches("[data-again], [data-drop]")) rest(); });

  /* A menu's button says what it would store. */
  document.addEventListener("change", (event) => {
    const button = event.target.name === "result" && event.target.form && event.target.form.querySelector("button");
    if (button && event.target.closest("details.rare")) button.textContent = say("save", { what: event.target.selectedOptions[0].textContent });
  });

  function undo() {
    const last = entered.pop();
    if (!last) return hint("nothing");
    const slot = kept.slot(last.game);
    if (slot && (slot.first.state === "refused" || !slot.first.tried)) kept.drop(last.game);
    else if (line(last.game)) enter(line(last.game), last.back || "not_played", { stay: true });
    return hint("back", last);
  }

  // --- by keyboard: the table's number, Return, then 1, 0 or = -------------------------------------------
  const [input, said] = ["table", "hint"].map((id) => document.getElementById(id));
  let armed = null; // the game whose result is awaited
  let wanted = ""; // another result of it that Return confirms

  const hint = (name, facts) => { if (said) said.textContent = say(name, facts); };

  function rest() {
    arm(null);
    if (input && !isTouched) input.focus({ preventScroll: true });
  }

  function arm(row) {
    for (const one of document.querySelectorAll("tr.cursor")) one.classList.remove("cursor");
    armed = row ? row.dataset.game : null;
    wanted = "";
    if (!row) return;
    whole(row).classList.add("cursor");
    row.scrollIntoView({ block: "center" });
    input.value = row.dataset.table;
    hint("which", { table: row.dataset.table, white: row.cells[1].textContent, black: row.cells[2].textContent });
  }

  function find() {
    const number = String(Number(input.value.trim()) || "");
    const found = lines().filter((row) => row.dataset.table === number);
    if (found.length === 1) return arm(found[0]);
    hint(found.length ? "twice" : "none", { table: input.value });
    return input.select();
  }

  /* Looks at another line; never stores anything. */
  function move(by) {
    const rows = lines();
    const at = rows.findIndex((row) => row.dataset.game === armed);
    arm(rows[Math.min(Math.max(at + by, 0), rows.length - 1)]);
  }

  function settle(result) {
    const row = whole(line(armed));
    const table = row.dataset.table;
    if (!row.querySelector(".choice")) {
      unfold(row).value = result;
      row.querySelector("input[name=reason]").focus();
      return hint("why", { table });
    }
    const now = kept.slot(armed) ? (kept.slot(armed).then || kept.slot(armed).first).result : row.dataset.now;
    if (now !== "not_played" && now !== result && wanted !== result) {
      wanted = result;
      return hint("sure", { table, now: text(now), what: text(result) });
    }
    const isThere = now === result && row.dataset.sure === "yes" && !kept.slot(armed);
    if (!isThere) enter(row, result);
    hint(isThere ? "already" : "entered", { table, what: text(result) });
    input.value = "";
    return arm(null);
  }

  /* A correction that Return did not confirm: whoever types on is told that nothing changed. */
  function cancel() {
    const { table, now } = line(armed).dataset;
    input.value = "";
    arm(null);
    hint("cancelled", { table, now: text(now) });
  }

  function menu() {
    const row = whole(line(armed));
    unfold(row).focus();
    hint("choose", { table: row.dataset.table });
  }

  function pressed(key) {
    if (key === "u") return undo();
    if (!armed && (key === "Enter" || key === " ")) return find();
    if (key === "Escape" || (armed && key === "Backspace")) {
      input.value = "";
      arm(null);
      return hint("help");
    }
    if (!armed) return null;
    if (key === "Enter" && wanted) return settle(wanted);
    if (wanted && /^[0-9=]$/.test(key)) return cancel();
    if (KEYS[key]) return settle(KEYS[key]);
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
    hint("help");
    if (!location.hash) rest();
  }

  staysWhile(() => kept.volatile());
  for (const game of kept.games()) state(game, kept.slot(game));
  count();
  list();
  kept.send();
})();
