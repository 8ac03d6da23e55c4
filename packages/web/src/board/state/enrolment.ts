import { signal } from '@preact/signals';
import { ServiceError } from '@stationery/client';
import type { EnrolledDevice } from '@stationery/client/board';
import { boardTexts } from '../../texts/board.ts';
import { showToast } from '../../ui/index.ts';
import { board } from '../client.ts';
import { explainError } from './describe-reason.ts';
import { runAction } from './run-action.ts';

/** `none` in a fleet that uses no credentials; undefined until first read. */
export const enrolled = signal<readonly EnrolledDevice[] | 'none' | undefined>(undefined);

/** Why the first read failed. If later reads fail, the page keeps the old list. */
export const enrolledProblem = signal<string | undefined>(undefined);

export async function readEnrolled(): Promise<void> {
  try {
    enrolled.value = await board.enrolled();
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'no-credentials') enrolled.value = 'none';
    else enrolledProblem.value = explainError(error);
  }
}

export interface OpenCode {
  code: string;
  ownCertificate: boolean;
  name: string;
  untilMs: number;
  /** Devices that existed before the code, and so did not join with it. */
  before: ReadonlySet<string>;
}

export async function getCode(name: string): Promise<OpenCode | undefined> {
  return runAction('enroll', async () => {
    const before = new Set((await board.enrolled()).map(({ id }) => id));
    const { code, validSeconds, ownCertificate } = await board.enroll(name === '' ? {} : { name });
    return { code, ownCertificate, name, untilMs: Date.now() + validSeconds * 1000, before };
  });
}

/** The name that the board gives a device without one. */
const unnamed = 'device';

export function joinedWith({ name, before }: OpenCode): EnrolledDevice | undefined {
  const all = enrolled.value;
  if (all === undefined || all === 'none') return undefined;
  return all.find((device) => device.name === (name || unnamed) && !before.has(device.id));
}

export async function revoke({ id, name }: EnrolledDevice): Promise<void> {
  const revoked = await runAction(`revoke ${id}`, () => board.revoke(id));
  if (revoked === undefined) return;
  showToast({ message: boardTexts.enrolment.revokeDone(name) });
  await readEnrolled();
}
