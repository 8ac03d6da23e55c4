import type { Job } from '@stationery/client';
import { expect, it } from 'vitest';
import { isAsAnnounced } from './announcement.ts';

it.each([
  ['held', { state: 'held', reason: '' }, true],
  ['held', { state: 'queued' }, false],
  ['queued', { state: 'queued' }, true],
  ['queued', { state: 'running', next: 0 }, false],
  ['starts', { state: 'queued' }, true],
  ['starts', { state: 'running', next: 0 }, true],
  ['starts', { state: 'paused', next: 1, reason: 'Put in pen 1 of 2' }, true],
  ['starts', { state: 'running', next: 2 }, false],
  ['starts', { state: 'paused', next: 40, reason: 'Put in pen 2 of 2' }, false],
  ['starts', { state: 'done' }, false],
] as const)('an announcement “%s” is valid for a job in the state %j: %s', (said, state, isTrue) => {
  expect(isAsAnnounced({ state: state as Job['state'] }, said, { for: 'pen', before: 1 })).toBe(isTrue);
});

it('the announcement “starts” is valid until the job pauses or ends if the job requests nothing', () => {
  expect(isAsAnnounced({ state: { state: 'running', next: 100 } }, 'starts')).toBe(true);
  expect(isAsAnnounced({ state: { state: 'paused', next: 100 } }, 'starts')).toBe(false);
});
