import { addressOf } from './content-address.ts';

/** More at a time would only delay the first of them, and what somebody does meanwhile. */
const mostAtATime = 4;
const mostBytes = 32_000_000;

interface Wanted {
  path: string;
  show: (url: string) => void;
  ending: AbortController;
}

const queue = { waiting: [] as Wanted[], running: 0 };

/** Fetches a picture with the token. Gives the way to have it no longer, whether it has come or not. */
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
  // The last one first: it is what somebody has just scrolled to.
  const wanted = queue.running < mostAtATime ? queue.waiting.pop() : undefined;
  if (wanted === undefined) return;
  queue.running += 1;
  const { signal } = wanted.ending;
  addressOf(wanted.path, { signal, mostBytes })
    .then(({ url, release }) => {
      if (signal.aborted) return release();
      signal.addEventListener('abort', release);
      wanted.show(url);
    })
    // Without its picture, a thing has the sign of its kind.
    .catch(() => undefined)
    .finally(() => {
      queue.running -= 1;
      next();
    });
}
