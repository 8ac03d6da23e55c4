import { signal } from '@preact/signals';
import { keepText, keptText } from '../../ui/storage.ts';

/** From a command on, a job is drawn with a pen of this colour. */
export interface JobPen {
  before: number;
  colour: string;
}

const key = 'stationery.plotter.pens';
/** Jobs that nobody looks at any more are forgotten. */
const keptJobs = 40;

interface JobMark {
  id: number;
  createdAt: string;
}

type Kept = [id: number, createdAt: string, pens: readonly JobPen[]][];

const kept = signal(read());

function read(): Kept {
  try {
    return JSON.parse(keptText(key) ?? '[]') as Kept;
  } catch {
    return [];
  }
}

/** Remembers in this browser the colours that a job is drawn in; the service knows commands alone. */
export function rememberPens({ id, createdAt }: JobMark, pens: readonly JobPen[]): void {
  if (pens.length === 0) return;
  const next: Kept = [[id, createdAt, pens], ...kept.peek()];
  kept.value = next.slice(0, keptJobs);
  keepText(key, JSON.stringify(kept.peek()));
}

const none: readonly JobPen[] = [];

/** Nothing for a job that was not made here. Ids begin anew where a service does, so its time must be the same too. */
export function pensOf(job: JobMark): readonly JobPen[] {
  return kept.value.find(([id, createdAt]) => id === job.id && createdAt === job.createdAt)?.[2] ?? none;
}
