// The service worker for notifications, which phones show only for pages that have one. Registered when the user
// switches notifications on.

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(showPage());
});

async function showPage() {
  const [page] = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  await (page ? page.focus() : clients.openWindow('/'));
}
