import type { QueueJob } from '@stationery/contract/fleet';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareQueueOrder, isOver, JobIndex } from './job-index.ts';

const states = ['waiting', 'held', 'offered', 'plotting', 'cancelling', 'done', 'cancelled'] as const;
const rooms = ['room 1', 'room 2'];

const anyJob = fc.record({
  id: fc.integer({ min: 1, max: 12 }),
  order: fc.integer({ min: 1, max: 5 }),
  priority: fc.constantFrom('high', 'normal', 'low'),
  room: fc.constantFrom(...rooms),
  state: fc.constantFrom(...states),
  device: fc.constantFrom('one', 'two'),
  isRemoved: fc.boolean(),
});

describe('JobIndex', () => {
  it('finds the same jobs as a search through all of them', () => {
    fc.assert(
      fc.property(fc.array(anyJob, { maxLength: 60 }), (changes) => {
        const index = new JobIndex();
        const jobs = new Map<string, QueueJob>();
        for (const { id, room, state, device, isRemoved, ...rest } of changes) {
          const at = state === 'waiting' || state === 'held' || state === 'cancelled' ? {} : { device };
          const job = { ...rest, id: `j${id}`, class: { tags: [room] }, state: { state, ...at } };
          const after = isRemoved ? undefined : (job as unknown as QueueJob);
          index.change(jobs.get(job.id), after);
          if (after === undefined) jobs.delete(job.id);
          else jobs.set(job.id, after);
        }
        const all = [...jobs.values()].sort(compareQueueOrder);
        const inState = (state: string) => all.filter((job) => job.state.state === state);
        for (const state of states) expect(index.count(state)).toBe(inState(state).length);
        for (const room of rooms)
          expect(
            index.next(
              ({ tags }) => tags?.[0] === room,
              () => true,
            ),
          ).toBe(inState('waiting').find((job) => job.class.tags?.[0] === room));
        for (const device of ['one', 'two'])
          expect(index.isBusy(device)).toBe(
            all.some((job) => 'device' in job.state && job.state.device === device && !isOver(job)),
          );
        const ids = (list: Iterable<QueueJob>) => [...list].map(({ id }) => id).sort();
        expect(ids(index.offered.values())).toEqual(ids(inState('offered')));
        expect(ids(index.cancelling.values())).toEqual(ids(inState('cancelling')));
        expect(ids(index.over.values())).toEqual(ids(all.filter(isOver)));
      }),
    );
  });
});
