import { type Static, Type } from 'typebox';
import { flag, list, object, oneOf, orNull } from '../exact.ts';
import { DrawingOptions } from '../plotter/plan.ts';
import { DeviceId, FleetTags } from './device.ts';
import { queueJobIdPattern } from './names.ts';
import { why } from './reasons.ts';

export const QueueJobId = Type.String({ pattern: queueJobIdPattern });
export const Progress = Type.Number({ minimum: 0, maximum: 1 });
export const Fence = Type.Integer({
  minimum: 0,
  description:
    'Counts the plotters that the job was offered to; a device with a lower number may not draw it',
});

/** Requirements for a plotter to take a job. */
export const JobClass = object('JobClass', {
  paper: Type.Optional(Type.String({ maxLength: 50, description: 'The paper in the plotter, such as `a4`' })),
  pens: Type.Optional(list(Type.String({ minLength: 1, maxLength: 60 }), 'Pens that the plotter has', 50)),
  tags: Type.Optional(FleetTags),
  device: Type.Optional(DeviceId),
});

/** Describes the content of a job, whose bytes are in the object store under their SHA-256. */
export const JobContent = object('JobContent', {
  kind: oneOf(
    ['commands', 'drawing'],
    '`commands`: a job document as the plotter takes it; `drawing`: an SVG, planned by the plotter',
  ),
  object: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  sizeBytes: Type.Integer({ minimum: 0 }),
  options: Type.Optional(DrawingOptions),
  thinkMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 60_000 })),
  newSheet: Type.Optional(flag('Whether the plotter asks for a new sheet. Default: the plotter decides')),
});

export const jobStates = [
  'waiting',
  'held',
  'offered',
  'taken',
  'plotting',
  'paused',
  'interrupted',
  'cancelling',
  'done',
  'failed',
  'cancelled',
] as const;

const at = { device: DeviceId };
export const QueueJobState = Type.Union(
  [
    object({ state: Type.Literal('waiting') }),
    object({ state: Type.Literal('held') }),
    object({ state: Type.Literal('offered'), ...at }),
    object({ state: Type.Literal('taken'), ...at }),
    object({ state: Type.Literal('plotting'), ...at, progress: Progress }),
    object({ state: Type.Literal('paused'), ...at, progress: Progress, ...why }),
    object({ state: Type.Literal('interrupted'), ...at, progress: Progress, ...why }),
    object({ state: Type.Literal('cancelling'), ...at }),
    object({ state: Type.Literal('done'), ...at }),
    object({ state: Type.Literal('failed'), ...at, ...why }),
    object({ state: Type.Literal('cancelled'), ...why }),
  ],
  { $id: 'QueueJobState' },
);

export const jobPriorities = ['high', 'normal', 'low'] as const;

/** A job for one sheet. Copies are separate jobs with the same group. */
export const QueueJob = object('QueueJob', {
  id: QueueJobId,
  name: orNull(Type.String({ maxLength: 200 })),
  group: QueueJobId,
  copy: Type.Integer({ minimum: 1 }),
  copies: Type.Integer({ minimum: 1 }),
  createdAt: Type.String(),
  endedAt: Type.Optional(Type.String({ description: 'Not in jobs that older versions ended' })),
  content: JobContent,
  class: JobClass,
  priority: Type.Enum([...jobPriorities]),
  order: Type.Number({
    description: 'Of two jobs with the same priority, the one with the smaller number is next',
  }),
  fence: Fence,
  state: QueueJobState,
  refusals: list(
    object({ ...at, ...why }),
    'Plotters that refused it, and why; they are not offered it again',
  ),
  earlier: list(
    object({ ...at, fence: Fence, outcome: Type.Enum([...jobStates]) }),
    'Plotters that had the job before',
  ),
  lastReport: Type.Integer({ description: 'The number of the last report that was applied' }),
});

export type JobClass = Static<typeof JobClass>;
export type JobContent = Static<typeof JobContent>;
export type QueueJob = Static<typeof QueueJob>;
export type QueueJobState = Static<typeof QueueJobState>;
