"use strict";
/* Claims: deadlines that count down, strings that light up, pictures made smaller before they are sent, and a
   stone that is one request. Every page works without this. */

const count = () => {
  for (const time of document.querySelectorAll("time[data-until]")) {
    const said = time.parentElement.querySelector("[data-left]");
    const minutes = Math.floor((new Date(time.dateTime) - Date.now()) / 60000);
    if (said) said.textContent = minutes < 0 ? "" : said.textContent.replace(/\d+/, minutes < 180 ? minutes : Math.floor(minutes / 60));
  }
};

/* A point stands for its whole string. */
const light = () => {
  const ticked = [...document.querySelectorAll(".points :checked")];
  const strings = new Set(ticked.map((box) => box.closest("span").dataset.string).filter(Boolean));
  for (const cell of document.querySelectorAll(".points [data-string]")) cell.classList.toggle("same", strings.has(cell.dataset.string));
  const said = document.querySelector("[data-chosen]");
  if (said) said.textContent = ticked.length ? `${said.dataset.words} ${ticked.map((box) => box.value).join(" ")}` : "";
};

const LONGEST = 2000, LARGEST = 12 * 1024 * 1024;

/* A phone's ten megabytes over a hall's network: drawn smaller here, where the browser can; else sent as it is. */
const shrink = async (input) => {
  const file = input.files[0];
  input.setCustomValidity("");
  if (!file) return;
  try {
    const image = await createImageBitmap(file, {imageOrientation: "from-image"});
    const scale = Math.min(1, LONGEST / Math.max(image.width, image.height));
    const canvas = Object.assign(document.createElement("canvas"), {width: image.width * scale, height: image.height * scale});
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.85));
    if (!blob || (blob.size >= file.size && file.type === "image/jpeg")) throw new Error("no gain");
    const held = new DataTransfer();
    held.items.add(new File([blob], "picture.jpg", {type: "image/jpeg"}));
    input.files = held.files;
  } catch { /* as it is */ }
  const note = input.closest("[data-picture]").querySelector("[data-said]");
  if (input.files[0].size > LARGEST) input.setCustomValidity(note.textContent);
  input.reportValidity();
};

/* What a turn changes is put in its place; a ruling that is being written beside it stays as it is. */
const PARTS = ["board", "rules-say", "sequences"];
const play = async (form, button) => {
  const body = new FormData(form, button);
  let answer;
  try {
    answer = await fetch(form.getAttribute("action"), {method: "POST", body, headers: {"Nigiri-Part": "1"}});
  } catch {
    return location.reload();
  }
  if (answer.status !== 200 && answer.status !== 422) return location.reload();
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const frame = document.querySelector(".board-frame");
  const [x, y] = frame ? [frame.scrollLeft, frame.scrollTop] : [0, 0];
  for (const id of PARTS) {
    const [old, now] = [document.getElementById(id), fresh.getElementById(id)];
    if (old && now) old.replaceWith(now);
  }
  const [ours, theirs] = [document, fresh].map((page) => page.querySelector(".ruling [name=found]"));
  if (ours && theirs) ours.value = theirs.value;
  const shown = document.querySelector(".board-frame");
  if (shown) shown.scrollTo(x, y);
  document.dispatchEvent(new CustomEvent("nigiri:board", {detail: button?.closest(".points span")?.id}));
};

/* The effect of what is chosen so far is shown at once; the button that asks for it is for pages without a script. */
let latest = 0;
const foresee = async (asker) => {
  const own = ++latest, body = new FormData(asker.form);
  const answer = await fetch(asker.formAction, {method: "POST", body, headers: {"Nigiri-Part": "1"}}).catch(() => null);
  if (own !== latest) return;
  const fresh = answer && new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(".effect");
  if (fresh) asker.form.querySelector(".effect").replaceWith(fresh);
  asker.hidden = Boolean(fresh);
};
for (const asker of document.querySelectorAll("[data-foresee]")) asker.hidden = true;
document.addEventListener("change", (event) => {
  const asker = event.target.form?.querySelector("[data-foresee]");
  if (asker && event.target.matches("[name=decision], [name=keeps_result], [name^=remedy]")) foresee(asker);
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.closest("#board") || !form.matches(".touch, .play")) return;
  event.preventDefault();
  if (form.dataset.sent) return;
  form.dataset.sent = "1";
  play(form, event.submitter);
});
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-picture] input")) shrink(event.target);
  if (event.target.closest(".points")) light();
});
light();
count();
setInterval(count, 15000);
