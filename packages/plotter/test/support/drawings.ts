import type { Random } from '@stationery/core/testing';
import { parseMove } from '../../src/drivers/language/our-language.ts';
import type { VirtualPlotter } from '../../src/index.ts';

/** Returns a random drawing that starts and ends with the pen up. */
export function drawingOf(strokeCount: number, random: Random): string[] {
  const script = ['SPEED 20000', 'PENUP'];
  const place = () => `MOVE X${random.below(30_000)} Y${random.below(20_000)}`;
  for (let stroke = 0; stroke < strokeCount; stroke++) {
    script.push(place(), 'PENDOWN');
    for (let corner = 0; corner <= random.below(8); corner++) script.push(place());
    script.push('PENUP');
    if (stroke % 50 === 49) script.push(`SPEED ${10_000 + random.below(10_000)}`);
  }
  return script;
}

/** Returns how often each line between two corners was drawn completely and in its direction. */
export function segmentsOf(plotter: VirtualPlotter): Map<string, number> {
  const segments = new Map<string, number>();
  for (const { points } of plotter.strokes()) {
    for (const [at, to] of points.entries()) {
      const from = points[at - 1];
      if (from === undefined) continue;
      const name = `${from.x} ${from.y} to ${to.x} ${to.y}`;
      segments.set(name, (segments.get(name) ?? 0) + 1);
    }
  }
  return segments;
}

/** Returns the lines that a script draws, each with the index of its command. */
export function linesDrawnBy(script: readonly string[]): Map<string, number> {
  const lines = new Map<string, number>();
  let place = '0 0';
  let down = false;
  for (const [index, command] of script.entries()) {
    if (command === 'PENUP' || command === 'PENDOWN') down = command === 'PENDOWN';
    const move = parseMove(command);
    if (move === undefined) continue;
    const to = `${move.x} ${move.y}`;
    if (down) lines.set(`${place} to ${to}`, index);
    place = to;
  }
  return lines;
}
