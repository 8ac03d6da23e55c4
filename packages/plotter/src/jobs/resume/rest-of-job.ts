import { setImmediate } from 'node:timers/promises';
import { AppError } from '@stationery/core';
import { type FoundMark, penRequest, placesOfDip, registerMarks, type Transform } from '@stationery/drawing';
import type { Driver } from '../../drivers/driver.ts';
import type { Point } from '../../drivers/language/geometry.ts';
import { ours } from '../../drivers/language/our-language.ts';
import type { Mark, Pause, Pen } from '../../store/job.ts';
import type { StoredJob } from '../../store/jobs-table.ts';
import type { JobCommands } from '../record/job-commands.ts';
import { requestedPen } from '../run/pen-change.ts';
import { positionBefore, type ResumeInput, settingsBefore } from '../start/resume-point.ts';

const commandsAtOnce = 1000;

interface RestOptions {
  /** The first stroke, counted from 1. */
  from: number;
  driver: Pick<Driver, 'effectOf'>;
  /** Whether moves are relative to the pen. Such jobs start with the pen at the origin. */
  isRelative: boolean;
  marks: readonly FoundMark[] | undefined;
  /** Scale for a job that has none of its own. */
  stepsPerMm: number;
}

/** The document of a job that draws the remaining strokes. Yields to the event loop. */
export async function* restOfJob(
  job: StoredJob,
  commands: JobCommands,
  options: RestOptions,
): AsyncGenerator<Buffer> {
  const cut = await findStroke(job, commands, options);
  const before = {
    cut,
    failed: new Set<number>(),
    at: (index: number) => commands.at(index),
    effectAt: (index: number) => options.driver.effectOf(commands.at(index)),
    startPlace: options.isRelative ? { position: { x: 0, y: 0 }, pen: null } : null,
  };
  const position = positionBefore(before, cut);
  if (position === null) throw refused(`The start of stroke ${options.from} is unknown.`);
  const { name, stopOnError, liftPenOnFailure, timeoutMs, stepsPerMm } = job;
  const sheet = options.marks && registerMarks(options.marks).transform;
  const foundMarks = options.marks ?? job.alignment?.marks;
  const moved = new MovedCommands(position, {
    sheet,
    isRelative: options.isRelative,
    driver: options.driver,
    places: [...job.pauses.map(({ at }) => at), ...job.pens.map(({ dip }) => dip)].flatMap((places) =>
      places === undefined ? [] : placesOfDip(places),
    ),
    stepsPerMm: stepsPerMm ?? options.stepsPerMm,
  });
  const dip = await dipBefore(job, before);
  const way = { x: moved.position.x - dip.end.x, y: moved.position.y - dip.end.y };
  const prelude = [
    ...[ours.liftPen, ...settingsBefore(before, cut), ...dip.commands],
    ours.moveTo(options.isRelative ? way : moved.position),
  ];
  const members = {
    ...(name !== null && { name }),
    ...(stepsPerMm !== null && { stepsPerMm }),
    stopOnError,
    liftPenOnFailure,
    timeoutMs,
    newSheet: false,
    ...pensFrom(job, cut, prelude.length - cut),
    ...(foundMarks && { foundMarks }),
    marks: job.marks.map((mark) => (sheet === undefined ? mark : movedMark(mark, sheet))),
  };
  yield Buffer.from(`${JSON.stringify(members).slice(0, -1)},"commands":[${listed(prelude)}`);
  for (let index = cut; index < job.total; index += commandsAtOnce) {
    const end = Math.min(job.total, index + commandsAtOnce);
    const block = Array.from({ length: end - index }, (_, at) => moved.next(commands.at(index + at)));
    yield Buffer.from(`,${listed(block)}`);
    await setImmediate();
  }
  yield Buffer.from(']}');
}

const listed = (lines: readonly string[]) => lines.map((line) => JSON.stringify(line)).join();

async function findStroke(
  { total }: StoredJob,
  commands: JobCommands,
  { from, driver }: RestOptions,
): Promise<number> {
  let strokes = 0;
  let isDown = false;
  for (let index = 0; index < total; index++) {
    const { pen, origin } = driver.effectOf(commands.at(index));
    if (origin !== undefined)
      throw refused(`The job moves the origin before stroke ${from}. Run the whole job again.`);
    if (pen === 'down' && !isDown && ++strokes === from) return index;
    if (pen !== undefined) isDown = pen === 'down';
    if (index % commandsAtOnce === 0) await setImmediate();
  }
  throw new AppError('invalid-request', `There is no stroke ${from}: this job has ${strokes}.`, {
    pointer: '/from',
  });
}

/**
 * Returns how the job dips the pen of this stroke, starting at the origin. Empty if the pen has no dip, and for the dip
 * itself.
 */
async function dipBefore({ pens }: StoredJob, job: ResumeInput): Promise<{ commands: string[]; end: Point }> {
  const { cut } = job;
  const none = { commands: [], end: { x: 0, y: 0 } };
  const pen = pens.findLast(({ from }) => from <= cut);
  if (pen?.dip === undefined) return none;
  const next = async (from: number, move: 'up' | 'down') => {
    let index = from;
    while (index < cut && job.effectAt(index).pen !== move)
      if (++index % commandsAtOnce === 0) await setImmediate();
    return index;
  };
  // A pen with dips is dipped before its first stroke.
  const down = await next(pen.from, 'down');
  const start = positionBefore(job, down);
  const here = positionBefore(job, cut);
  const up = await next(down, 'up');
  const end = positionBefore(job, up);
  if (up === cut || start === null || end === null || (here?.x === start.x && here.y === start.y))
    return none;
  const commands = Array.from({ length: up + 1 - down }, (_, at) => job.at(down + at));
  return { commands: [ours.moveTo(start), ...commands], end };
}

/**
 * Returns the pens and pauses of the remaining commands, whose indexes change by `shift`. Asks for the first pen, or
 * repeats the last pause.
 */
function pensFrom(job: StoredJob, cut: number, shift: number): { pens: Pen[]; pauses: Pause[] } {
  const skipped = Math.max(
    0,
    job.pens.findLastIndex(({ from }) => from <= cut),
  );
  const pens = job.pens.slice(skipped).map((pen, at) => ({ ...pen, from: at === 0 ? 1 : pen.from + shift }));
  const reworded = (reason: string) => {
    for (const verb of ['Put in', 'Refill'] as const) {
      const asked = requestedPen(reason, job.pens, verb);
      const index = asked === undefined ? -1 : asked.number - 1 - skipped;
      const pen = pens[index];
      if (pen !== undefined) return penRequest({ pen, index, count: pens.length }, verb);
    }
    return reason;
  };
  const later = job.pauses.filter(({ before }) => before > cut);
  const last = job.pauses.findLast(({ before }) => before <= cut);
  const first =
    skipped > 0 ? penRequest({ pen: pens[0]!, index: 0, count: pens.length }) : last && reworded(last.reason);
  return {
    pens,
    pauses: [
      ...(first === undefined ? [] : [{ before: 1, reason: first }]),
      ...later.map(({ before, reason, ...at }) => ({
        before: before + shift,
        reason: reworded(reason),
        ...at,
      })),
    ],
  };
}

function movedMark({ xMm, yMm }: Mark, { a, b, c, d, e, f }: Transform): Mark {
  return { xMm: a * xMm + c * yMm + e, yMm: b * xMm + d * yMm + f };
}

interface MoveOptions {
  /** Undefined if the sheet lies where it was planned. */
  sheet: Transform | undefined;
  stepsPerMm: number;
  isRelative: boolean;
  driver: Pick<Driver, 'effectOf'>;
  places: readonly Mark[];
}

/**
 * Moves the commands with the sheet. Moves to the origin and to places of the machine stay, because the machine has not
 * moved.
 */
class MovedCommands {
  readonly #options: MoveOptions;
  /** Current position as planned, and as moved with the sheet. */
  #planned: Point;
  #moved: Point;
  #isDown = false;

  constructor(start: Point, options: MoveOptions) {
    this.#options = options;
    this.#planned = start;
    this.#moved = this.#onSheet(start);
  }

  get position(): Point {
    return this.#moved;
  }

  next(command: string): string {
    const { sheet, driver, isRelative } = this.#options;
    if (sheet === undefined) return command;
    const { move, pen, isHoming } = driver.effectOf(command);
    if (pen !== undefined) this.#isDown = pen === 'down';
    if (move === undefined) return command;
    if (move === 'unknown') throw refused(`“${command}” cannot be moved with the sheet.`);
    const { x, y } = this.#planned;
    this.#planned = 'to' in move ? move.to : { x: x + move.by.x, y: y + move.by.y };
    const isOrigin = !this.#isDown && this.#planned.x === 0 && this.#planned.y === 0;
    const before = this.#moved;
    this.#moved = isOrigin ? this.#planned : this.#onSheet(this.#planned);
    if (isHoming) return command;
    const by = { x: this.#moved.x - before.x, y: this.#moved.y - before.y };
    return ours.moveTo(isRelative ? by : this.#moved);
  }

  #isPlace({ x, y }: Point): boolean {
    const { places, stepsPerMm } = this.#options;
    // A place halfway between two steps may have been rounded either way.
    const isAt = (mm: number, steps: number) => Math.abs(mm * stepsPerMm - steps) < 0.51;
    return places.some(({ xMm, yMm }) => isAt(xMm, x) && isAt(yMm, y));
  }

  #onSheet({ x, y }: Point): Point {
    const { sheet, stepsPerMm } = this.#options;
    if (sheet === undefined || this.#isPlace({ x, y })) return { x, y };
    const { xMm, yMm } = movedMark({ xMm: x / stepsPerMm, yMm: y / stepsPerMm }, sheet);
    // Adding 0 avoids “-0”.
    return { x: Math.round(xMm * stepsPerMm) + 0, y: Math.round(yMm * stepsPerMm) + 0 };
  }
}

function refused(message: string): AppError {
  return new AppError('job-not-resumable', message);
}
