/* Notices on this device: asked for with a button, received by the worker pushed.js. */
(() => {
  const form = document.querySelector("form[data-push]");
  if (!form || !("serviceWorker" in navigator) || !("PushManager" in window)) return;
  const state = form.querySelector("output");
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
  const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      if ((await Notification.requestPermission()) !== "granted") { state.textContent = form.dataset.refused; return; }
      const worker = await navigator.serviceWorker.register(form.dataset.worker);
      await ready(worker);
      const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(form.dataset.push) });
      const body = new FormData(form);
      body.set("endpoint", made.endpoint);
      body.set("key", text(made.getKey("p256dh")));
      body.set("secret", text(made.getKey("auth")));
      const answer = await fetch(form.action, { method: "POST", body });
      if (answer.status === 201) location.reload();
      else state.textContent = form.dataset.failed;
    } catch {
      state.textContent = form.dataset.failed;
    }
  });
  function ready(worker) {
    const coming = worker.installing || worker.waiting;
    if (!coming) return Promise.resolve();
    return new Promise((done) => coming.addEventListener("statechange", () => { if (coming.state === "activated") done(); }));
  }
})();
