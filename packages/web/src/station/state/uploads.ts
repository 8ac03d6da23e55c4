import { computed, signal } from '@preact/signals';
import { type CardFile, ConnectionError, type ProgressOptions, ServiceError } from '@stationery/client';
import { explain, isLive, isUnreadable } from '../../service/index.ts';
import { stationTexts } from '../../texts/station.ts';
import { formatBytes } from '../../ui/format.ts';
import { showToast } from '../../ui/index.ts';
import { resumableUploads, station } from '../client.ts';
import { SpeedMeter } from './speed-meter.ts';
import { card, fileNamed } from './store.ts';

type UploadState =
  | { state: 'waiting' }
  | { state: 'sending'; sentBytes: number; bytesPerSecond: number }
  /** Resumed after reconnecting. */
  | { state: 'interrupted' }
  | { state: 'name-taken' }
  | { state: 'name-refused'; why: string }
  | { state: 'failed'; why: string }
  | { state: 'done' };

export interface Upload {
  id: number;
  file: File;
  filename: string;
  state: UploadState;
  /** Consecutive connection losses while the rest of the page was connected. */
  breaks: number;
  replaces?: CardFile | undefined;
}

/** More concurrent uploads would share the same radio and block connections. */
const atOnce = 2;
/** An upload without progress for this time counts as lost. */
const stalledMs = 20_000;
/** After this many losses in a row, the page asks the user instead of retrying. */
const maxBreaks = 4;
const pauseAfterBreakMs = 1_500;
/** Smaller files are sent again as a whole, because the query for the offset would take longer. */
const resumableFromBytes = 1024 * 1024;

export const uploads = signal<readonly Upload[]>([]);
const uploading = computed(() =>
  uploads.value.some(({ state: { state } }) => ['waiting', 'sending', 'interrupted'].includes(state)),
);

const running = new Map<number, AbortController>();
const counts = { added: 0, done: 0 };

/** Files of a folder are uploaded to a folder on the card. */
export function addUploads(chosen: Iterable<File>, pathOf = pathInFolder): void {
  const added = [...chosen]
    .map((file) => ({ file, filename: pathOf(file) ?? file.name }))
    .filter(({ filename }) => !filename.includes('/') || !isSystemFile(filename))
    .map((names): Upload => {
      counts.added += 1;
      return { id: counts.added, ...names, state: { state: 'waiting' }, breaks: 0 };
    });
  uploads.value = [...uploads.value, ...added];
  startNext();
}

function pathInFolder({ webkitRelativePath }: File): string | undefined {
  return webkitRelativePath || undefined;
}

/** Whether a file is hidden or was made by a file manager. */
const isSystemFile = (path: string) => /(?:^|\/)(?:\.[^/]*|Thumbs\.db|desktop\.ini)(?:\/|$)/i.test(path);

export function cancelUpload(id: number): void {
  const upload = find(id);
  running.get(id)?.abort();
  forgetUpload(id);
  if (upload === undefined) return;
  void discard(upload);
  showToast({ message: stationTexts.uploads.cancelled(upload.filename) });
}

export function forgetUpload(id: number): void {
  uploads.value = uploads.value.filter((upload) => upload.id !== id);
}

export function retryUpload(id: number, changes: Partial<Pick<Upload, 'filename' | 'replaces'>> = {}): void {
  change(id, { state: { state: 'waiting' }, ...changes });
  startNext();
}

/** Resumes uploads after reconnecting. Also asks before the user leaves the page during an upload. */
export function resumeUploads(): void {
  isLive.subscribe((live) => {
    if (!live) return;
    for (const { id, state } of uploads.peek()) if (state.state === 'interrupted') retryUpload(id);
  });
  addEventListener('beforeunload', (event) => {
    if (uploading.value) event.preventDefault();
  });
}

function startNext(): void {
  for (const upload of uploads.value) {
    if (running.size >= atOnce) return;
    if (upload.state.state === 'waiting' && !running.has(upload.id)) void run(upload);
  }
  if (running.size === 0 && counts.done > 0) {
    showToast({ message: stationTexts.uploads.done(counts.done) });
    counts.done = 0;
  }
}

async function run({ id, file, filename, replaces }: Upload): Promise<void> {
  const control = new AbortController();
  running.set(id, control);
  const known = fileNamed(filename);
  const meter = new SpeedMeter();
  let stalled: number | undefined;
  try {
    change(id, { state: { state: 'sending', sentBytes: 0, bytesPerSecond: 0 } });
    const progress: ProgressOptions = {
      signal: control.signal,
      onProgress({ sentBytes }) {
        clearTimeout(stalled);
        // After the last byte, the station may take any time to process the file.
        if (sentBytes < file.size) stalled = watchStall(control);
        change(id, { state: { state: 'sending', sentBytes, bytesPerSecond: meter.note(sentBytes) } });
      },
    };
    await sendFile(file, filename, replaces, progress);
    finish(id);
  } catch (error) {
    if (find(id) === undefined) return;
    const arrived = fileNamed(filename);
    // The response to the previous attempt was lost, but the file arrived.
    const isOurs = known === undefined && arrived?.size === file.size;
    if (hasCode(error, 'name-taken') && isOurs) finish(id);
    else if (isBroken(error)) interrupted(id);
    // The file to replace is gone, so the name is free.
    else if (replaces !== undefined && hasCode(error, 'unknown-file')) {
      change(id, { replaces: undefined, state: { state: 'waiting' } });
    } else change(id, { state: failure(error, file, replaces !== undefined) });
  } finally {
    clearTimeout(stalled);
    running.delete(id);
    startNext();
  }
}

/** Sends a file without the client's retries, because the page retries itself. */
export async function sendFile(
  file: File,
  filename: string,
  replaces: CardFile | undefined,
  progress: ProgressOptions,
) {
  if (file.size >= resumableFromBytes)
    await (await resumableUploads()).upload(file, { filename, replaces, retryDelaysMs: [], ...progress });
  else if (replaces === undefined) await station.upload(file, { filename, ...progress });
  else await station.replace(replaces, file, progress);
}

async function discard({ file, filename }: Upload): Promise<void> {
  if (file.size < resumableFromBytes) return;
  // If this fails, the station removes the part later.
  await (await resumableUploads()).discard(file, { filename }).catch(() => undefined);
}

function failure(error: unknown, file: File, isReplacing: boolean): UploadState {
  if (hasCode(error, 'name-taken', 'file-changed')) return { state: 'name-taken' };
  if (hasCode(error, 'invalid-name')) return { state: 'name-refused', why: explain(error) };
  const space = card.value;
  if (hasCode(error, 'card-full') && space?.state === 'present') {
    if (file.size > space.free) {
      const { tooLarge, tooLargeBeside } = stationTexts.uploads;
      return { state: 'failed', why: (isReplacing ? tooLargeBeside : tooLarge)(formatBytes(space.free)) };
    }
  }
  return { state: 'failed', why: explain(error) };
}

const isBroken = (error: unknown) =>
  (error instanceof ConnectionError && !isUnreadable(error)) || error === stallReason;

/** While not connected, waits for the connection. Otherwise retries soon. */
function interrupted(id: number): void {
  const breaks = (find(id)?.breaks ?? 0) + 1;
  if (isLive.value && breaks >= maxBreaks) {
    change(id, { breaks: 0, state: { state: 'failed', why: stationTexts.uploads.keepsBreaking } });
    return;
  }
  change(id, { breaks, state: { state: 'interrupted' } });
  setTimeout(() => {
    if (isLive.value && find(id)?.state.state === 'interrupted') retryUpload(id);
  }, pauseAfterBreakMs * breaks);
}

const hasCode = (error: unknown, ...codes: ServiceError['code'][]) =>
  error instanceof ServiceError && codes.includes(error.code);

const stallReason = new Error('stalled');
function watchStall(control: AbortController): number {
  return window.setTimeout(() => control.abort(stallReason), stalledMs);
}

function finish(id: number): void {
  counts.done += 1;
  forgetUpload(id);
}

const find = (id: number) => uploads.value.find((upload) => upload.id === id);

function change(id: number, changes: Partial<Upload>): void {
  uploads.value = uploads.value.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload));
}
