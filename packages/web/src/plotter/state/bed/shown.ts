import { computed, effect, signal } from '@preact/signals';
import { isLive } from '../../../service/index.ts';
import { plotter } from '../../client.ts';
import { placed } from '../drawing/placed-drawing.ts';
import { breath } from '../path/breath.ts';
import type { Path } from '../path/path.ts';
import { readScript } from '../path/read-script.ts';
import { firstRetryMs, nextRetryMs } from '../retry.ts';
import { draft } from '../script/script-draft.ts';
import { currentJob, interruptedJob, jobs, machine } from '../store.ts';

/** Chosen from the list of jobs to be looked at. */
export const chosenJobId = signal<number | undefined>(undefined);

/** The job on the bed: the one that has the machine, the one chosen, one that waits to go on, or the last that was there. */
export const shownJob = computed(() => {
  const unfinished = currentJob.value ?? interruptedJob.value;
  // Beside a drawing that is being placed lies only what it shares the sheet with.
  if (placed.value !== undefined) return unfinished;
  const chosen = jobs.value?.find(({ id }) => id === chosenJobId.value);
  const begun = jobs.value?.find(({ startedAt }) => startedAt !== null);
  return currentJob.value ?? chosen ?? interruptedJob.value ?? begun;
});

/** A script that is about to be plotted is shown before anything else, unless the machine draws. */
const source = computed(() => {
  if (draft.value !== undefined && placed.value === undefined && currentJob.value === undefined) {
    return { of: 'draft' as const, blob: draft.value.blob };
  }
  const id = shownJob.value?.id;
  return id === undefined ? undefined : { of: 'job' as const, id };
});
type Source = NonNullable<typeof source.value>;
const key = computed(() => (source.value?.of === 'job' ? source.value.id : source.value?.blob));
/** Undefined until the machine is known. The job that has it is told of before that. */
const coordinates = computed(() => machine.value?.coordinates);

/** What lies on the bed, as far as it was read. `path` grows in place; `length` says how far. */
export const shown = signal<{ of: 'draft' | 'job'; id?: number; path: Path; length: number } | undefined>(
  undefined,
);
export const shownFailed = signal(false);

/** Reads the commands of what is shown, again whenever that is another. Once in a page. */
export function followShown(): () => void {
  return effect(() => {
    void key.value;
    const now = source.peek();
    const counted = coordinates.value;
    shown.value = undefined;
    shownFailed.value = false;
    if (now === undefined || counted === undefined) return undefined;
    const leaving = new AbortController();
    void readUntilRead(now, counted === 'relative', leaving.signal);
    return () => leaving.abort();
  });
}

/** What could not be read is read again when there is a connection, less and less often. */
async function readUntilRead(what: Source, relative: boolean, left: AbortSignal): Promise<void> {
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
    breath,
    onGrowth: (path) => {
      shown.value = { of: what.of, ...id, path, length: path.length };
    },
  });
}
