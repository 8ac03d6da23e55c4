import { computed, effect, signal } from '@preact/signals';
import { isLive } from '../../service/index.ts';
import { plotter } from '../client.ts';
import { placed } from '../drawing/placed.ts';
import { draft } from '../script/draft.ts';
import { currentJob, interruptedJob, jobs, machine } from '../store.ts';
import { breath } from './breath.ts';
import type { Path } from './path.ts';
import { readScript } from './read-script.ts';

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
const key = computed(() => (source.value?.of === 'job' ? source.value.id : source.value?.blob));
/** Undefined until the machine is known. The job that has it is told of before that. */
const coordinates = computed(() => machine.value?.coordinates);

/** What lies on the bed, as far as it was read. `path` grows in place; `length` says how far. */
export const shown = signal<{ of: 'draft' | 'job'; id?: number; path: Path; length: number } | undefined>(
  undefined,
);
export const shownFailed = signal(false);

const retryMs = 2_000;
/** Counted up when what could not be read is to be read once more. */
const retries = signal(0);

/** Reads the commands of what is shown, again whenever that is another or could not be read. Once in a page. */
export function followShown(): () => void {
  return effect(() => {
    void key.value;
    void retries.value;
    const now = source.peek();
    const counted = coordinates.value;
    shown.value = undefined;
    shownFailed.value = false;
    if (now === undefined || counted === undefined) return undefined;
    const leaving = new AbortController();
    const { signal: left } = leaving;
    void read(now, counted === 'relative', left).catch(() => {
      if (left.aborted) return;
      shownFailed.value = true;
      retryWhenLive(left);
    });
    return () => leaving.abort();
  });
}

function retryWhenLive(left: AbortSignal): void {
  setTimeout(() => {
    if (left.aborted) return;
    if (isLive.peek()) retries.value = retries.peek() + 1;
    else retryWhenLive(left);
  }, retryMs);
}

async function read(what: NonNullable<typeof source.value>, relative: boolean, left: AbortSignal) {
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
