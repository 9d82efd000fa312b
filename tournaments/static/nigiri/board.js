"use strict";
/* A game's board, stepped through in place: links, slider, keys, touch. The server's links do the same without it.

The steps come once; each says which points its action changed. What is drawn is what games/analysis/diagram.py
draws; lines and coordinates stay as they came. */

for (const viewer of document.querySelectorAll(".viewer[data-steps]")) {
  fetch(viewer.dataset.steps, {headers: {Accept: "application/json"}})
    .then((answer) => answer.ok ? answer.json() : Promise.reject(answer.status))
    .then((game) => new nigiriViewer(viewer, game))
    .catch(() => {}); // the links lead on by pages
}

function nigiriViewer(viewer, game) {
  const CELL = 24, MARGIN = 30, LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
  const position = cleared(viewer.querySelector("svg"));
  const output = viewer.querySelector("output");
  const last = game.steps.length - 1;
  const slider = Object.assign(document.createElement("input"), {type: "range", min: 0, max: last});
  slider.setAttribute("aria-label", output.textContent.split(" ")[0]);
  let now = Number(viewer.dataset.turn), told = null;

  function place(at) {
    const [, letters, row] = at.match(/([A-Z]+)(\d+)/);
    const column = [...letters].reduce((sum, letter) => LETTERS.length * sum + LETTERS.indexOf(letter) + 1, 0) - 1;
    return [MARGIN + column * CELL, MARGIN + (game.height - row) * CELL];
  }

  /* An empty group in place of what stands after the coordinates: stones and marks. */
  function cleared(svg) {
    const coordinates = [...svg.children].findIndex((part) => part.hasAttribute("font-size"));
    for (const part of [...svg.children].slice(coordinates + 1)) part.remove();
    return svg.appendChild(document.createElementNS(svg.namespaceURI, "g"));
  }

  function stonesAt(turn) {
    const stones = new Map();
    for (const step of game.steps.slice(0, turn + 1))
      for (const [at, color] of Object.entries(step.stones)) color ? stones.set(at, color) : stones.delete(at);
    return stones;
  }

  function stone([x, y], color) {
    const [fill, edge] = color === "b" ? ["#000", "#f6e9cd"] : ["#fff", "#000"];
    return `<circle cx="${x}" cy="${y}" r="11.2" fill="${fill}" stroke="${edge}" stroke-width="1.2"/>`;
  }

  function ring([x, y], color, outside) {
    const [radius, line] = outside ? [9.4, 1] : [5.5, 2];
    return `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${color === "b" ? "#fff" : "#000"}" stroke-width="${line}"/>`;
  }

  function owner([x, y], color, there) {
    return color === "b"
      ? `<rect x="${x - 4}" y="${y - 4}" width="8" height="8" fill="#000" stroke="${there ? "#fff" : "none"}"/>`
      : `<path d="M${x} ${y - 6}l6 6l-6 6l-6 -6z" fill="#fff" stroke="#000" stroke-width="1.3"/>`;
  }

  function drawn(turn) {
    const stones = stonesAt(turn), at = game.steps[turn].last_move;
    const owners = turn === last ? game.owners : {};
    const parts = [...stones].map(([point, color]) => stone(place(point), color));
    if (at && stones.has(at)) parts.push(ring(place(at), stones.get(at), at in owners));
    for (const point in owners) parts.push(owner(place(point), owners[point], stones.get(point)));
    return parts.join("");
  }

  function show(turn) {
    now = Math.min(Math.max(turn, 0), last);
    const step = game.steps[now], {b, w} = step.prisoners;
    position.innerHTML = drawn(now);
    output.textContent = `${now} / ${last} · ${step.says} B ${b} W ${w}`;
    slider.value = now;
    const ways = {start: 0, end: last};
    for (const link of viewer.querySelectorAll("[data-go]"))
      link.search = `?turn=${Math.min(Math.max(ways[link.dataset.go] ?? now + Number(link.dataset.go), 0), last)}`;
    viewer.querySelector("[aria-current=step]")?.removeAttribute("aria-current");
    viewer.querySelectorAll("ol a")[now]?.setAttribute("aria-current", "step");
    for (const said of document.querySelectorAll("[data-when]")) said.hidden = Number(said.dataset.when) !== now;
    clearTimeout(told);
    told = setTimeout(() => history.replaceState(null, "", `?turn=${now}`), 300); // browsers limit how often
  }

  viewer.addEventListener("click", (event) => {
    const link = event.target.closest("a[href*='turn=']");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(Number(new URLSearchParams(link.search).get("turn")));
  });
  viewer.querySelector(".board").addEventListener("click", (event) => {
    const {left, width} = event.currentTarget.getBoundingClientRect();
    show(now + (event.clientX > left + width / 2 ? 1 : -1));
  });
  slider.addEventListener("input", () => show(Number(slider.value)));
  const KEYS = {ArrowRight: 1, ArrowLeft: -1, PageDown: 10, PageUp: -10, Home: -last, End: last};
  document.addEventListener("keydown", (event) => {
    if (!(event.key in KEYS) || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest("input, select, textarea")) return;
    event.preventDefault();
    show(now + KEYS[event.key]);
  });
  viewer.querySelector("nav").after(slider);
  show(now);
}
