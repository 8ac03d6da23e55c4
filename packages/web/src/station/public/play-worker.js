// The service worker of /play: a screen that is switched on before the station shows the page as it was last, and the page
// connects by itself as soon as the station is there. What the station says is never kept.
const store = 'play-1';

addEventListener('install', (event) => {
  event.waitUntil(caches.open(store).then((cache) => cache.add('/play')));
  skipWaiting();
});
addEventListener('activate', (event) => event.waitUntil(clients.claim()));

addEventListener('fetch', (event) => {
  const { method, url, mode } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin) return;
  if (mode === 'navigate' && pathname === '/play') event.respondWith(newest(event.request));
  else if (pathname.startsWith('/assets/')) event.respondWith(kept(event.request));
});

async function newest(request) {
  const cache = await caches.open(store);
  try {
    const answer = await fetch(request);
    if (answer.ok) {
      // The parts of an earlier version are not needed any more.
      for (const old of await cache.keys()) await cache.delete(old);
      await cache.put('/play', answer.clone());
    }
    return answer;
  } catch (error) {
    const last = await cache.match('/play');
    if (last) return last;
    throw error;
  }
}

/** Their names change with their content. */
async function kept(request) {
  const cache = await caches.open(store);
  const known = await cache.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}
