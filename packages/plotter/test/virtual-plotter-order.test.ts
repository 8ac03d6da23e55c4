import fc from 'fast-check';
import { expect, it } from 'vitest';
import { verbOf } from '../src/drivers/language/our-language.ts';
import { canAcknowledge } from '../src/drivers/lines/grammar.ts';
import { parseTerminal } from '../src/drivers/lines/terminal-line.ts';
import { startedRig } from './board-rig.ts';

const anyInteger = fc.integer({ min: -40_000, max: 40_000 });
const anyLine = fc.oneof(
  fc.constantFrom('PENUP', 'PENDOWN', 'STATUS', 'VERSION', 'HOME', 'ZERO', 'STOP', 'nonsense', 'MOVE X1'),
  fc.tuple(anyInteger, anyInteger).map(([x, y]) => `MOVE X${x} Y${y}`),
  fc.nat(9999).map((n) => `SYNC ${n}`),
  fc.nat(500).map((ms) => `WAIT ${ms}`),
  anyInteger.map((speed) => `SPEED ${speed}`),
  anyInteger.map((degrees) => `SERVO ${degrees % 200}`),
  fc.string({ unit: 'binary-ascii', maxLength: 300 }).map((text) => `?${text.replaceAll(/[\r\n]/g, '')}`),
);

/** Lines, and how they reach the board: chunks and delays. */
const anyTyping = fc.array(
  fc.record({
    line: anyLine,
    end: fc.constantFrom('\n', '\r\n', '\n\n'),
    cutAt: fc.nat(300),
    pauseMs: fc.oneof(fc.constant(0), fc.nat(2000)),
  }),
  { maxLength: 40 },
);

it('every received line gets exactly one final reply, in order', async () => {
  await fc.assert(
    fc.asyncProperty(anyTyping, async (typing) => {
      const { terminal, clock, plotter } = await startedRig();
      for (const { line, end, cutAt, pauseMs } of typing) {
        await terminal.type(`${line}${end}`.slice(0, cutAt));
        await terminal.type(`${line}${end}`.slice(cutAt));
        await clock.advance(pauseMs);
      }
      // Forty moves at one step per second would end before this.
      await clock.advance(1e11);
      const terminals = terminal.news().flatMap((line) => parseTerminal(line) ?? []);
      expect(terminals).toHaveLength(typing.length);
      for (const [at, { line }] of typing.entries()) {
        const answer = terminals[at]!;
        if (answer.kind === 'ok')
          expect(canAcknowledge(line, answer.word), `${line}: ${answer.word}`).toBe(true);
        else expect(verbOf(line)).not.toBe('STOP');
      }
      expect(plotter.status()).toMatchObject({ activity: { state: 'idle' }, waitingLines: 0 });
      expect(clock.pending).toBe(0);
      await plotter.close();
    }),
    { numRuns: 100 },
  );
});
