"use strict";
/* Checks a proof of the log, or a checkpoint, on this device alone: deploy/format/tree.md says how.

The server is asked for nothing but the proof that one checkpoint continues another, and that is checked too. Of each
log the largest checkpoint is kept here. SHA-256 is our own, since a hall without https has no crypto.subtle. */

(function () {
  const form = document.getElementById("check");
  const PROOF = "c2sp.org/tlog-proof@v1", KEPT = "nigiri-log:";
  const ascii = (text) => new TextEncoder().encode(text);
  const bytes = (base64) => Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  const same = (one, other) => one.length === other.length && one.every((byte, at) => byte === other[at]);
  const join = (...parts) => parts.reduce((all, part) => Uint8Array.from([...all, ...part]), new Uint8Array());

  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  const fraction = (number) => ((number - Math.floor(number)) * 2 ** 32) | 0;
  const K = primes.map((prime) => fraction(Math.cbrt(prime)));

  function sha256(data) {
    const state = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
    const padded = new Uint8Array(((data.length + 8 >> 6) + 1) << 6);
    padded.set(data);
    padded[data.length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setUint32(padded.length - 4, data.length * 8);
    const turned = (word, by) => (word >>> by) | (word << (32 - by));
    for (let block = 0; block < padded.length; block += 64) {
      const w = [];
      let [a, b, c, d, e, f, g, h] = state;
      for (let i = 0; i < 64; i++) {
        w[i] = i < 16 ? view.getInt32(block + 4 * i) : (w[i - 16] + w[i - 7]
          + (turned(w[i - 15], 7) ^ turned(w[i - 15], 18) ^ (w[i - 15] >>> 3))
          + (turned(w[i - 2], 17) ^ turned(w[i - 2], 19) ^ (w[i - 2] >>> 10))) | 0;
        const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
        const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
      }
      [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] = (state[i] + word) | 0; });
    }
    const hash = new DataView(new ArrayBuffer(32));
    state.forEach((word, i) => hash.setInt32(4 * i, word));
    return new Uint8Array(hash.buffer);
  }
  const leafHash = (line) => sha256(join([0], line));
  const nodeHash = (left, right) => sha256(join([1], left, right));

  /* RFC 9162, 2.1.3.2 and 2.1.4.2 in one: the roots that a path leads to, of the tree and of its beginning. */
  function climb(at, last, path, found, begun) {
    for (const sibling of path) {
      if (last === 0) return null;
      if (at % 2 || at === last) {
        begun = nodeHash(sibling, begun);
        found = nodeHash(sibling, found);
        while (at && at % 2 === 0) [at, last] = [at / 2, Math.floor(last / 2)];
      } else found = nodeHash(found, sibling);
      [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
    }
    return last === 0 ? { found, begun } : null;
  }
  function isIncluded(proof, head) {
    const top = proof.index < head.size && climb(proof.index, head.size - 1, proof.path, leafHash(proof.line), []);
    return Boolean(top) && same(top.found, head.root);
  }
  function isContinued(old, now, path) {
    let at = old.size - 1, last = now.size - 1;
    while (at % 2) [at, last] = [(at - 1) / 2, Math.floor(last / 2)];
    const way = at ? path : [old.root, ...path];
    const top = way.length > 0 && climb(at, last, way.slice(1), way[0], way[0]);
    return Boolean(top) && same(top.begun, old.root) && same(top.found, now.root);
  }

  function readHead(note) {
    const [origin, size, root, ...more] = note.split("\n");
    if (!/^\d{1,15}$/.test(size) || !origin || more.indexOf("") < 0) throw new Error("no checkpoint");
    const end = note.lastIndexOf("\n\n") + 1;
    const lines = note.slice(end + 1).split("\n").map((line) => line.split(" ")).filter((line) => line[0] === "—");
    return { note, origin, size: Number(size), root: bytes(root), text: note.slice(0, end), lines };
  }
  function read(typed) {
    const text = typed.replace(/\r/g, "").trim() + "\n";
    if (!text.startsWith(PROOF)) return { head: readHead(text) };
    const cut = text.indexOf("\n\n"), lines = text.slice(0, cut).split("\n").slice(1);
    const line = bytes(lines.shift().replace(/^extra /, "")), index = Number(lines.shift().replace(/^index /, ""));
    const said = JSON.stringify(JSON.parse(new TextDecoder().decode(line)), null, 2);
    return { line, said, index, path: lines.map(bytes), head: readHead(text.slice(cut + 2)) };
  }

  /* "signed", "forged", or "unsure" where this browser knows no Ed25519 or the page came without https. */
  async function signature(head, line) {
    const [, name, id, key] = /^([^+]+)\+([^+]+)\+(.+)$/.exec(line.trim()) ?? [];
    const id4 = (what) => [...bytes(what).slice(0, 4)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const found = head.lines.find(([, who, what]) => who === name && id4(what) === id);
    if (!found) return "forged";
    try {
      const known = await crypto.subtle.importKey("raw", bytes(key).slice(1), "Ed25519", false, ["verify"]);
      return await crypto.subtle.verify("Ed25519", known, bytes(found[2]).slice(4), ascii(head.text)) ? "signed" : "forged";
    } catch {
      return "unsure";
    }
  }
  async function compared(head) {
    const kept = localStorage.getItem(KEPT + head.origin);
    if (!kept) return "first";
    const before = readHead(kept);
    if (before.size === head.size) return same(before.root, head.root) ? "known" : "split";
    const [old, now] = before.size < head.size ? [before, head] : [head, before];
    try {
      const answer = await fetch(`${form.dataset.consistency}${old.size}/${now.size}`);
      if (!answer.ok) return "unasked";
      const path = (await answer.text()).split("\n\n")[0].split("\n").slice(1);
      return isContinued(old, now, path.map(bytes)) ? "continued" : "split";
    } catch {
      return "unasked";
    }
  }
  function say(names, facts) {
    for (const sentence of form.querySelectorAll("[data-say]")) sentence.hidden = !names.includes(sentence.dataset.say);
    for (const place of form.querySelectorAll("[data-fact]")) place.textContent = facts[place.dataset.fact] ?? "";
  }
  async function check() {
    let told;
    try {
      told = read(form.elements.proof.value);
    } catch {
      return say(["unreadable"], {});
    }
    const { head } = told, kept = localStorage.getItem(KEPT + head.origin) ?? "";
    const signed = await signature(head, form.elements.key.value);
    const course = signed === "forged" ? "" : await compared(head);
    const place = told.line ? (isIncluded(told, head) ? "included" : "elsewhere") : "";
    say([signed, course, place, told.line && "line"], {
      position: told.index + 1, size: head.size, origin: head.origin, kept, now: head.note, line: told.said,
    });
    const larger = course === "continued" && head.size > readHead(kept).size;
    if (course === "first" || larger) localStorage.setItem(KEPT + head.origin, head.note);
  }

  /* A receipt's code has the proof behind the #, which no browser sends: its bytes, deflated, as one number. */
  async function unpacked(digits) {
    const hex = BigInt(digits).toString(16).slice(1), packed = Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
    return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
  }
  form.addEventListener("submit", (event) => { event.preventDefault(); check(); });
  if (/^#\d+$/.test(location.hash)) unpacked(location.hash.slice(1)).then((text) => { form.elements.proof.value = text; check(); });
})();
