import { randomBytes } from 'node:crypto';
import type { JobClass, JobContent, QueueJob } from '@stationery/contract/fleet';
import { sha256 } from '@stationery/core';

export interface Submission {
  name?: string;
  kind: JobContent['kind'];
  bytes: Uint8Array;
  options?: JobContent['options'];
  thinkMs?: number;
  newSheet?: boolean;
  class?: JobClass;
  priority?: QueueJob['priority'];
  copies?: number;
  isHeld?: boolean;
  /** Idempotency key: repeating it returns the same jobs. */
  key?: string;
}

export function newJobs(
  submission: Submission,
  stored: Pick<JobContent, 'object' | 'sizeBytes'>,
  nextOrder: () => number,
): QueueJob[] {
  const { copies = 1, kind, options, thinkMs, newSheet, name = null } = submission;
  const content: JobContent = {
    kind,
    ...stored,
    ...(options && { options }),
    ...(thinkMs !== undefined && { thinkMs }),
    ...(newSheet !== undefined && { newSheet }),
  };
  const group = submission.key === undefined ? newId() : idOfKey(submission.key);
  return Array.from({ length: copies }, (_, at) => ({
    id: copies === 1 ? group : `${group}-${at + 1}`,
    name,
    group,
    copy: at + 1,
    copies,
    createdAt: new Date().toISOString(),
    content,
    class: submission.class ?? {},
    priority: submission.priority ?? 'normal',
    order: nextOrder(),
    fence: 0,
    state: { state: submission.isHeld ? 'held' : 'waiting' },
    refusals: [],
    earlier: [],
    lastReport: 0,
  }));
}

function newId(): string {
  return `j${Date.now().toString(36)}${randomBytes(4).toString('hex')}`;
}

function idOfKey(key: string): string {
  return `k${sha256(key).slice(0, 24)}`;
}
