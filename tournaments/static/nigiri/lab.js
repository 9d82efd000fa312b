"use strict";
/* The rules laboratory without page loads: the page of the next address is fetched, and its content replaces this
one. Links and forms lead on by pages without it. */

(() => {
  const status = document.createElement("p");
  status.className = "hidden";
  status.setAttribute("role", "status");
  document.body.append(status);
  let shown = withoutHash(location.href), latest = 0;

  function withoutHash(address) {
    return address.split("#")[0];
  }

  async function show(address, {isNew, focus}) {
    const own = ++latest;
    let answer, text;
    try {
      answer = await fetch(address);
      text = await answer.text();
    } catch {
      answer = {};
    }
    if (own !== latest) return;
    if (!answer.ok) return location.assign(address);
    const page = new DOMParser().parseFromString(text, "text/html");
    shown = withoutHash(answer.url);
    if (isNew) history.pushState(null, "", shown);
    const isOpen = document.querySelector("#board .moves")?.open;
    for (const part of ["main", "footer"]) document.querySelector(part).replaceWith(page.querySelector(part));
    const moves = document.querySelector("#board .moves");
    if (moves && isOpen) moves.open = true;
    document.dispatchEvent(new CustomEvent("nigiri:board", {detail: focus.point}));
    if (focus.link) (find(focus.link) ?? document.querySelector("#board a")).focus({preventScroll: true});
    status.textContent = document.querySelector("#answers h2").textContent;
  }

  /* A link of the board has the same place in its list on the next page. */
  const lists = () => [...document.querySelectorAll("#board nav, #board ol")];
  const place = (link) => {
    const list = link.closest("nav, ol");
    return list && {label: list.ariaLabel, at: [...list.querySelectorAll("a")].indexOf(link)};
  };
  const find = ({label, at}) => lists().find((list) => list.ariaLabel === label)?.querySelectorAll("a")[at];

  document.addEventListener("click", (event) => {
    const link = event.target.closest("#board a, #answers a[href$='#board']");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(link.href, {isNew: true, focus: {link: place(link)}});
  });
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("#board .touch")) return;
    event.preventDefault();
    const asked = new URL(form.action);
    asked.search = new URLSearchParams(new FormData(form, event.submitter));
    asked.hash = "";
    show(asked.href, {isNew: true, focus: {point: event.submitter?.closest(".points span")?.id}});
  });
  window.addEventListener("popstate", () => {
    if (withoutHash(location.href) !== shown) show(location.href, {isNew: false, focus: {}});
  });
})();
