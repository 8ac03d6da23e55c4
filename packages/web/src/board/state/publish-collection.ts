import { signal } from '@preact/signals';
import { boardTexts } from '../../texts/board.ts';
import { showToast } from '../../ui/index.ts';
import { board } from '../client.ts';
import { collections, showCollection } from './collections.ts';
import { explainError } from './describe-reason.ts';

const texts = boardTexts.collections;

export const archive = signal<File | undefined>(undefined);

/** `part` is undefined while the board stores the complete upload. */
export const upload = signal<{ part: number | undefined; stop: () => void } | undefined>(undefined);

export const publishProblem = signal<string | undefined>(undefined);

/** The signature of a tar archive. */
const mark = { from: 257, text: 'ustar' };

export async function chooseArchive(file: File): Promise<void> {
  const read = file.slice(mark.from, mark.from + mark.text.length).text();
  const isArchive = (await read.catch(() => '')) === mark.text;
  archive.value = isArchive ? file : undefined;
  publishProblem.value = isArchive ? undefined : texts.noArchive(file.name);
}

export function forgetArchive(): void {
  archive.value = undefined;
  publishProblem.value = undefined;
}

export function likelyName(file: File): string {
  const [only, ...others] = collections.peek() ?? [];
  if (only !== undefined && others.length === 0) return only.name;
  const words =
    file.name
      .replace(/\.tar$/i, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, 40);
}

/** The upload continues if the dialog is closed. */
export async function publish(name: string, file: File): Promise<void> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  publishProblem.value = undefined;
  upload.value = { part: 0, stop };
  try {
    const now = await board.publish(name, file, {
      signal: stopping.signal,
      onProgress({ sentBytes }) {
        upload.value = { part: sentBytes < file.size ? sentBytes / file.size : undefined, stop };
      },
    });
    forgetArchive();
    showCollection(now);
    showToast({ message: texts.publishedNow(now.newest.version, name) });
  } catch (error) {
    if (!stopping.signal.aborted) publishProblem.value = explainError(error);
  } finally {
    upload.value = undefined;
  }
}
