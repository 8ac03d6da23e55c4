import type { Job } from '@stationery/client';
import { plotter } from '../../client.ts';
import { sheetOf } from '../bed/view.ts';
import { readScript } from '../path/read-script.ts';
import { machine } from '../store.ts';
import { yieldToPage } from '../yield-to-page.ts';
import { type Thumbnail, thumbnailOf } from './thumbnail.ts';

/** More of a job is not read: it would not be seen at this size. */
const maxBytes = 200_000;
const maxKept = 300;

/** Reads thumbnails one after another, so that they never keep the connections busy that Stop needs. */
export class Thumbnails {
  readonly #kept = new Map<string, Promise<Thumbnail | undefined>>();
  #last: Promise<unknown> = Promise.resolve();

  /** Undefined where there is nothing to see, or the commands cannot be read. */
  get(job: Job): Promise<Thumbnail | undefined> {
    // Ids start again where a service is set up again.
    const key = `${job.id} ${job.createdAt}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const made = this.#last
      .then(() => read(job.id))
      .catch(() => {
        // What could not be read now may be readable the next time it comes into view.
        this.#kept.delete(key);
        return undefined;
      });
    this.#last = made;
    this.#kept.set(key, made);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > maxKept && oldest !== undefined) this.#kept.delete(oldest);
    return made;
  }
}

export const thumbnails = new Thumbnails();

async function read(id: number): Promise<Thumbnail | undefined> {
  const leaving = new AbortController();
  const { signal } = leaving;
  try {
    const stream = await plotter.jobs.commandStream(id, { signal });
    const relative = machine.peek()?.coordinates === 'relative';
    const path = await readScript(beginning(stream), { relative, signal, onGrowth: () => {}, yieldToPage });
    return thumbnailOf(path, sheetOf(machine.peek()));
  } finally {
    leaving.abort();
  }
}

function beginning(stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let left = maxBytes;
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (value !== undefined) controller.enqueue(value);
      left -= value?.length ?? 0;
      if (!done && left > 0) return;
      controller.close();
      if (!done) await reader.cancel();
    },
  });
}
