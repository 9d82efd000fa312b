"use strict";
/* Check-in: one request an action, one after another; the server draws the lines that it changed.

What is sent is the state that is wanted, not a change of it: sent twice, or late, it does no harm. */

(function () {
  const desk = document.getElementById("desk");
  if (!desk) return;
  const words = desk.dataset;
  const said = document.getElementById("said");
  const waiting = []; // {address, command, fields, line: its id or null, what}; the first is on its way
  let isSending = false;
  let timer = 0;

  /* Of one line beside its buttons, of all others where everybody reads it. */
  function tell(one, text, again = false) {
    const row = one.line && document.getElementById(one.line);
    let at = row ? row.querySelector(".state") : said;
    if (!at) {
      at = nigiri.make("span", "");
      row.lastElementChild.append(" ", at);
    }
    at.className = again ? "state lost" : "state";
    at.replaceChildren(row ? text : `${one.what} ${text}`);
    if (!again) return;
    const button = nigiri.make("button", words.again);
    button.addEventListener("click", send);
    at.append(" ", button);
  }

  const why = (status) => (status === 401 ? words.out : status ? words.failed : words.off);

  /* How many are in each state, from the lines as they are now. */
  function count() {
    const rows = [...document.querySelectorAll("#lines tbody tr")];
    const is = (row, state) => row.dataset.is.split(" ").includes(state);
    for (const option of document.querySelectorAll("#find option[data-words]")) {
      option.textContent = `${option.dataset.words} (${rows.filter((row) => is(row, option.value)).length})`;
    }
  }

  function draw(html) {
    const holder = document.createElement("template");
    holder.innerHTML = `<table><tbody>${html}</tbody></table>`;
    const drawn = [...holder.content.querySelectorAll("tr")];
    for (const row of drawn) {
      const old = document.getElementById(row.id);
      if (!old) continue;
      row.hidden = old.hidden;
      nigiri.replace(old, row);
    }
    for (const missing of holder.content.querySelectorAll("#away")) document.getElementById("away").replaceWith(missing);
    return drawn;
  }

  /* A line that is sent once more by itself stays as it is, so that nothing jumps below it. */
  async function send(event) {
    if (isSending || !waiting.length) return;
    clearTimeout(timer);
    const [one] = waiting;
    isSending = true;
    if (event && event.type === "click") tell(one, words.saving);
    const answer = await deliver(one.address, one.command, one.fields);
    isSending = false;
    if (answer.stored || isRefusal(answer.status)) {
      waiting.shift();
      const drawn = answer.stored ? draw(answer.row) : [];
      if (answer.stored) nigiri.follow(answer.versions);
      if (drawn.length === 1 && !one.line) {
        const is = drawn[0].querySelector("[aria-pressed=true]");
        one.what = `${drawn[0].querySelector("th").textContent.trim()} (${is ? is.textContent : ""}):`;
      }
      tell(one, answer.stored ? `✓ ${words.saved}` : `✗ ${words.lost} ${answer.text}`);
      for (const row of drawn.length > 1 ? drawn : []) tell({ line: row.id }, `✓ ${words.saved}`);
      count();
      if (nigiri.narrow) nigiri.narrow();
      send();
      return;
    }
    for (const other of waiting) tell(other, `✗ ${words.lost} ${why(answer.status)}`, true);
    timer = setTimeout(send, 5000);
  }

  desk.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post") return;
    event.preventDefault();
    const pressed = event.submitter;
    const code = form.elements.code;
    const fields = code ? { code: code.value } : { [pressed.name]: pressed.value };
    const row = pressed && pressed.closest("tr");
    const what = code ? code.value : (pressed.textContent || "");
    const one = { address: form.getAttribute("action"), command: newId(), fields, line: row ? row.id : null, what: `${what}:` };
    waiting.push(one);
    tell(one, words.saving);
    if (code) {
      code.value = "";
      code.focus();
    }
    send();
  });
  for (const event of ["online", "focus"]) window.addEventListener(event, send);
  staysWhile(() => waiting.length);
})();
