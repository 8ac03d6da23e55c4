import { AppError } from '@stationery/core';
import type { Driver } from '../../drivers/driver.ts';
import type { Point } from '../../drivers/language/geometry.ts';
import { ours } from '../../drivers/language/our-language.ts';
import type { BlocksTable } from '../../store/blocks-table.ts';
import type { JobState, Pause } from '../../store/job.ts';
import type { StoredJob } from '../../store/jobs-table.ts';
import type { ResultsTable } from '../../store/results-table.ts';
import { JobCommands } from '../record/job-commands.ts';
import { allPauses } from '../record/new-sheet.ts';
import {
  positionBefore,
  type ResumeInput,
  type ResumePoint,
  resumePoint,
  resumeStart,
  settingsBefore,
} from './resume-point.ts';

export interface RunStart extends ResumePoint {
  pauses: readonly Pause[];
}

export interface JobTables {
  blocks: BlocksTable;
  results: ResultsTable;
  driver: Pick<Driver, 'effectOf'>;
}

export function fromTheStart(job: StoredJob, blocks: BlocksTable): RunStart {
  return { from: 0, prelude: [], pauses: pausesFrom(0, job, blocks) };
}

/** `here`: pen position, if known. */
export function resumedStart(
  job: StoredJob,
  deps: JobTables & { relative: boolean; isLost: boolean; here: Point | null },
): RunStart {
  const { relative, here, isLost } = deps;
  const cut = nextOf(job);
  const pauses = pausesFrom(isAnswered(job) ? cut + 1 : cut, job, deps.blocks);
  const input = resumeInputOf(job, deps);
  if (!relative) return { ...resumePoint(input), pauses };
  if (canContinueInPlace(job, isLost)) {
    const left = here && positionBefore(input, cut);
    const way = left ? relativeWay(here, left) : [];
    // The user may have changed speed or pen height during the pause.
    const settings = settingsBefore(input, cut);
    return { from: cut, prelude: way.length === 0 ? settings : [ours.liftPen, ...settings, ...way], pauses };
  }
  if (resumeStart(input).position === null) {
    throw new AppError(
      'job-not-resumable',
      'Moves are relative on this machine, and the pen position is unknown. Run the job again.',
    );
  }
  // The user confirms that the pen is at the origin.
  const from = isLost ? { x: 0, y: 0 } : here;
  return { ...resumePoint(input, (position) => (from === null ? [] : relativeWay(from, position))), pauses };
}

/** Whether the job waits at a planned pause, so that resuming it confirms the pause. */
export function isAnswered({ state }: StoredJob): boolean {
  return state.state === 'paused' && state.reason !== undefined;
}

/**
 * Returns the pauses from this command on, except those that a user has answered, even if the job did not reach the
 * next command.
 */
function pausesFrom(index: number, job: StoredJob, blocks: BlocksTable): Pause[] {
  const all = allPauses(job, new JobCommands(blocks, job.id));
  return all.filter(({ before }) => before >= Math.max(index, job.pausesAnswered));
}

function relativeWay(from: Point, to: Point): string[] {
  const by = { x: to.x - from.x, y: to.y - from.y };
  return by.x === 0 && by.y === 0 ? [] : [ours.moveTo(by)];
}

/** With relative moves, a paused job continues at the current position, where the pen is up. */
export function canContinueInPlace({ state }: StoredJob, isLost: boolean): boolean {
  return state.state === 'paused' && !isLost;
}

export function resumeInputOf(job: StoredJob, { blocks, results, driver }: JobTables): ResumeInput {
  const cut = nextOf(job);
  const commands = new JobCommands(blocks, job.id);
  return {
    cut,
    at: (index) => commands.at(index),
    effectAt: (index) => driver.effectOf(commands.at(index)),
    ...results.failures(job.id, cut),
    startPlace: job.startPlace,
  };
}

/** Whether the job was left before its first command, so that it can start like a new job. */
export function nothingDrawn({ state, progress }: StoredJob): boolean {
  return state.state === 'interrupted' && wasNotBegun(state) && progress === 0;
}

export function wasNotBegun({ next, unknown }: Extract<JobState, { state: 'interrupted' }>): boolean {
  return next === 0 && unknown === null;
}

export function nextOf({ state }: StoredJob): number {
  return 'next' in state ? state.next : 0;
}
