// The service worker for notifications. Phones show notifications only for pages that have a service worker. It is
// registered when the user switches notifications on.

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(showPage());
});

async function showPage() {
  const [page] = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  await (page ? page.focus() : clients.openWindow('/'));
}
