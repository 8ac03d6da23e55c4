import type { Job } from '@stationery/client';
import { bar, percent } from '../../terminal/status-line.ts';
import { counted, durationText, plain } from '../../terminal/words.ts';

export function jobTitle({ id, name }: Job): string {
  return name === null ? `job ${id}` : `job ${id} “${plain(name)}”`;
}

const maxPens = 4;

export function penWords({ pens }: Job): string {
  const words = pens
    .slice(0, maxPens)
    .map(({ name, colour }) => (name === colour ? colour : `${plain(name)} ${colour}`));
  if (pens.length > maxPens) words.push(`${pens.length - maxPens} more`);
  return words.join(', ');
}

export function progressLine(job: Job): string {
  const { state } = job;
  if (state.state === 'queued') return `${jobTitle(job)} is queued`;
  const left = job.remainingMs === null ? '' : `  ${durationText(job.remainingMs)} left`;
  const what = state.state === 'running' ? '' : `  ${stateWords(job)}`;
  return `${bar(job.progress)} ${percent(job.progress)}  ${jobTitle(job)}${left}${what}`;
}

export function stateName({ state: { state } }: Pick<Job, 'state'>): string {
  if (state === 'running') return 'plotting';
  return state === 'held' ? 'on hold' : state;
}

export function stateWords({ id, state }: Job): string {
  switch (state.state) {
    case 'pausing':
      return 'pauses at the end of the stroke';
    case 'paused':
      return state.reason === undefined ? 'is paused' : `is paused: ${plain(state.reason)}`;
    case 'cancelling':
      return 'is cancelling';
    case 'held':
      return `is on hold: ${plain(state.reason)} Resume it: stationery plot resume ${id}`;
    case 'interrupted':
      return `was interrupted: ${plain(state.reason)} Resume it: stationery plot resume ${id}`;
    case 'failed':
    case 'cancelled':
      return `${state.state === 'failed' ? 'failed' : 'was cancelled'}: ${plain(state.reason)}`;
    case 'queued':
      return 'is queued';
    case 'done':
      return 'is done';
    case 'running':
      return 'is plotting';
  }
}

export function endWords(job: Job): string {
  const { total, completed, failed, durationMs, state } = job;
  const took = durationMs === null ? '' : `, plotted in ${durationText(durationMs)}`;
  const trouble = failed > 0 ? `, ${counted(failed, 'command')} failed` : '';
  const count = `${completed} of ${counted(total, 'command')}${trouble}`;
  return state.state === 'done'
    ? `${jobTitle(job)} is done: ${count}${took}`
    : `${jobTitle(job)} ${stateWords(job)} (${count})`;
}

export const isGood = ({ state, failed }: Job) => state.state === 'done' && failed === 0;
