import type { Job } from '@stationery/client';
import type { Box } from '@stationery/drawing';
import { plotter } from '../../client.ts';
import { around, sheetOf } from '../bed/view.ts';
import { jobKey, machine } from '../store.ts';

/** In steps: SVG path data, a box that includes the sheet, and a box around the path. */
export interface Thumbnail {
  path: string;
  viewBox: string;
  drawnBox: string;
}

const maxCached = 300;

/** Reads the commands of one job at a time, so that connections stay free for Stop. */
class Thumbnails {
  readonly #cache = new Map<string, Promise<Thumbnail | undefined>>();
  #last: Promise<unknown> = Promise.resolve();

  /** Resolves to undefined if nothing is drawn or the commands cannot be read. */
  get(job: Job): Promise<Thumbnail | undefined> {
    const key = jobKey(job);
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached;
    const made = this.#last
      .then(() => read(job.id))
      .catch(() => {
        // Tries again when the thumbnail becomes visible again.
        this.#cache.delete(key);
        return undefined;
      });
    this.#last = made;
    this.#cache.set(key, made);
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > maxCached && oldest !== undefined) this.#cache.delete(oldest);
    return made;
  }
}

export const thumbnails = new Thumbnails();

async function read(id: number): Promise<Thumbnail | undefined> {
  const { bounds, path } = await plotter.jobs.preview(id);
  if (bounds === null) return undefined;
  return { path, viewBox: boxOf(around(sheetOf(machine.peek()), bounds)!), drawnBox: boxOf(bounds) };
}

const boxOf = ({ minX, minY, maxX, maxY }: Box) =>
  `${minX} ${minY} ${Math.max(1, maxX - minX)} ${Math.max(1, maxY - minY)}`;
