import { type Static, Type } from 'typebox';
import { Fence, JobContent, Progress, QueueJobId, Reason } from './queue-job.ts';

const Protocol = Type.Integer({ minimum: 1 });
const about = { protocol: Protocol, job: QueueJobId, fence: Fence };

/** What every message about a job has, whatever the version of the protocol. */
export const AboutJob = Type.Object(about);

/**
 * From the board to a device. A plotter draws nothing before its claim is granted, so that the board can withdraw an
 * offer to which there was no answer and make it to another one.
 */
export const FleetOrder = Type.Union(
  [
    Type.Object({
      ...about,
      order: Type.Literal('offer'),
      name: Type.Union([Type.String({ maxLength: 200 }), Type.Null()]),
      content: JobContent,
    }),
    Type.Object({ ...about, order: Type.Literal('grant') }),
    Type.Object({ ...about, order: Type.Literal('withdraw') }),
    Type.Object({ ...about, order: Type.Literal('cancel') }),
  ],
  { $id: 'FleetOrder' },
);

const numbered = {
  ...about,
  number: Type.Integer({ minimum: 1, description: 'Counts the reports of a device; also its message id' }),
};

/** From a device to the board. Which device it is from is in the subject. */
export const FleetReport = Type.Union(
  [
    Type.Object({ ...numbered, report: Type.Literal('claimed') }),
    Type.Object({ ...numbered, report: Type.Literal('refused'), reason: Reason }),
    Type.Object({
      ...numbered,
      report: Type.Literal('returned'),
      reason: Reason,
      canTryAgain: Type.Boolean(),
    }),
    Type.Object({
      ...numbered,
      report: Type.Literal('state'),
      state: Type.Enum(['plotting', 'paused', 'interrupted']),
      progress: Progress,
      reason: Reason,
    }),
    Type.Object({
      ...numbered,
      report: Type.Literal('over'),
      outcome: Type.Enum(['done', 'failed', 'cancelled']),
      reason: Reason,
    }),
  ],
  { $id: 'FleetReport' },
);

export type FleetOrder = Static<typeof FleetOrder>;
export type FleetReport = Static<typeof FleetReport>;
