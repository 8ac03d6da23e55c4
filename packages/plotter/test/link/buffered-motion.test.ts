import { silentLogger } from '@stationery/core';
import { ManualClock } from '@stationery/core/testing';
import { pathMs } from '@stationery/drawing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { a3Plotter } from '../../src/drivers/firmware-model/machine-model.ts';
import type { Point } from '../../src/drivers/language/geometry.ts';
import { parseMove } from '../../src/drivers/language/our-language.ts';
import type { LinkError, LinkEvent } from '../../src/drivers/link.ts';
import { type PlotterFault, plotterFaults } from '../../src/drivers/simulator/faults.ts';
import { openSimPort } from '../../src/drivers/simulator/open-sim-port.ts';
import { stationery } from '../../src/drivers/stationery/family.ts';
import { createStationeryDriver } from '../../src/drivers/stationery/stationery-driver.ts';
import { VirtualPlotter } from '../../src/drivers/stationery/virtual/virtual-plotter.ts';
import { plotterPort } from '../../src/link/open-port.ts';

/** Result of a command. */
interface Fate {
  line: string;
  accepted?: string;
  executed: 'pending' | 'yes' | LinkError['kind'];
}

/** The driver with the virtual plotter. Commands are sent ahead as in a job. */
async function bench({
  model = a3Plotter,
  plotter: given,
}: {
  model?: typeof a3Plotter;
  plotter?: VirtualPlotter;
} = {}) {
  const clock = new ManualClock();
  const plotter = given ?? new VirtualPlotter({ clock, model, bootMs: 100 });
  const events: LinkEvent[] = [];
  const connect = () => {
    const port = plotterPort({ portPath: 'sim:', baudRate: 115_200, openSim: () => openSimPort(plotter) });
    const driver = createStationeryDriver({ ...port, clock, log: silentLogger });
    driver.subscribe((event) => events.push(event));
    driver.connect();
    return driver;
  };
  const driver = connect();
  await clock.advance(500);
  const fates: Fate[] = [];
  /** Commands credited wrongly. */
  const wrong: string[] = [];
  const origins: Point[] = [{ x: 0, y: 0 }];
  const noteOrigin = () => {
    const { position, carriage } = plotter.status();
    origins.unshift({ x: carriage.x - position.x, y: carriage.y - position.y });
  };
  const checkDrawn = (line: string) => {
    noteOrigin();
    if (!isDrawn(plotter, line, origins)) wrong.push(`${line}: not drawn`);
  };
  driver.subscribe(({ type }) => type === 'reset' && noteOrigin());
  const begin = (line: string, timeoutMs = 60_000, signal?: AbortSignal, on = driver) => {
    const fate: Fate = { line, executed: 'pending' };
    fates.push(fate);
    const { accepted, executed } = on.begin(line, signal ? { timeoutMs, signal } : { timeoutMs });
    accepted.then(({ terminalLine }) => {
      fate.accepted = terminalLine;
    }, ignore);
    executed.then(
      () => {
        if (fate.accepted === undefined) wrong.push(`${line}: carried out before it was accepted`);
        if (fate.accepted?.startsWith('OK')) checkDrawn(line);
        if (fates.slice(0, fates.indexOf(fate)).some((before) => before.executed === 'pending'))
          wrong.push(`${line}: before others`);
        fate.executed = 'yes';
      },
      (error: LinkError) => {
        fate.executed = error.kind;
      },
    );
    return fate;
  };
  const until = async (isSo: () => boolean, withinMs = 600_000, stepMs = 20) => {
    for (let passedMs = 0; passedMs < withinMs && !isSo(); passedMs += stepMs) await clock.advance(stepMs);
    expect(isSo()).toBe(true);
  };
  /**
   * Sends as many commands ahead as the driver allows, like a job. Returns the time until all were
   * executed.
   */
  const stream = async (lines: readonly string[], stepMs = 20) => {
    const startMs = clock.nowMs();
    const waiting = [...lines];
    const mine: Fate[] = [];
    const underWay = () => mine.filter(({ executed }) => executed === 'pending').length;
    while (waiting.length > 0 || underWay() > 0) {
      while (waiting.length > 0 && underWay() < driver.window) mine.push(begin(waiting.shift()!));
      await clock.advance(stepMs);
    }
    return clock.nowMs() - startMs;
  };
  const close = async () => {
    await driver.close();
    await plotter.close();
    expect(clock.pending).toBe(0);
    expect(wrong).toEqual([]);
  };
  return { clock, plotter, driver, events, fates, begin, until, stream, close, connect, checkDrawn };
}

const ignore = () => undefined;

/** Whether the trace has a corner at the target of the command. A restart moves the origin. */
function isDrawn(plotter: VirtualPlotter, line: string, origins: readonly Point[]): boolean {
  const move = parseMove(line);
  if (move === undefined) return true;
  const corners = [...plotter.strokes(), ...plotter.travel()].flatMap(({ points }) => points);
  return origins.some((origin) =>
    corners.some(({ x, y }) => x === origin.x + move.x && y === origin.y + move.y),
  );
}

describe('the driver with buffered motion', () => {
  it('draws circles in the time that the look-ahead model predicts', async () => {
    const { stream, driver, plotter, close } = await bench();
    expect(driver.window).toBe(32);
    const law = { kind: 'junction-deviation', speed: 8000, acceleration: 80_000, deviation: 1.6 } as const;
    const lines: string[] = [];
    let expectedMs = 0;
    for (let circle = 0; circle < 3; circle++) {
      const points = Array.from({ length: 73 }, (_, at) => ({
        x: Math.round(2000 * circle + 800 * Math.cos((at * Math.PI) / 36)) + 0,
        y: Math.round(800 * Math.sin((at * Math.PI) / 36)) + 0,
      }));
      lines.push(...points.map(({ x, y }) => `MOVE X${x} Y${y}`));
      lines.splice(lines.length - 72, 0, 'PENDOWN');
      lines.push('PENUP');
      expectedMs += pathMs(Float64Array.from(points.flatMap(({ x, y }) => [x, y])), law) + 270;
      expectedMs += pathMs(
        Float64Array.from([circle === 0 ? 0 : 2000 * circle - 1200, 0, 2000 * circle + 800, 0]),
        law,
      );
    }
    const tookMs = await stream(lines, 5);
    expect(tookMs / expectedMs).toBeGreaterThan(0.99);
    expect(tookMs / expectedMs).toBeLessThan(1.03);
    expect(plotter.strokes()).toHaveLength(3);
    await close();
  });

  it('answers a single command when it was executed, not when it was queued', async () => {
    const { driver, begin, until, clock, events, close } = await bench();
    begin('MOVE X800 Y0');
    const single = driver.send('MOVE X0 Y800', { timeoutMs: 60_000 });
    let at: number | undefined;
    void single.then(() => {
      at = clock.nowMs();
    });
    await until(() => at !== undefined);
    const sent = events.flatMap((event) => (event.type === 'sent' ? [event.line] : []));
    expect(sent).toEqual(['BUFFER ON', 'MOVE X800 Y0', 'BUFFER OFF', 'MOVE X0 Y800']);
    expect(driver.state).toEqual({ state: 'ready' });
    const begun = events.flatMap((event) => (event.type === 'begun' ? [event.command] : []));
    expect(begun).toEqual(['MOVE X800 Y0', 'MOVE X0 Y800']);
    await close();
  });

  it('waits for the end of motion before barrier commands, and replies in order', async () => {
    const { stream, fates, close } = await bench();
    await stream(['MOVE X800 Y0', 'MOVE X99999 Y0']);
    await stream(['STATUS', 'HOME', 'MOVE X10 Y0', 'ZERO', 'nonsense']);
    expect(fates.map(({ accepted }) => accepted?.split(' ').slice(0, 2).join(' '))).toEqual([
      ...['OK MOVE', 'ERR LIMIT', 'OK STATUS', 'OK HOME', 'OK MOVE', 'OK ZERO', 'ERR UNKNOWN'],
    ]);
    expect(fates.every(({ executed }) => executed === 'yes')).toBe(true);
    await close();
  });

  it('sends nothing after a refused command until requested', async () => {
    const { stream, fates, plotter, close } = await bench();
    await stream(['PENDOWN', 'MOVE X800 Y0', 'MOVE X99999 Y0', 'MOVE X0 Y800', 'PENUP']);
    expect(fates.map(({ executed }) => executed)).toEqual(['yes', 'yes', 'yes', 'aborted', 'aborted']);
    expect(plotter.status()).toMatchObject({ position: { x: 800, y: 0 }, pen: 'down' });
    await close();
  });

  it('reports a position only after a motion that an earlier program started has ended', async () => {
    const { begin, fates, driver, connect, events, until, plotter } = await bench();
    for (const line of ['MOVE X30000 Y0', 'MOVE X0 Y0', 'MOVE X20000 Y0']) begin(line);
    await until(() => fates.every(({ accepted }) => accepted === 'OK MOVE'));
    await driver.close();
    const next = connect();
    await until(() => next.state.state === 'ready');
    let place: string | undefined;
    const ask = async () => {
      const { lines } = await next.send('STATUS', { timeoutMs: 1_000 });
      place = lines.filter((line) => line.startsWith('POS')).join();
    };
    void ask();
    await until(() => place !== undefined);
    expect(place).toBe('POS X20000 Y0');
    const reported = events.flatMap((event) => (event.type === 'reported' ? [event.reported.position] : []));
    expect(reported).toEqual([{ x: 20000, y: 0 }]);
    const sent = events.flatMap((event) => (event.type === 'sent' ? [event.line] : []));
    // The answer to VERSION identifies Stationery firmware, which has not sent its name to this program.
    const asked = ['STATUS', 'SYNC …', 'STATUS', 'VERSION'];
    expect(sent.slice(4).map((line) => line.replace(/\d+$/, '…'))).toEqual(asked);
    await next.close();
    await plotter.close();
  });

  it('knows the position and the executed commands after a stop', async () => {
    const { begin, fates, clock, driver, until, events, plotter, close } = await bench();
    for (let x = 800; x <= 8000; x += 800) begin(`MOVE X${x} Y0`);
    await clock.advance(450);
    const stop = driver.stop();
    await until(() => driver.state.state === 'ready');
    expect((await stop).ok).toBe(true);
    const { position } = plotter.status();
    const reached = fates.filter(({ line }) => parseMove(line)!.x <= position.x);
    expect(reached.length).toBeGreaterThan(2);
    expect(reached.every(({ executed }) => executed === 'yes')).toBe(true);
    expect(fates.slice(reached.length).every(({ executed }) => executed === 'aborted')).toBe(true);
    const reported = events.findLast((event) => event.type === 'reported');
    expect(reported).toMatchObject({ reported: { position } });
    expect((await driver.send('MOVE X0 Y0', { timeoutMs: 60_000 }).then(...settled(clock))).ok).toBe(true);
    await close();
  });

  it('waits after a disconnect until the machine is at rest, and counts no command in flight as executed', async () => {
    const { begin, fates, clock, driver, until, plotter, close } = await bench();
    for (const line of ['MOVE X8000 Y0', 'MOVE X8000 Y8000', 'MOVE X0 Y8000']) begin(line);
    await clock.advance(1200);
    expect(fates[0]?.executed).toBe('yes');
    await plotter.unplug();
    await clock.advance(1);
    expect(fates.map(({ executed }) => executed)).toEqual(['yes', 'lost', 'lost']);
    plotter.replug();
    await until(() => driver.state.state === 'ready');
    expect(plotter.status()).toMatchObject({ position: { x: 0, y: 8000 }, activity: { state: 'idle' } });
    await close();
  });

  it('asks the board again if its report of an executed command was lost', async () => {
    const { begin, clock, plotter, until, close } = await bench();
    const fate = begin('MOVE X8000 Y0');
    await clock.advance(500);
    // The next line of the board reports that the move was executed.
    plotter.setFault('garble', 1);
    await until(() => fate.executed === 'yes', 4_000);
    await close();
  });

  it('does not mistake a duplicate reply for the reply to the next command', async () => {
    const { begin, clock, plotter, driver, until, fates, close } = await bench();
    begin('MOVE X800 Y0');
    await clock.advance(1);
    plotter.setFault('duplicate-reply', true);
    // The second move is refused: it must not get the reply of the first.
    for (const line of ['MOVE X1600 Y0', 'MOVE X99999 Y0', 'MOVE X1600 Y800']) begin(line, 5_000);
    await until(
      () => driver.state.state === 'ready' && fates.every(({ executed }) => executed !== 'pending'),
    );
    expect(fates[2]?.accepted ?? 'none').not.toContain('OK');
    await close();
  });

  it('does not count commands lost in an unnoticed restart as done', async () => {
    const { begin, clock, plotter, driver, until, close } = await bench();
    const fate = begin('MOVE X8000 Y0', 5_000);
    await clock.advance(10);
    plotter.reset();
    plotter.setFault('silence', true);
    await clock.advance(1_000);
    plotter.setFault('silence', false);
    await until(() => driver.state.state === 'ready' && fate.executed !== 'pending');
    expect(fate.executed).toBe('timeout');
    await close();
  });

  it('notices that a board is still in buffered motion for an earlier program', async () => {
    const first = await bench();
    first.begin('MOVE X800 Y0');
    await first.clock.advance(1000);
    await first.driver.close();
    const driver = first.connect();
    await first.until(() => driver.state.state === 'ready');
    expect(driver.window).toBe(1);
    let reply: unknown;
    void driver.send('MOVE X8000 Y0', { timeoutMs: 60_000 }).then((is) => {
      first.checkDrawn('MOVE X8000 Y0');
      reply = is;
    });
    await first.clock.advance(100);
    expect(reply).toBeUndefined();
    await first.until(() => reply !== undefined);
    expect(first.plotter.status().position).toEqual({ x: 8000, y: 0 });
    await driver.close();
    await first.plotter.close();
  });

  it('sends one command at a time to firmware without a buffer', async () => {
    const { driver, stream, fates, events, close } = await bench({
      model: { ...a3Plotter, queuedCommands: 0 },
    });
    expect([driver.window, driver.facts]).toEqual([1, {}]);
    await stream(['MOVE X80 Y0', 'MOVE X80 Y80']);
    expect(fates.every(({ executed }) => executed === 'yes')).toBe(true);
    expect(events.filter(({ type }) => type === 'sent')).toHaveLength(2);
    await close();
  });

  it('takes the corner deviation from the report of the board, converted to the user’s scale', async () => {
    const { driver, clock, stream, close } = await bench({
      model: { ...a3Plotter, cornerDeviationMm: 0.05 },
    });
    driver.configure(stationery.defaultProfile);
    const { facts } = driver;
    expect(facts).toEqual({ cornerDeviationMm: 0.02 });
    const status = driver.send('STATUS', { timeoutMs: 1_000 });
    await clock.advance(100);
    expect((await status).lines).toContain('DEVIATION 4000');
    const penHeightLimits = { min: 31, max: 180 };
    expect(driver.facts).toEqual({ cornerDeviationMm: 0.05, penHeightLimits });
    driver.configure({ ...stationery.defaultProfile, stepsPerMm: 40 });
    expect(driver.facts).toEqual({ cornerDeviationMm: 0.1, penHeightLimits });
    // Unchanged facts are the same object, so that the profile is only rebuilt on change.
    const reported = driver.facts;
    await stream(['MOVE X80 Y0', 'STATUS', 'MOVE X80 Y80']);
    expect(driver.facts).toBe(reported);
    await close();
  });
});

/** Advances the clock until a promise settles. */
function settled(clock: ManualClock): [] {
  void clock.advance(60_000);
  return [];
}

type Happening =
  | {
      kind: 'begin';
      verb: 'MOVE' | 'PENUP' | 'PENDOWN' | 'SPEED 4000' | 'STATUS' | 'HOME' | 'SYNC 5';
      abortAfterMs?: number;
    }
  | { kind: 'send' }
  | { kind: 'fault'; fault: PlotterFault }
  | { kind: 'stop' }
  | { kind: 'unplug'; forMs: number }
  | { kind: 'reset' }
  | { kind: 'pass'; ms: number };

/**
 * Excludes duplicate replies: if noise in the banner hides the buffer, commands are sent one at a
 * time, and a repeated `OK MOVE` cannot be told from the reply to the next move. Buffered motion is
 * tested above.
 */
const faults = plotterFaults.filter((fault) => fault !== 'duplicate-reply');

const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('begin' as const),
      verb: fc.constantFrom<'MOVE' | 'PENUP' | 'PENDOWN' | 'SPEED 4000' | 'STATUS' | 'HOME' | 'SYNC 5'>(
        ...([
          'MOVE',
          'MOVE',
          'MOVE',
          'MOVE',
          'PENUP',
          'PENDOWN',
          'SPEED 4000',
          'STATUS',
          'HOME',
          'SYNC 5',
        ] as const),
      ),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.nat(400) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('send' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('fault' as const), fault: fc.constantFrom(...faults) }),
  },
  fc.constant<Happening>({ kind: 'stop' }),
  fc.record({ kind: fc.constant('unplug' as const), forMs: fc.nat(3000) }),
  fc.constant<Happening>({ kind: 'reset' }),
);

it('after any fault only executed commands count as done, nothing stays pending, and the link recovers', async () => {
  let carriedOut = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 80, size: 'max' }), async (happenings) => {
      const { clock, plotter, driver, begin, fates, close, checkDrawn } = await bench();
      let number = 0;
      // Every position is used once, so that a corner in the trace identifies its command.
      const nextMove = () => `MOVE X${100 + 97 * ++number} Y${(number * 61) % 1500}`;
      for (const what of happenings) {
        if (what.kind === 'begin') begin(what.verb === 'MOVE' ? nextMove() : what.verb, 20_000);
        else if (what.kind === 'send') {
          const line = nextMove();
          driver.send(line, { timeoutMs: 20_000 }).then(({ ok }) => ok && checkDrawn(line), ignore);
        } else if (what.kind === 'fault') plotter.setFault(what.fault, what.fault === 'silence' ? true : 1);
        else if (what.kind === 'stop') driver.stop().catch(ignore);
        else if (what.kind === 'reset') plotter.reset();
        else if (what.kind === 'unplug') {
          await plotter.unplug();
          clock.after(what.forMs, () => plotter.replug());
        } else await clock.advance(what.ms);
      }
      await clock.advance(4_000);
      for (const fault of plotterFaults) plotter.setFault(fault, false);
      plotter.replug();
      const isOver = () =>
        driver.state.state === 'ready' && fates.every(({ executed }) => executed !== 'pending');
      for (let passedMs = 0; passedMs < 3_600_000 && !isOver(); passedMs += 500) await clock.advance(500);
      expect(fates.filter(({ executed }) => executed === 'pending')).toEqual([]);
      expect(driver.state).toEqual({ state: 'ready' });
      carriedOut += fates.filter(({ executed }) => executed === 'yes').length;
      await close();
    }),
    { numRuns: 60 },
  );
  expect(carriedOut).toBeGreaterThan(40);
});
