"use strict";
/* A game's board, stepped through in place: links, slider, number, keys, touch. The server's links do the same
without it.

The steps come once; each says which points its action changed. What is drawn are the shapes that
games/analysis/diagram.py defines; lines and coordinates stay as they came, and so do the words of each turn. */

let nigiriTurn, nigiriStop; // the turn that is shown, where it is not the last; ends what listens to a board that was drawn anew
const nigiriBoards = () => {
  nigiriStop = (nigiriStop?.abort(), new AbortController());
  for (const viewer of document.querySelectorAll(".viewer[data-steps]")) {
    const brought = document.querySelector("script#steps"); // by a copy, which can ask no server
    (brought ? Promise.resolve(new Response(brought.textContent)) : fetch(viewer.dataset.steps, {cache: "no-cache", headers: {Accept: "application/json"}}))
      .then((answer) => answer.ok ? answer.json() : Promise.reject(answer.status))
      .then((game) => nigiriViewer(viewer, game))
      .catch(() => {}); // the links lead on by pages
  }
};
nigiriBoards();
document.addEventListener("nigiri:drawn", nigiriBoards);

/* Points that are touched: one stop of the tab key, in which arrows move to the next point that can be touched. */
const nigiriPoints = (id) => {
  const points = document.querySelector(".points");
  if (!points) return;
  const controls = [...points.querySelectorAll("button, input")];
  for (const one of controls) one.tabIndex = -1;
  const near = id && nigiriNext(document.getElementById(id), [0, 1], [0, -1], [1, 0], [-1, 0]);
  const first = near || points.querySelector(":checked") || controls[0];
  if (!first) return;
  first.tabIndex = 0;
  if (near) first.focus({preventScroll: true});
};
/* The first control from a point in one of these directions, as columns and rows. */
const nigiriNext = (span, ...ways) => {
  const rows = [...span.closest(".points").children].map((row) => [...row.children]);
  const row = rows.findIndex((one) => one.includes(span)), column = rows[row].indexOf(span);
  for (const [across, down] of ways)
    for (let x = column + across, y = row + down; rows[y]?.[x]; x += across, y += down) {
      const found = rows[y][x].querySelector("button, input");
      if (found) return found;
    }
};
const NIGIRI_WAYS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
document.addEventListener("keydown", (event) => {
  const span = event.target.closest(".points span"), way = NIGIRI_WAYS[event.key];
  if (!span || !way || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  nigiriNext(span, way)?.focus();
});
document.addEventListener("focusin", ({target}) => {
  if (!target.matches(".points :is(button, input)")) return;
  for (const one of document.querySelectorAll(".points [tabindex='0']")) one.tabIndex = -1;
  target.tabIndex = 0;
});
document.addEventListener("nigiri:board", (event) => {
  nigiriBoards();
  nigiriPoints(event.detail);
});
nigiriPoints();

function nigiriViewer(viewer, game) {
  const CELL = 24, MARGIN = 30, LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
  const position = cleared(viewer.querySelector("svg"));
  const {signal} = nigiriStop, last = game.steps.length - 1;
  const jump = viewer.querySelector(".jump"), moves = viewer.querySelectorAll("ol a");
  let now = nigiriTurn ?? Number(viewer.dataset.turn), told = null;

  function place(at) {
    const [, letters, row] = at.match(/([A-Z]+)(\d+)/);
    const column = [...letters].reduce((sum, letter) => LETTERS.length * sum + LETTERS.indexOf(letter) + 1, 0) - 1;
    return `x="${MARGIN + column * CELL}" y="${MARGIN + (game.height - row) * CELL}"`;
  }

  /* An empty group in place of stones and rings, above the coordinates and below what a claim marks. */
  function cleared(svg) {
    for (const part of svg.querySelectorAll(":scope > use")) part.remove();
    const group = document.createElementNS(svg.namespaceURI, "g");
    svg.querySelector("[font-size]").after(group);
    return group;
  }

  function stonesAt(turn) {
    const stones = new Map();
    for (const step of game.steps.slice(0, turn + 1))
      for (const [at, color] of Object.entries(step.stones)) color ? stones.set(at, color) : stones.delete(at);
    return stones;
  }

  const shape = (at, name, more = "") => `<use href="#board-${name}" ${place(at)}${more}/>`;

  function drawn(turn) {
    const stones = stonesAt(turn), at = game.steps[turn].last_move, [owners, dead] = turn === last ? [game.owners, game.dead] : [{}, {}];
    const parts = [...stones].filter(([point]) => !(point in dead)).map(([point, color]) => shape(point, color[0]));
    for (const point in dead) parts.push(shape(point, dead[point][0], ' opacity=".5"'));
    if (at && stones.has(at)) parts.push(shape(at, `${stones.get(at)[0]}-${at in owners ? "around" : "last"}`));
    for (const point in owners) parts.push(shape(point, `${owners[point][0]}-owner`));
    return parts.join("");
  }

  function show(turn) {
    now = Math.min(Math.max(turn, 0), last);
    nigiriTurn = now < last ? now : null;
    const step = game.steps[now];
    position.innerHTML = drawn(now);
    viewer.querySelector("output").textContent = moves[now].textContent;
    describe(stonesAt(now));
    for (const field of jump?.querySelectorAll("[max]") ?? []) field.value = now;
    for (const side of viewer.querySelectorAll("[data-side]")) {
      side.querySelector("b").textContent = step.prisoners[side.dataset.side];
      side.querySelector(".tag").hidden = step.to_play !== side.dataset.side;
    }
    for (const link of viewer.querySelectorAll("[data-go][href]"))
      link.href = at(Math.min(Math.max({start: 0, end: last}[link.dataset.go] ?? now + Number(link.dataset.go), 0), last), link);
    viewer.querySelector("[aria-current=step]")?.removeAttribute("aria-current");
    moves[now].setAttribute("aria-current", "step");
    for (const said of document.querySelectorAll("[data-when]")) said.hidden = Number(said.dataset.when) !== now;
    clearTimeout(told);
    told = setTimeout(() => history.replaceState(null, "", at(now, location)), 300); // browsers limit how often
  }

  /* What is drawn, for readers who do not see it: the turn, and how many stones are where, line by line. */
  function describe(stones) {
    const said = {black: [], white: []};
    for (const [point, color] of stones) said[color].push(point);
    for (const points of Object.values(said)) points.sort((one, other) => one.slice(1) - other.slice(1) || (one < other ? -1 : 1));
    viewer.querySelector("svg title").textContent = moves[now].textContent.trim();
    viewer.querySelector("svg desc").textContent = ["black", "white"].map((color) => `${viewer.dataset[color]} (${said[color].length}): ${said[color].join(", ")}.`).join(" ");
  }

  /* An address with another turn in it. */
  function at(turn, {href}) {
    const address = new URL(href);
    address.searchParams.set("turn", turn);
    return address.href;
  }

  viewer.addEventListener("click", (event) => {
    const link = event.target.closest("a[href*='turn=']:not([download])");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(Number(new URL(link.href).searchParams.get("turn")));
  }, {signal});
  viewer.querySelector(".board").addEventListener("click", (event) => {
    const {left, width} = event.currentTarget.getBoundingClientRect();
    show(now + (event.clientX > left + width / 2 ? 1 : -1));
  }, {signal});
  jump?.addEventListener("input", (event) => show(Number(event.target.value)), {signal});
  jump?.addEventListener("submit", (event) => event.preventDefault(), {signal});
  const KEYS = {ArrowRight: 1, ArrowLeft: -1, PageDown: 10, PageUp: -10, Home: -last, End: last};
  document.addEventListener("keydown", (event) => {
    if (!(event.key in KEYS) || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea, .points")) return;
    event.preventDefault();
    show(now + KEYS[event.key]);
  }, {signal});
  jump?.querySelector("[type=range]").removeAttribute("hidden");
  moves.forEach((link, turn) => link.href = at(turn, link)); // in a copy they lead to no turn
  show(now);
}
