/* Notices on this device: asked for with a button, received by the worker pushed.js. */
(() => {
  const form = document.querySelector("form[data-push]");
  if (!form || !("serviceWorker" in navigator) || !("PushManager" in window)) return;
  const state = form.querySelector("output");
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      if ((await Notification.requestPermission()) !== "granted") { state.textContent = form.dataset.refused; return; }
      const worker = await navigator.serviceWorker.register(form.dataset.worker);
      await ready(worker);
      const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: form.dataset.push });
      const { endpoint, keys } = made.toJSON();
      const body = new FormData(form);
      for (const [name, value] of [["endpoint", endpoint], ["key", keys.p256dh], ["secret", keys.auth]]) body.set(name, value);
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
