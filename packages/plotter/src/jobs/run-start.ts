import { AppError } from '@stationery/core';
import type { Driver } from '../drivers/driver.ts';
import type { Point } from '../drivers/language/geometry.ts';
import { ours } from '../drivers/language/our-language.ts';
import type { BlocksTable } from '../store/blocks-table.ts';
import type { JobState, Pause } from '../store/job.ts';
import type { StoredJob } from '../store/jobs-table.ts';
import type { ResultsTable } from '../store/results-table.ts';
import { JobCommands } from './job-commands.ts';
import { allPauses } from './new-sheet.ts';
import {
  positionBefore,
  type ResumeParts,
  type ResumePoint,
  resumePoint,
  resumeStart,
  settingsBefore,
} from './resume-point.ts';

/** Where a run starts in its job, and the pauses that are still to come. */
export interface RunStart extends ResumePoint {
  pauses: readonly Pause[];
}

/** What the commands of a job and their results are read from. */
export interface JobTables {
  blocks: BlocksTable;
  results: ResultsTable;
  /** Says what the commands do. */
  link: Pick<Driver, 'effectOf'>;
}

export function fromTheStart(job: StoredJob, blocks: BlocksTable): RunStart {
  return { from: 0, prelude: [], pauses: pausesFrom(0, job, blocks) };
}

/** Where a paused or interrupted job continues. `here` is where the pen stands, as far as that is known. */
export function resumedStart(
  job: StoredJob,
  parts: JobTables & { relative: boolean; isLost: boolean; here: Point | null },
): RunStart {
  const cut = nextOf(job);
  const pauses = pausesFrom(isAnswered(job) ? cut + 1 : cut, job, parts.blocks);
  if (!parts.relative) return { ...resumePoint(resumePartsOf(job, parts)), pauses };
  const { here, isLost } = parts;
  const of = resumePartsOf(job, parts);
  if (canContinueInPlace(job, isLost)) {
    const left = here && positionBefore(of, cut);
    const way = left ? relativeWay(here, left) : [];
    // A person may have tried another speed or pen height meanwhile.
    const settings = settingsBefore(of, cut);
    return { from: cut, prelude: way.length === 0 ? settings : [ours.liftPen, ...settings, ...way], pauses };
  }
  if (resumeStart(of).position === null) {
    throw new AppError(
      'job-not-resumable',
      'Moves are relative on this machine, and nobody knows how far the pen is from where it was. Run the job again.',
    );
  }
  // A person says that the pen stands at the origin.
  const from = isLost ? { x: 0, y: 0 } : here;
  return { ...resumePoint(of, (position) => (from === null ? [] : relativeWay(from, position))), pauses };
}

/** A person who resumes a job that waits with a reason has done what it asks for. */
export function isAnswered({ state }: StoredJob): boolean {
  return state.state === 'paused' && state.reason !== undefined;
}

/** A job that is left again before the next command does not ask a second time for what was done. */
function pausesFrom(index: number, job: StoredJob, blocks: BlocksTable): Pause[] {
  const all = allPauses(job, new JobCommands(blocks, job.id));
  return all.filter(({ before }) => before >= Math.max(index, job.pausesAnswered));
}

/** What takes a machine whose moves are relative from one place to another. */
function relativeWay(from: Point, to: Point): string[] {
  const by = { x: to.x - from.x, y: to.y - from.y };
  return by.x === 0 && by.y === 0 ? [] : [ours.moveTo(by)];
}

/** On a machine with relative moves, a job that was paused: its pen is up, and the next command counts from there. */
export function canContinueInPlace({ state }: StoredJob, isLost: boolean): boolean {
  return state.state === 'paused' && !isLost;
}

export function resumePartsOf(job: StoredJob, { blocks, results, link }: JobTables): ResumeParts {
  const cut = nextOf(job);
  const commands = new JobCommands(blocks, job.id);
  return {
    cut,
    at: (index) => commands.at(index),
    effectAt: (index) => link.effectOf(commands.at(index)),
    ...results.failures(job.id, cut),
    startPlace: job.startPlace,
  };
}

/** It was left before its first command, so that it can begin like a new one. */
export function nothingDrawn({ state, progress }: StoredJob): boolean {
  return state.state === 'interrupted' && wasNotBegun(state) && progress === 0;
}

export function wasNotBegun({ next, unknown }: Extract<JobState, { state: 'interrupted' }>): boolean {
  return next === 0 && unknown === null;
}

export function nextOf({ state }: StoredJob): number {
  return 'next' in state ? state.next : 0;
}
