import type { Job } from '@stationery/client';

/** From a command on, a job is drawn with a pen of this colour. */
export interface JobPen {
  before: number;
  colour: string;
}

let last: { id: number; createdAt: string; pens: readonly JobPen[] } | undefined;

/**
 * What a job is drawn with. The pens of a job never change, so the same list is given for as long as it is asked of the
 * same job: what looks like other pens is painted anew. Ids begin anew where a service does, so its time must be the same too.
 */
export function pensOf({ id, createdAt, pens }: Job): readonly JobPen[] {
  if (last?.id !== id || last.createdAt !== createdAt) {
    last = { id, createdAt, pens: pens.map(({ from, colour }) => ({ before: from, colour })) };
  }
  return last.pens;
}
