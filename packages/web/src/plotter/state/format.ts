import type { Job } from '@stationery/client';
import { decimal } from '../../texts/format.ts';
import { plotterTexts } from '../../texts/plotter.ts';
import { stepsPerMm } from './store.ts';

export function jobName({ name, id }: Pick<Job, 'name' | 'id'>): string {
  return name === null || name === '' ? plotterTexts.jobs.unnamed(id) : plotterTexts.jobs.quoted(name);
}

export const penName = (name: string) => plotterTexts.jobs.penName(name);

/** Formats steps as millimetres, rounded to a tenth. */
export function mm(steps: number): string {
  // Adding 0 turns -0 into 0.
  return decimal(Math.round((steps / stepsPerMm.value) * 10) / 10 + 0, 1);
}
