// The service worker that shows the notifications of the page: phones show them only for pages that have one. It does
// nothing else, and is registered when somebody switches notifications on.

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(showPage());
});

async function showPage() {
  const [page] = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  await (page ? page.focus() : clients.openWindow('/'));
}
