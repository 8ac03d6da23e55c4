import { type Static, Type } from 'typebox';
import { orNull } from '../exact.ts';
import { Fence, JobContent, Progress, QueueJobId } from './queue-job.ts';
import { Why, why } from './reasons.ts';

const Protocol = Type.Integer({ minimum: 1 });
const about = { protocol: Protocol, job: QueueJobId, fence: Fence };

/** Members of every message about a job, in all versions of the protocol. */
export const AboutJob = Type.Object(about);

/** A plotter draws only after its claim is granted, so that the board can withdraw an unanswered offer. */
export const FleetOrder = Type.Union(
  [
    Type.Object({
      ...about,
      order: Type.Literal('offer'),
      name: orNull(Type.String({ maxLength: 200 })),
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

/** A report from a device, which is named by the subject. */
export const FleetReport = Type.Union(
  [
    Type.Object({ ...numbered, report: Type.Literal('claimed') }),
    Type.Object({ ...numbered, report: Type.Literal('refused'), ...why }),
    Type.Object({
      ...numbered,
      report: Type.Literal('returned'),
      ...why,
      canTryAgain: Type.Boolean(),
    }),
    Type.Object({
      ...numbered,
      report: Type.Literal('state'),
      state: Type.Enum(['plotting', 'paused', 'interrupted']),
      progress: Progress,
      ...why,
    }),
    Type.Object({
      ...numbered,
      report: Type.Literal('over'),
      outcome: Type.Enum(['done', 'failed', 'cancelled']),
      ...why,
    }),
  ],
  { $id: 'FleetReport' },
);

/** Whether a device may resume a job; `why` if the board cannot tell. */
export const ResumeAnswer = Type.Object({ yes: Type.Boolean(), why: Type.Optional(Why) });

export type FleetOrder = Static<typeof FleetOrder>;
export type FleetReport = Static<typeof FleetReport>;
export type ResumeAnswer = Static<typeof ResumeAnswer>;
