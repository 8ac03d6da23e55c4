import { signal } from '@preact/signals';
import { keepText, keptText } from '../../../ui/storage.ts';

export interface LogLine {
  kind: 'out' | 'in' | 'notice' | 'failed';
  text: string;
  /** Said while a job had the machine. */
  ofJob: boolean;
}

export interface Log {
  lines: readonly (LogLine & { id: number })[];
  /** Older ones that were let go. */
  dropped: number;
}

/** More than can be looked at; a job of a million lines must not be kept. */
const mostLines = 400;
const storageKey = 'stationery.plotter.job-lines';

export const log = signal<Log>({ lines: [], dropped: 0 });
export const showsJobLines = signal(keptText(storageKey) === 'yes');

let arrived: (LogLine & { id: number })[] = [];
let lastId = 0;
let skipped = 0;
let isScheduled = false;

export function setShowsJobLines(value: boolean): void {
  showsJobLines.value = value;
  keepText(storageKey, value ? 'yes' : 'no');
}

/** Lines come faster than they can be painted: they are shown a few times a second. */
export function note(line: LogLine): void {
  if (line.text === '' || (line.ofJob && !showsJobLines.peek())) return;
  arrived.push({ ...line, id: ++lastId });
  if (arrived.length > mostLines) {
    skipped += arrived.length - mostLines;
    arrived = arrived.slice(-mostLines);
  }
  if (isScheduled) return;
  isScheduled = true;
  setTimeout(show, 60);
}

export function clearLog(): void {
  arrived = [];
  log.value = { lines: [], dropped: 0 };
}

function show(): void {
  isScheduled = false;
  const all = [...log.peek().lines, ...arrived];
  const lines = all.slice(-mostLines);
  log.value = { lines, dropped: log.peek().dropped + skipped + all.length - lines.length };
  arrived = [];
  skipped = 0;
}
