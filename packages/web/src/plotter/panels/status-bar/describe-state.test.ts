import type { Job } from '@stationery/client';
import { describe, expect, it } from 'vitest';
import type { PlotterLink } from '../../state/store.ts';
import { describeState } from './describe-state.ts';

const job = { id: 7, name: 'Rose', state: { state: 'pausing' } } as unknown as Job;
const shown = { job, interrupted: undefined, isLive: true, isReachable: true };

describe('describeState', () => {
  it('describes the job, unless the machine needs the user first', () => {
    expect(describeState({ ...shown, link: { state: 'ready' } })).toBe('Pausing “Rose” when the pen is up');
    const reason = 'The door of the machine is open.';
    const link = { state: 'suspect', reason, cause: { code: 'machine-door' } } as PlotterLink;
    expect(describeState({ ...shown, link })).toBe(reason);
    expect(describeState({ ...shown, link, isLive: false })).not.toBe(reason);
  });
});
