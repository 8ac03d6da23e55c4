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

describe.skipIf(!firmware.run)(`a megabyte without a line feed (${firmware.label})`, () => {
  it.each(boardNames)(
    'is refused as one line, and the position is kept, on the board %s',
    { timeout: 900_000 },
    async (name) => {
      const bench = await ChipBench.start(name);
      bench.ask('MOVE X10 Y20');
      bench.write(`${'x'.repeat(1_000_000)}\n`);
      expect(bench.runUntil('ERR LINE', 120_000)).toMatch(/^ERR LINE/);
      expect(bench.ask('STATUS')).toContain('POS X10 Y20\n');
    },
  );
});
