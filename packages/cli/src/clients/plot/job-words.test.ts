import type { Job } from '@stationery/client';
import { expect, it } from 'vitest';
import { endWords, penWords, progressLine, stateName } from './job-words.ts';

const job: Job = {
  id: 7,
  name: 'Fern',
  state: { state: 'running', next: 30 },
  total: 40,
  completed: 30,
  failed: 0,
  sent: 30,
  executed: 30,
  progress: 0.5,
  stopOnError: true,
  liftPenOnFailure: true,
  newSheet: false,
  marks: [],
  alignment: null,
  stepsPerMm: null,
  timeoutMs: 30_000,
  createdAt: '2026-01-01T00:00:00Z',
  startedAt: '2026-01-01T00:00:00Z',
  endedAt: null,
  durationMs: null,
  queueOrder: null,
  estimatedMs: 10_000,
  remainingMs: 5_000,
  resumePoint: null,
  pens: [
    { name: 'Outlines', colour: '#cc0000', from: 1 },
    { name: '#0000cc', colour: '#0000cc', from: 20 },
  ],
};

it('progressLine shows percent, name and time left', () => {
  expect(progressLine(job)).toMatch(/ 50 % {2}job 7 “Fern” {2}5 s left$/);
});

it('penWords names a pen once if its name is its colour', () => {
  expect(penWords(job)).toBe('Outlines #cc0000, #0000cc');
});

it('endWords shows how long a job plotted, excluding pauses', () => {
  const done: Job = { ...job, state: { state: 'done' }, completed: 40, endedAt: '2026-01-01T01:00:00Z' };
  expect(endWords({ ...done, durationMs: 59_000 })).toBe(
    'job 7 “Fern” is done: 40 of 40 commands, plotted in 59 s',
  );
  expect(endWords(done)).toBe('job 7 “Fern” is done: 40 of 40 commands');
});

it('stateName uses the same names as the plotter page', () => {
  expect(stateName(job)).toBe('plotting');
  expect(stateName({ state: { state: 'held', reason: '' } as Job['state'] })).toBe('on hold');
  expect(stateName({ state: { state: 'done' } as Job['state'] })).toBe('done');
});
