import { computed, effect, signal } from '@preact/signals';
import { firstRetryMs, isLive, nextRetryMs } from '../../../service/index.ts';
import { plotter } from '../../client.ts';
import { placedDrawing } from '../drawing/placed-drawing.ts';
import type { Path } from '../path/path.ts';
import { readScript } from '../path/read-script.ts';
import { draft } from '../script/script-draft.ts';
import { currentJob, machine } from '../store.ts';
import { yieldToPage } from '../yield-to-page.ts';
import { shownJob } from './shown-job.ts';

/** Shows an open script instead of a job, unless the machine is plotting. */
const source = computed(() => {
  if (draft.value !== undefined && placedDrawing.value === undefined && currentJob.value === undefined) {
    return { of: 'draft' as const, blob: draft.value.blob };
  }
  const id = shownJob.value?.id;
  return id === undefined ? undefined : { of: 'job' as const, id };
});
type Source = NonNullable<typeof source.value>;
const key = computed(() => (source.value?.of === 'job' ? source.value.id : source.value?.blob));
/** Undefined until the machine profile arrives, which is later than the current job. */
const coordinates = computed(() => machine.value?.coordinates);

/** `path` grows in place, up to `length`. */
export const shown = signal<{ of: 'draft' | 'job'; id?: number; path: Path; length: number } | undefined>(
  undefined,
);
export const shownFailed = signal(false);

export function followShown(): void {
  effect(() => {
    void key.value;
    const now = source.peek();
    const counting = coordinates.value;
    shown.value = undefined;
    shownFailed.value = false;
    if (now === undefined || counting === undefined) return undefined;
    const leaving = new AbortController();
    void readWithRetries(now, counting === 'relative', leaving.signal);
    return () => leaving.abort();
  });
}

/** Retries failures while connected, with growing delays. */
async function readWithRetries(what: Source, relative: boolean, left: AbortSignal): Promise<void> {
  for (let retryMs = firstRetryMs; !left.aborted; retryMs = nextRetryMs(retryMs)) {
    try {
      await read(what, relative, left);
      if (!left.aborted) shownFailed.value = false;
      return;
    } catch {
      if (!left.aborted) shownFailed.value = true;
    }
    do await new Promise((resolve) => setTimeout(resolve, retryMs));
    while (!left.aborted && !isLive.peek());
  }
}

async function read(what: Source, relative: boolean, left: AbortSignal) {
  const stream =
    what.of === 'job' ? await plotter.jobs.commandStream(what.id, { signal: left }) : what.blob.stream();
  const id = what.of === 'job' ? { id: what.id } : {};
  await readScript(stream, {
    relative,
    signal: left,
    yieldToPage,
    onGrowth: (path) => {
      shown.value = { of: what.of, ...id, path, length: path.length };
    },
  });
}
