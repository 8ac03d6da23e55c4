import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { CommandFollower } from '../../src/plotter/state/path/follow-commands.ts';
import { type Path, segmentKind } from '../../src/plotter/state/path/path.ts';
import { readScript } from '../../src/plotter/state/path/read-script.ts';

function pathOf(commands: readonly string[], relative = false): Path {
  const follower = new CommandFollower(relative);
  for (const command of commands) follower.add(command);
  return follower.path;
}

const places = ({ x, y, kind, length }: Path) =>
  Array.from({ length }, (_, at) => [x[at], y[at], kind[at]]).slice(1);

describe('the reader of command paths', () => {
  it('separates travel from strokes', () => {
    const path = pathOf(['move x10 y0', 'PENDOWN', 'MOVE X10 Y20', 'WAIT 5', 'HOME', 'MOVE X1 Y1']);
    expect(places(path)).toEqual([
      [10, 0, segmentKind.travel],
      [10, 20, segmentKind.draw],
      [0, 0, segmentKind.travel],
      [1, 1, segmentKind.travel],
    ]);
    expect(path.bounds).toEqual({ minX: 10, maxX: 10, minY: 0, maxY: 20 });
  });

  it('adds up relative moves', () => {
    expect(places(pathOf(['MOVE X5 Y5', 'MOVE X-2 Y1'], true))).toEqual([
      [5, 5, segmentKind.travel],
      [3, 6, segmentKind.travel],
    ]);
  });

  it('reads chunks of any size, skips comments and enlarges its buffer as needed', async () => {
    const lines = Array.from({ length: 12_000 }, (_, at) => `MOVE X${at} Y-${at}`);
    const text = ['# ü, a comment', '', ...lines].join('\r\n');
    const bytes = new TextEncoder().encode(text);
    const pieces = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 997) controller.enqueue(bytes.slice(at, at + 997));
        controller.close();
      },
    });
    let growths = 0;
    const path = await readScript(pieces, {
      relative: false,
      signal: new AbortController().signal,
      yieldToPage: setImmediate,
      onGrowth: () => growths++,
    });
    expect([path.commands, path.isWhole]).toEqual([12_000, true]);
    expect([path.x[12_000], path.y[12_000]]).toEqual([11_999, -11_999]);
    expect(growths).toBeGreaterThan(100);
  });

  it('stops reading when aborted', async () => {
    const leaving = new AbortController();
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('MOVE X1 Y1\n')),
    });
    const reading = readScript(endless, {
      relative: false,
      signal: leaving.signal,
      yieldToPage: setImmediate,
      onGrowth: () => leaving.abort(),
    });
    await expect(reading).rejects.toThrow();
  });
});
