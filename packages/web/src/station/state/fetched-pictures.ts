import { addressOf } from './content-address.ts';

/** More concurrent requests would delay the first picture and other requests. */
const maxConcurrent = 4;
const maxBytes = 32_000_000;

interface Wanted {
  path: string;
  show: (url: string) => void;
  ending: AbortController;
}

const queue = { waiting: [] as Wanted[], running: 0 };

/** Returns a function that cancels the request or releases the picture. */
export function fetchPicture(path: string, show: (url: string) => void): () => void {
  const wanted: Wanted = { path, show, ending: new AbortController() };
  queue.waiting.push(wanted);
  next();
  return () => {
    queue.waiting = queue.waiting.filter((other) => other !== wanted);
    wanted.ending.abort();
  };
}

function next(): void {
  // Starts with the newest request, because the user has just scrolled there.
  const wanted = queue.running < maxConcurrent ? queue.waiting.pop() : undefined;
  if (wanted === undefined) return;
  queue.running += 1;
  const { signal } = wanted.ending;
  addressOf(wanted.path, { signal, maxBytes })
    .then(({ url, release }) => {
      if (signal.aborted) return release();
      signal.addEventListener('abort', release);
      wanted.show(url);
    })
    // If this fails, the icon of the file's kind is shown.
    .catch(() => undefined)
    .finally(() => {
      queue.running -= 1;
      next();
    });
}
