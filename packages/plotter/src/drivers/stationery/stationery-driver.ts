import type { Driver } from '../driver.ts';
import type { Told } from '../effect.ts';
import type { Coordinates } from '../lines/dialect.ts';
import { createLinesDriver } from '../lines/lines-driver.ts';
import type { LinesParts } from '../lines/lines-parts.ts';
import type { Reply } from '../link.ts';
import { effectOfCommand, verbOf } from '../our-language.ts';

/** Boards with our own firmware, and boards of others that are spoken to in the same lines. */
export function createStationeryDriver(parts: Omit<LinesParts, 'dialect'>): Driver {
  return createLinesDriver({ ...parts, dialect: { name: 'stationery', effectOf: effectOfCommand, toldBy } });
}

const limitsLine = /^LIMITS X(-?\d{1,9})\.\.(-?\d{1,9}) Y(-?\d{1,9})\.\.(-?\d{1,9})$/;

function toldBy(reply: Reply, coordinates: Coordinates): Told | undefined {
  if (reply.ok) return verbOf(reply.sent) === 'STATUS' ? statusOf(reply.lines) : undefined;
  // A refusal has changed nothing, but for a move that was stopped: it says where.
  const at = /^ERR STOPPED at X(-?\d{1,9}) Y(-?\d{1,9})$/.exec(reply.terminalLine);
  if (at === null) return undefined;
  return { position: coordinates === 'relative' ? null : { x: Number(at[1]), y: Number(at[2]) } };
}

function statusOf(lines: readonly string[]): Told {
  const told: Told = {};
  for (const line of lines) {
    const at = /^POS X(-?\d{1,9}) Y(-?\d{1,9})$/.exec(line);
    if (at !== null) told.position ??= { x: Number(at[1]), y: Number(at[2]) };
    const pen = /^PEN (UP|DOWN)$/.exec(line);
    if (pen !== null) told.pen ??= pen[1] === 'UP' ? 'up' : 'down';
    const limits = limitsLine.exec(line);
    if (limits === null) continue;
    const [minX = 0, maxX = 0, minY = 0, maxY = 0] = limits.slice(1).map(Number);
    told.limits = { minX, maxX, minY, maxY };
  }
  return told;
}
