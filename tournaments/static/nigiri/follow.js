"use strict";
/* An open page follows its tournament: it learns that something changed, fetches itself once and changes in place.

It hears of changes by a stream where the server has them, and asks otherwise: a stream that is refused or falls
silent is opened again later, and until then the page asks.

What has the focus, is open, scrolled or typed stays; while a form is being filled in, nothing moves. A screen of
the hall (data-seconds) turns its pages by itself too; for old televisions the script is ES2017. */

(function () {
  const main = () => document.querySelector("main[data-live]");
  if (!main()) return;
  const EVERY = 1200, LONGEST = 10000, STALE = 15000, SILENT = 25000, AGAIN = 30000, LIT = 4000, TRIES = 2;
  const isScreen = "seconds" in main().dataset;
  let source = null, opened = 0, heard = "", drawnFor = "", wait = EVERY, timer = 0, isBusy = false, isDue = false, told = 0, behind = 0, fresh = Date.now(), turned = fresh;

  /* By the clock of the tournament where it is said, "18:03:21". */
  const time = (at) => new Date(at).toLocaleTimeString("en-GB", { timeZone: main().dataset.zone });

  /* Somebody fills in a form, or may be about to press what a game's result is, and did not just come or press it. */
  const isInUse = () => (main().contains(document.activeElement) && document.activeElement.matches("form[method=post] :not(button)"))
    || (!isDue && document.querySelector("form[data-game]"));

  /* What changed in a line lights up; details that are about the same stay as they are. */
  const callbacks = {
    beforeNodeMorphed(old, now) {
      if (old.localName === "details" && old.children[0].textContent === now.children[0].textContent) now.open = old.open;
      if (old.localName !== "tr" || old.textContent === now.textContent) return;
      old.dataset.lit = "";
      setTimeout(() => delete old.dataset.lit, LIT);
    },
    beforeAttributeUpdated: (name) => name !== "data-lit",
  };

  function listen() {
    if (source) source.close();
    opened = Date.now();
    source = new EventSource(main().dataset.live);
    source.addEventListener("version", ({ data }) => ([heard, told] = [JSON.parse(data).version, Date.now()], check()));
    source.addEventListener("alive", () => (told = Date.now()));
    source.onerror = check;
  }

  /* Whether a stream tells what changes. One that is refused, or says nothing any more, is tried again after a while. */
  function isTold() {
    if (!("stream" in main().dataset)) return false;
    if (source && source.readyState === 1 && Date.now() - told < SILENT) return true;
    if (Date.now() - opened > AGAIN * (1 + Math.random())) listen();
    return false;
  }

  /* Whether a page came from a cache and is older than what was heard: it is fetched again a few times, since what
  changed may be nothing that it shows. Of versions that are no numbers none is older. */
  const isBehind = (shown, said) => said.split(".").some((number, place) => Number(number) > Number(shown.split(".")[place]));

  async function ask(address) {
    const answer = await fetch(address, { cache: "no-cache" });
    if (!answer.ok) throw new Error(answer.status);
    return answer.text();
  }

  async function draw(address) {
    const page = new DOMParser().parseFromString(await ask(address), "text/html");
    if (!page.querySelector("main[data-live]")) throw new Error("another page");
    for (const part of ["main", ".bar"]) {
      const [old, now] = [document, page].map((one) => one.querySelector(part));
      if (old && now) window.Idiomorph ? Idiomorph.morph(old, now, { ignoreActiveValue: document.activeElement.matches("input, textarea"), callbacks }) : old.replaceWith(now);
    }
    document.dispatchEvent(new Event("nigiri:drawn"));
  }

  async function look() {
    const { live, version, next, here, seconds } = main().dataset;
    if (!isTold()) heard = await ask(live);
    const turns = next && Date.now() > turned + 1000 * seconds;
    if (!turns && (heard === version || heard === drawnFor || isInUse())) return;
    const hoped = heard;
    await draw(turns ? next : here || location.href);
    isDue = false;
    behind = isBehind(main().dataset.version, hoped) ? behind + 1 : 0;
    if (!behind || behind > TRIES) [drawnFor, behind] = [hoped, 0];
    if (turns) turned = Date.now();
  }

  async function check() {
    clearTimeout(timer);
    if (isBusy || (document.hidden && !isScreen)) return;
    isBusy = true;
    try {
      await look();
      [fresh, wait] = [Date.now(), EVERY];
    } catch (error) {
      wait = Math.min(2 * wait, LONGEST);
    }
    isBusy = false;
    tell();
    timer = setTimeout(check, wait);
  }

  /* Since when what is shown is not known to be true; on a screen the time of the hall, and how long it is until. */
  function tell() {
    const note = document.getElementById("live");
    const isLate = isScreen ? Date.now() - fresh > STALE : wait > EVERY;
    const words = ((isLate ? note.dataset.late : note.dataset.fresh) || "").replace("{time}", time(fresh));
    note.classList.toggle("late", isLate);
    if (note.textContent !== words) note.textContent = words;
    for (const clock of document.querySelectorAll("[data-clock]")) clock.textContent = time(Date.now());
    for (const until of document.querySelectorAll("time[data-over]")) {
      const left = Math.max(0, Math.ceil((new Date(until.dateTime) - Date.now()) / 1000));
      until.textContent = left ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : until.dataset.over;
    }
  }

  if ("stream" in main().dataset) listen();
  for (const event of ["online", "pageshow"]) window.addEventListener(event, check);
  for (const event of ["visibilitychange", "nigiri:stored"]) document.addEventListener(event, () => (isDue = true, check()));
  if (isScreen) setInterval(tell, 1000);
})();
