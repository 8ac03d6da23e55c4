// The service worker of /play. If the screen is switched on before the station, it shows the stored page, which
// connects once the station is reachable. Responses of the API are never cached.
const store = 'play-1';
/** Path of the station, because a proxy can serve the station below a path. */
const root = new URL('.', location.href).pathname;
const page = `${root}play`;

addEventListener('install', (event) => {
  event.waitUntil(caches.open(store).then((cache) => cache.add(page)));
  skipWaiting();
});
addEventListener('activate', (event) => event.waitUntil(clients.claim()));

addEventListener('fetch', (event) => {
  const { method, url, mode } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin) return;
  if (mode === 'navigate' && pathname === page) event.respondWith(newest(event.request));
  else if (pathname.startsWith(`${root}assets/`)) event.respondWith(kept(event.request));
});

async function newest(request) {
  const cache = await caches.open(store);
  try {
    const answer = await fetch(request);
    if (answer.ok) {
      // Delete files of an earlier version.
      for (const old of await cache.keys()) await cache.delete(old);
      await cache.put(page, answer.clone());
    }
    return answer;
  } catch (error) {
    const last = await cache.match(page);
    if (last) return last;
    throw error;
  }
}

/** Returns the stored response if there is one. It is never outdated, because file names change with their content. */
async function kept(request) {
  const cache = await caches.open(store);
  const known = await cache.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}
