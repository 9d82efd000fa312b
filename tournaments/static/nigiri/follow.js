"use strict";
/* An open page follows its tournament: every few seconds it asks for the version (one conditional request, mostly
answered with 304); when the version is another, the page fetches itself once and changes in place.

It asks less often while it is hidden or the network fails, and stops when the tournament is finished.

What has the focus, is open, scrolled or typed stays; while a form is being filled in, nothing moves. A screen of
the hall (data-seconds) turns its pages by itself too; for old televisions the script is ES2017. */

(function () {
  const main = () => document.querySelector("main[data-live]");
  if (!main()) return;
  const EVERY = 3000, HIDDEN = 60000, LONGEST = 15000, STALE = 15000, LIT = 4000, TRIES = 2;
  const isFinished = () => "finished" in main().dataset;
  const isScreen = "seconds" in main().dataset;
  const isUnseen = () => document.hidden && !isScreen;
  let heard = "", drawnFor = "", wait = EVERY, timer = 0, isBusy = false, isDue = false, behind = 0, fresh = Date.now(), turned = fresh;

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
    heard = isFinished() ? version : await ask(live);
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
    if (isBusy || (isFinished() && !isScreen)) return;
    isBusy = true;
    try {
      await look();
      [fresh, wait] = [Date.now(), EVERY];
    } catch (error) {
      wait = Math.min(2 * wait, LONGEST);
    }
    isBusy = false;
    tell();
    checkLater();
  }

  /* With jitter, so that a hall of pages does not ask at once. */
  function checkLater() {
    clearTimeout(timer);
    timer = setTimeout(check, (isUnseen() ? HIDDEN : wait) * (0.75 + Math.random() / 2));
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

  checkLater();
  window.addEventListener("online", check);
  window.addEventListener("pageshow", ({ persisted }) => persisted && check());
  for (const event of ["visibilitychange", "nigiri:stored"])
    document.addEventListener(event, () => (isUnseen() ? checkLater() : (isDue = true, check())));
  if (isScreen) setInterval(tell, 1000);
})();
