import { describe, expect, it } from 'vitest';
import { natsServer } from '../../packages/fleet/test/support/nats-server.ts';
import { runFaults } from './fleet-faults/run-faults.mjs';

describe.skipIf(!natsServer.run)(`a fleet under faults (${natsServer.label})`, () => {
  it('draws each job once, or once more if a user requested that', async () => {
    const result = await runFaults({ rounds: 4, seed: 5, stations: 1, natsServer: natsServer.path });
    expect(result).toMatchObject({ problems: [] });
  });
});
