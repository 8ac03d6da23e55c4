import { Random, testSeed } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { boardNames, ChipBench, firmware } from '../support/firmware.ts';

const stops = { pico: 250, uno: 750 };

describe.skipIf(!firmware.run)(`STOP at random moments (${firmware.label})`, () => {
  it.each(boardNames)(
    'ends at rest at the reported position, on the board %s',
    { timeout: 900_000 },
    async (name) => {
      const bench = await ChipBench.start(name);
      const numbers = new Random(testSeed);
      const random = () => numbers.next();
      const place = () => `MOVE X${Math.round(1_600 * random())} Y${Math.round(1_200 * random())}`;
      for (let stop = 0; stop < stops[name]; stop++) {
        bench.askAll(['BUFFER ON', place(), place(), place()]);
        if (random() < 0.5) bench.run(250 * random());
        if (random() < 0.3) bench.write('PENDOWN\n');
        bench.run(10 * random());
        bench.text = '';
        bench.write('\nSTOP\n');
        const reply = bench.runUntil('OK STOPPED');
        const { x, y } = bench.recorder.position;
        expect(reply, `stop ${stop}`).toContain(`POS X${x} Y${y}\n`);
        bench.recorder.steps.length = 0;
        bench.run(20);
        expect(bench.recorder.steps, `stop ${stop}`).toEqual([]);
        expect(bench.recorder.penIsDown).toBe(false);
      }
    },
  );
});
