import { expect, it } from 'vitest';
import { familyList } from '../../../src/drivers/families.ts';
import { DriverBench } from '../../drivers/driver-bench.ts';

const moving = ['X100', 'MOVE X100 Y0', 'PENDOWN', 'HOME', 'SERVO 90', 'NONSENSE'];
/** A Pico plotter never identifies itself. */
const unsure = ['stationery on pico'];

/** Chooses each driver for the machines of all other families. */
it.each(familyList.map((kind) => [kind.name, kind] as const))(
  'the driver %s on a machine of any other family reports the mismatch, and moves nothing',
  async (name, kind) => {
    const others = familyList.filter((other) => other !== kind);
    const cases = others.flatMap((other) => [true, false].map((isStarted) => ({ other, isStarted })));
    const seen = await Promise.all(
      cases.map(async ({ other, isStarted }) => {
        const bench = await DriverBench.start(kind, { speedFactor: 0, isStarted }, other.name);
        const { state } = bench.driver;
        const refused = await Promise.allSettled([
          ...moving.map((command) => bench.send(command)),
          ...moving.map((command) => bench.driver.begin(command, { timeoutMs: 1_000 }).accepted),
        ]);
        const { carriage, pen, strokeCount } = bench.machine.status();
        return {
          pair: `${name} on ${other.name}`,
          cause: 'cause' in state && state.cause.code,
          reason: 'reason' in state && state.reason,
          outcomes: new Set(refused.map((one) => (one.status === 'rejected' ? one.reason.kind : 'sent'))),
          machine: { carriage, pen, strokeCount },
        };
      }),
    );
    expect(seen).toEqual(
      cases.map(({ other }) => {
        const pair = `${name} on ${other.name}`;
        return {
          pair,
          cause: unsure.includes(pair) ? 'machine-unidentified' : 'wrong-machine',
          reason: expect.stringContaining('Choose the plotter on the page'),
          outcomes: new Set(['not-ready']),
          machine: { carriage: { x: 0, y: 0 }, pen: 'up', strokeCount: 0 },
        };
      }),
    );
  },
  60_000,
);
