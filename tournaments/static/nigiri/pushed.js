/* The worker that shows what is pushed, and opens the page that it is about. */
self.addEventListener("push", (event) => {
  const { title, text, path } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body: text, data: path, tag: path }));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data));
});
