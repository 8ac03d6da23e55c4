import { effect, signal, untracked } from '@preact/signals';
import type { JobCheck } from '@stationery/client';
import { explain } from '../../../service/index.ts';
import { plotterTexts } from '../../../texts/plotter.ts';
import { plotter } from '../../client.ts';
import { reach } from '../store.ts';

/** A script that is looked at before it is plotted. */
export interface Draft {
  name: string;
  blob: Blob;
  /** Undefined where it is too large to be edited. */
  text: string | undefined;
}

export type Check =
  | { state: 'checking' }
  | { state: 'checked'; report: JobCheck }
  | { state: 'failed'; why: string };

export const draft = signal<Draft | undefined>(undefined);
export const check = signal<Check>({ state: 'checking' });

const editableBytes = 200_000;
const typingMs = 400;
let checking = new AbortController();

/** Takes a file. Small ones can be edited. */
export async function takeFile(name: string, blob: Blob): Promise<void> {
  const text = blob.size <= editableBytes ? await blob.text() : undefined;
  draft.value = { name, blob, text };
  void look(0);
}

/** Takes what is written, and looks at it once the writing pauses. */
export function takeText(text: string): void {
  checking.abort();
  if (text.trim() === '') {
    draft.value = undefined;
    return;
  }
  const name = draft.peek()?.name ?? plotterTexts.script.pasted;
  draft.value = { name, blob: new Blob([text]), text };
  void look(typingMs);
}

export function putAway(): void {
  checking.abort();
  draft.value = undefined;
}

/** Looks the script over again; the machine may be another than before. */
export async function look(afterMs = 0): Promise<void> {
  const now = draft.peek();
  checking.abort();
  const mine = new AbortController();
  checking = mine;
  if (now === undefined) return;
  check.value = { state: 'checking' };
  if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs));
  if (mine.signal.aborted) return;
  try {
    const report = await plotter.jobs.checkScript(now.blob, { signal: mine.signal });
    if (!mine.signal.aborted) check.value = { state: 'checked', report };
  } catch (error) {
    if (!mine.signal.aborted) check.value = { state: 'failed', why: explain(error) };
  }
}

/** After ZERO the machine reaches elsewhere: what was checked before is checked again. */
export function followReach(): void {
  let before = reach.peek();
  effect(() => {
    const now = reach.value;
    if (now === before) return;
    before = now;
    untracked(() => void look());
  });
}
