import { describe, expect, it } from 'vitest';
import { radioSteps } from './stop-network.ts';

describe('radioSteps', () => {
  it('leaves no radio off if the earlier state is unknown', () => {
    const radio = (blocked: boolean) => ({ id: '0', name: 'phy0', blocked });
    expect(radioSteps(undefined, [radio(true)])).toEqual([['rfkill', 'unblock', 'wifi']]);
    expect(radioSteps(undefined, [radio(false)])).toEqual([]);
    expect(radioSteps(undefined, [])).toEqual([]);
  });
});
