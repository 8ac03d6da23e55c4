import { describe, expect, it } from 'vitest';
// @ts-expect-error a script without types
import { runFaults } from '../../../../scripts/fleet-faults/run-faults.mjs';
import { natsServer } from '../support/nats-server.ts';

describe.skipIf(!natsServer.run)(`fleet under faults (${natsServer.label})`, () => {
  it('draws each job once, or again if a user asked', async () => {
    const result = await runFaults({ rounds: 4, seed: 5, stations: 1, natsServer: natsServer.path });
    expect(result).toMatchObject({ problems: [] });
  });
});
