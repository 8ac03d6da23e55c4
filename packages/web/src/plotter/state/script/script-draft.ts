import { effect, signal, untracked } from '@preact/signals';
import type { JobCheck } from '@stationery/client';
import { explain } from '../../../service/index.ts';
import { plotterTexts } from '../../../texts/plotter.ts';
import { plotter } from '../../client.ts';
import { reach } from '../store.ts';

interface Draft {
  name: string;
  blob: Blob;
  /** Undefined if the script is too large to edit. */
  text: string | undefined;
}

export type Check =
  | { state: 'checking' }
  | { state: 'checked'; report: JobCheck }
  | { state: 'failed'; why: string };

const editableBytes = 200_000;
const typingMs = 400;

/** Only the result of the newest check is used. */
class ScriptCheck {
  readonly result = signal<Check>({ state: 'checking' });
  #latest = new AbortController();

  cancel(): void {
    this.#latest.abort();
  }

  async run(script: Blob, afterMs: number): Promise<void> {
    this.cancel();
    this.#latest = new AbortController();
    const { signal: cancelled } = this.#latest;
    this.result.value = { state: 'checking' };
    if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs));
    if (cancelled.aborted) return;
    try {
      const report = await plotter.jobs.checkScript(script, { signal: cancelled });
      if (!cancelled.aborted) this.result.value = { state: 'checked', report };
    } catch (error) {
      if (!cancelled.aborted) this.result.value = { state: 'failed', why: explain(error) };
    }
  }
}

const scriptCheck = new ScriptCheck();

export const draft = signal<Draft | undefined>(undefined);
export const check = scriptCheck.result;

export async function draftFromFile(name: string, blob: Blob): Promise<void> {
  const text = blob.size <= editableBytes ? await blob.text() : undefined;
  draft.value = { name, blob, text };
  void checkDraft();
}

/** Sets the text, and checks it once the user stops typing. */
export function draftFromText(text: string): void {
  scriptCheck.cancel();
  if (text.trim() === '') {
    draft.value = undefined;
    return;
  }
  const name = draft.peek()?.name ?? plotterTexts.script.pasted;
  draft.value = { name, blob: new Blob([text]), text };
  void checkDraft(typingMs);
}

export function removeDraft(): void {
  scriptCheck.cancel();
  draft.value = undefined;
}

/** Checks the script. Call it again when the machine may have changed. */
export async function checkDraft(afterMs = 0): Promise<void> {
  const now = draft.peek();
  if (now === undefined) scriptCheck.cancel();
  else await scriptCheck.run(now.blob, afterMs);
}

/** Checks the script again when the reach changes, for example after ZERO. */
export function recheckOnNewReach(): void {
  let before = reach.peek();
  effect(() => {
    const now = reach.value;
    if (now === before) return;
    before = now;
    untracked(() => void checkDraft());
  });
}
