import type { Driver } from '../driver.ts';
import { a3Plotter } from '../firmware-model/machine-model.ts';
import type { StatusReply } from '../language/effect.ts';
import type { Point } from '../language/geometry.ts';
import { effectOfCommand, verbOf } from '../language/our-language.ts';
import type { Coordinates } from '../lines/dialect.ts';
import type { LinesDeps } from '../lines/lines-deps.ts';
import { LinesDriver } from '../lines/lines-driver.ts';
import type { Reply } from '../link.ts';

/** Creates the driver for boards with our own firmware and for other boards that use the same commands. */
export function createStationeryDriver(deps: Omit<LinesDeps, 'dialect'>): Driver {
  return new LinesDriver({ ...deps, dialect });
}

/** Default value; boards report their own value when asked. */
const bufferedMotion = { defaultCornerDeviationMm: a3Plotter.cornerDeviationMm };
const dialect = { name: 'stationery', effectOf: effectOfCommand, reportedBy, bufferedMotion } as const;
const limitsLine = /^LIMITS X(-?\d{1,9})\.\.(-?\d{1,9}) Y(-?\d{1,9})\.\.(-?\d{1,9})$/;

function reportedBy(reply: Reply, coordinates: Coordinates): StatusReply | undefined {
  const verb = verbOf(reply.sent);
  if (reply.ok && verb === 'STATUS') return statusOf(reply.lines);
  // A refusal changes nothing, except that a stopped move reports its position. In buffered motion, the reply to STOP
  // reports the position.
  const at = reply.ok
    ? verb === 'STOP' && statusOf(reply.lines).position
    : placeIn(/^ERR STOPPED at X(-?\d{1,9}) Y(-?\d{1,9})$/.exec(reply.terminalLine));
  if (!at) return undefined;
  return { position: coordinates === 'relative' ? null : at };
}

function placeIn(match: RegExpExecArray | null): Point | undefined {
  return match === null ? undefined : { x: Number(match[1]), y: Number(match[2]) };
}

function statusOf(lines: readonly string[]): StatusReply {
  const reported: StatusReply = {};
  for (const line of lines) {
    const deviation = /^DEVIATION (\d{1,9})$/.exec(line);
    if (deviation !== null) reported.cornerDeviationSteps ??= Number(deviation[1]) / 1000;
    const heights = /^HEIGHTS (\d{1,6})\.\.(\d{1,6})$/.exec(line);
    if (heights !== null) reported.penHeightLimits ??= { min: Number(heights[1]), max: Number(heights[2]) };
  }
  // The position of a moving machine cannot be used as a reference.
  if (lines.some((line) => /^WAITING [1-9]\d{0,8}$/.test(line))) return reported;
  for (const line of lines) {
    const at = placeIn(/^POS X(-?\d{1,9}) Y(-?\d{1,9})$/.exec(line));
    if (at !== undefined) reported.position ??= at;
    const pen = /^PEN (UP|DOWN)$/.exec(line);
    if (pen !== null) reported.pen ??= pen[1] === 'UP' ? 'up' : 'down';
    const limits = limitsLine.exec(line);
    if (limits === null) continue;
    const [minX = 0, maxX = 0, minY = 0, maxY = 0] = limits.slice(1).map(Number);
    reported.limits = { minX, maxX, minY, maxY };
  }
  return reported;
}
