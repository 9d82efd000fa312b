"use strict";
/* Results that the server has not said it stored: kept in this browser, sent one after another.

A game has a slot {first, then}: `first` is sent, again and again with the same command id, until the server
says that the log holds it, or refuses it; `then` is what was entered meanwhile. Slots hold ids, a round, a
table and a result, no names. What bears a reason, or a browser that keeps nothing, has them in memory. */

window.nigiri = window.nigiri || {};

const spoken = JSON.parse(document.getElementById("words").textContent);

/* The page's words in its reader's language, "" for what it has none for. */
nigiri.say = (name, facts = {}) => (spoken[name] || "").replace(/\{(\w+)\}/g, (_, fact) => facts[fact]);

nigiri.make = (name, text, data = {}) => {
  const made = Object.assign(document.createElement(name), { textContent: text });
  if (name === "button") Object.assign(made, { type: "button", className: "plain" });
  Object.assign(made.dataset, data);
  return made;
};

/* A line in the place of an old one; a button that has the focus passes it on to the one that took its place. */
nigiri.replace = (old, drawn) => {
  const at = [...old.querySelectorAll("button")].indexOf(document.activeElement);
  const { name, value } = document.activeElement;
  old.replaceWith(drawn);
  const same = [...drawn.querySelectorAll("button")].find((one, now) => one.value === value && (one.name === name || now === at));
  if (at >= 0 && same) same.focus({ preventScroll: true });
};

/* The page's other forms follow what it changed itself; what others changed in between stays new to them. */
nigiri.follow = ([before, after]) => {
  for (const seen of document.querySelectorAll("input[name=version]")) if (seen.value === before) seen.value = after;
};

nigiri.Kept = class {
  /* `tell(game, slot, answer)` is called after each change; `answer` only where the server sent a line. */
  constructor(tournament, account, tell) {
    this.prefix = `nigiri.result.${tournament}.`;
    this.account = account;
    this.tell = tell;
    this.memory = new Map();
    this.pausedUntil = 0;
    this.failures = 0;
    this.sending = null; // the game whose result is on its way
    this.trouble = null; // the status that stops all of them: 0 without a connection, 401, 429
    for (const event of ["online", "focus"]) window.addEventListener(event, () => this.again());
    document.addEventListener("click", ({ target: { dataset: { again, drop } } }) => {
      if (again) this.again(again);
      if (drop) this.drop(drop);
    });
  }

  games() {
    let stored = [];
    try {
      stored = Object.keys(localStorage).filter((key) => key.startsWith(this.prefix));
    } catch { /* a browser that keeps nothing */ }
    return [...new Set([...this.memory.keys(), ...stored.map((key) => key.slice(this.prefix.length))])].filter((game) => this.slot(game));
  }

  slot(game) {
    if (this.memory.has(game)) return this.memory.get(game);
    try {
      const slot = JSON.parse(localStorage.getItem(this.prefix + game));
      return isWhole(slot && slot.first) ? slot : null;
    } catch {
      return null;
    }
  }

  save(game, slot) {
    this.memory.delete(game);
    try {
      localStorage.removeItem(this.prefix + game);
      if (!slot) return;
      if (slot.first.reason || (slot.then && slot.then.reason)) throw new Error("not kept");
      localStorage.setItem(this.prefix + game, JSON.stringify(slot));
    } catch {
      if (slot) this.memory.set(game, slot);
    }
  }

  /* Whether closing the page would lose something. */
  volatile() { return this.memory.size > 0; }

  /* entry: {game, address, round, table, seen, result, stay, reason} */
  enter(entry) {
    const fresh = { ...entry, command: newId(), by: this.account, at: Date.now(), state: "waiting", tried: 0 };
    const slot = this.slot(entry.game);
    const last = slot && (slot.then || slot.first);
    const isSame = last && ["result", "stay", "against"].every((name) => last[name] === fresh[name]);
    if (isSame && last.state !== "refused") return;
    if (slot && slot.first.tried && slot.first.state !== "refused") {
      // Perhaps the first is stored and only its answer was lost: what follows waits for it.
      this.save(entry.game, { first: slot.first, then: { ...fresh, seen: slot.first.seen } });
    } else {
      this.save(entry.game, { first: fresh });
    }
    this.changed(entry.game);
    this.send();
  }

  /* Whether giving it up is the truth: without an answer the log may hold it all the same. */
  mayDrop({ first }) { return first.state === "refused" || first.by !== this.account || !first.unsure; }

  drop(game) {
    this.save(game, null);
    this.changed(game);
  }

  changed(game, answer) { this.tell(game, this.slot(game), answer); }

  /* Why it is not saved: the status of its last answer, also while it is sent once more, so that its line does not
  jump; else of what stops all; null while nothing is known. */
  statusOf(entry) { return entry.status ?? (this.sending === entry.game ? null : this.trouble); }

  isStuck(entry) { return entry.state === "refused" || entry.by !== this.account || this.statusOf(entry) !== null; }

  /* Why it is not saved, in words; `said`: what the server answered. */
  why(entry, said) {
    const status = this.statusOf(entry);
    if (entry.by !== this.account) return nigiri.say("another");
    if (entry.state === "refused") return said || nigiri.say(`refused ${status}`) || nigiri.say("refused", { status });
    if (status >= 500) return nigiri.say("failed", { status });
    return nigiri.say(`waits ${status}`) || nigiri.say("waits");
  }

  buttons(game, slot) {
    const again = nigiri.make("button", nigiri.say("again"), { again: game });
    return this.mayDrop(slot) ? [again, " ", nigiri.make("button", nigiri.say("drop"), { drop: game })] : [again];
  }

  /* In the element `at`: that it is saving, or not saved and why; `otherwise` where nothing waits. */
  write(at, game, slot, what, said, otherwise) {
    at.className = "state";
    if (!slot) at.textContent = otherwise;
    else if (!this.isStuck(slot.first)) at.textContent = nigiri.say("saving", { what });
    else {
      at.classList.add("lost");
      const not = nigiri.make("strong", nigiri.say("lost", { what }));
      at.replaceChildren(not, ` ${this.why(slot.first, said)} `, ...this.buttons(game, slot));
    }
  }

  /* Try at once: the network is back, somebody logged in, or pressed "again". A refused one only by its game. */
  again(game) {
    this.pausedUntil = 0;
    const slot = game && this.slot(game);
    if (slot) this.save(game, { ...slot, first: { ...slot.first, state: "waiting", by: this.account, later: 0, status: null } });
    this.send();
  }

  next() {
    const due = this.games()
      .map((game) => this.slot(game).first)
      .filter((entry) => entry.state === "waiting" && entry.by === this.account);
    return due.sort((one, other) => (one.later || 0) - (other.later || 0) || one.at - other.at)[0];
  }

  async send() {
    if (this.sending) return;
    clearTimeout(this.timer);
    const entry = this.next();
    if (!entry) return;
    const wait = Math.max(this.pausedUntil, entry.later || 0) - Date.now();
    if (wait > 0) {
      this.timer = setTimeout(() => this.send(), Math.min(wait, 60000));
      return;
    }
    this.sending = entry.game;
    const then = (this.slot(entry.game) || {}).then;
    this.save(entry.game, { first: { ...entry, tried: entry.tried + 1 }, then });
    this.changed(entry.game);
    const answer = await post(entry);
    this.sending = null;
    const before = this.trouble;
    this.settle(entry, answer);
    if (this.trouble !== before) for (const game of this.games()) this.changed(game);
    this.send();
  }

  settle(entry, answer) {
    const slot = this.slot(entry.game);
    if (!slot || slot.first.command !== entry.command) return; // settled by another tab
    if (answer.stored) {
      this.failures = 0;
      this.trouble = null;
      this.save(entry.game, slot.then ? { first: { ...slot.then, seen: answer.seen } } : null);
    } else if (slot.then && isRefusal(answer.status)) {
      this.save(entry.game, { first: slot.then }); // what was entered after it is refused or stored by itself
    } else {
      const first = { ...slot.first, status: answer.status };
      if (isRefusal(answer.status)) first.state = "refused";
      else this.wait(first, answer);
      this.save(entry.game, { first, then: slot.then });
    }
    this.changed(entry.game, answer);
  }

  /* One that the server failed on waits behind the others; what concerns all stops all. */
  wait(entry, answer) {
    this.failures += 1;
    const pause = answer.after || Math.min(30, 2 ** Math.min(this.failures - 1, 5));
    const until = Date.now() + 1000 * pause;
    if (!answer.status || answer.status >= 500) entry.unsure = true;
    if (answer.status >= 500) entry.later = until;
    else [this.pausedUntil, this.trouble] = [until, answer.status];
  }
};

/* Whether what the browser kept is an entry: others may write there too. */
const isWhole = (entry) => Boolean(entry) && ["command", "game", "address", "result"].every((name) => typeof entry[name] === "string");

/* Those that time does not mend. 0: no answer, or one that is not from this service. */
const isRefusal = (status) => status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status);

function post({ address, command, result, seen, table, reason, stay, against }) {
  return deliver(address, command, {
    result,
    seen,
    table,
    ...(reason && { reason }),
    ...(stay && { reports_stay: "yes" }),
    ...(against && { against_record: "true" }),
  });
}

/* What the server answers to one command; status 0: none, or not from this service. */
async function deliver(address, command, fields) {
  try {
    const answer = await fetch(address, {
      method: "POST",
      body: new URLSearchParams({ command, ...fields }),
      headers: { "Nigiri-Part": "row", "X-CSRFToken": cookie("csrftoken") },
      credentials: "same-origin",
      redirect: "manual",
      signal: AbortSignal.timeout ? AbortSignal.timeout(20000) : undefined,
    });
    const text = await answer.text();
    const ours = answer.headers.get("Nigiri-Stored") === command;
    return {
      stored: answer.status === 200 && ours,
      status: answer.status < 400 ? 0 : answer.status,
      versions: (answer.headers.get("Nigiri-Versions") || "").split(" "),
      seen: answer.headers.get("Nigiri-Seen"),
      waiting: answer.headers.get("Nigiri-Waiting"),
      after: Math.min(Number(answer.headers.get("Retry-After")) || 0, 300),
      row: (answer.headers.get("Nigiri-Part") || "").startsWith("row") ? text : "",
      text: (answer.headers.get("Content-Type") || "").startsWith("text/plain") ? text.slice(0, 300) : "",
    };
  } catch {
    return { stored: false, status: 0, row: "", text: "" };
  }
}

/* The browser asks before it closes a page on which something waits. */
function staysWhile(waits) { window.addEventListener("beforeunload", (event) => { if (waits()) event.preventDefault(); }); }

function cookie(name) {
  const found = document.cookie.split("; ").find((one) => one.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : "";
}

/* A UUID; crypto.randomUUID is not there where a hall's laptop serves plain HTTP. */
function newId() {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0"));
  return hex.join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
