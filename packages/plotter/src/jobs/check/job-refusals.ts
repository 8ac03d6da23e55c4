import { describeReason, type JobReason } from '@stationery/contract';
import { AppError } from '@stationery/core';
import type { Driver } from '../../drivers/driver.ts';
import type { Point } from '../../drivers/language/geometry.ts';
import { isConnected, isHold, isStarting, type LinkState } from '../../drivers/link.ts';
import type { OriginKeeper } from '../../machine/origin-keeper.ts';
import type { JobState } from '../../store/job.ts';
import type { StoredJob } from '../../store/jobs-table.ts';

export function refuseWithoutPort(link: LinkState): void {
  if (isConnected(link)) return;
  const cause: JobReason =
    link.state === 'waiting' ? { code: 'plotter-missing', because: link.cause } : { code: 'not-connected' };
  throw new AppError('port-closed', describeReason(cause), { members: { cause } });
}

export function refuseUntilStarted(link: LinkState): void {
  refuseWithoutPort(link);
  if (!isStarting(link)) return;
  throw new AppError('plotter-not-ready', 'The plotter is starting. Try again in a moment.');
}

/** Whether the machine is unidentified. Its scale and origin are then unknown, so drawings are rejected. */
export function isUnidentified(driver: Pick<Driver, 'state' | 'isRecognised'>): boolean {
  return isConnected(driver.state) && !isStarting(driver.state) && driver.isRecognised === false;
}

export function refuseUnidentified(driver: Pick<Driver, 'state' | 'isRecognised'>): void {
  if (!isUnidentified(driver)) return;
  throw new AppError('machine-unidentified', describeReason({ code: 'machine-unidentified' }));
}

export function isOnHold(link: LinkState): boolean {
  return link.state === 'suspect' && isHold(link.cause);
}

/** Throws if the machine is on hold, because it executes nothing until it is resumed. */
export function refuseOnHold(link: LinkState): void {
  if (link.state !== 'suspect' || !isOnHold(link)) return;
  throw new AppError('plotter-not-ready', link.reason, { members: { cause: link.cause } });
}

export function positionLost(reason: string | undefined): never {
  throw new AppError(
    'position-lost',
    `${reason === undefined ? '' : `${reason} `}The plotter may have lost its position, so the rest of the drawing could land in the wrong place. Move the pen to the origin of the drawing, manually or with MOVE, and resume with “penAtOrigin”: true. Or send ZERO with the pen at the origin, and resume then; on a machine with homing switches, HOME does the same.`,
  );
}

/** Throws if the position is unknown, because marks are located by moving the pen to them. */
export function refuseUnknownPosition(position: Point | null, isLost: boolean): void {
  if (position !== null && !isLost) return;
  throw new AppError(
    'position-lost',
    'The position of the pen is unknown, so marks cannot be used. Move the pen to the origin and send ZERO; on a machine with homing switches, send HOME. Then find the marks again.',
  );
}

/** Whether the sheet may have moved since the job was aligned to it. */
export function areMarksOutdated(
  { alignment }: Pick<StoredJob, 'alignment'>,
  origin: Pick<OriginKeeper, 'isLost' | 'sheetNumber'>,
): boolean {
  return alignment !== null && (origin.isLost || alignment.sheetNumber !== origin.sheetNumber);
}

export function marksOutdated(): never {
  throw new AppError('marks-outdated', describeReason({ code: 'marks-outdated' }));
}

export function busy(id: number): never {
  throw new AppError('plotter-busy', `Job ${id} is running. Wait for it, or cancel it.`, {
    members: { job: id },
  });
}

export function wrongState(wanted: string, { state }: JobState): never {
  throw new AppError('wrong-job-state', `A job that is ${state} cannot be ${wanted}.`);
}
