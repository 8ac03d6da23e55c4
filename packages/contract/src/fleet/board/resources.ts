import { type Static, Type } from 'typebox';
import { flag, list, object, oneOf, orNull } from '../../exact.ts';
import { DrawingOptions } from '../../plotter/plan.ts';
import { JobRequest } from '../../plotter/resources.ts';
import type { RouteErrors } from '../../route.ts';
import { DeviceId, DeviceState } from '../device.ts';
import { JobClass, jobPriorities, jobStates, QueueJob } from '../queue-job.ts';
import { FleetReason, Why } from '../reasons.ts';

export const brokerAway: RouteErrors = {
  503: ['The NATS server does not answer, or answers with an error', 'fleet-unreachable', 'fleet-failed'],
};

export const BoardDevice = object('BoardDevice', {
  id: DeviceId,
  isOnline: flag('It has reported within three of its heartbeats'),
  state: DeviceState,
});

const { lastReport, ...shown } = QueueJob.properties;

export const BoardJob = object('BoardJob', {
  ...shown,
  whyNot: list(
    object({ reason: Type.String({ description: 'For a person' }), cause: FleetReason }),
    'Why no plotter can take it, one reason for each plotter; empty if one can, or if it does not wait',
  ),
});

const Count = Type.Integer({ minimum: 0 });

export const BoardStatus = object('BoardStatus', {
  broker: object({
    address: Type.String({ description: 'The NATS server' }),
    state: oneOf(
      ['connecting', 'refused', 'connected', 'failing', 'disk-full'],
      '`refused`: the server does not accept the credentials; `failing`: it is connected and stores nothing; `disk-full`: it has no room',
    ),
    why: orNull(Why, 'Why it does not work'),
  }),
  devices: object({ total: Count, online: Count }),
  jobs: object(Object.fromEntries(jobStates.map((name) => [name, Count])), 'How many jobs are in each state'),
  mayChange: Type.Optional(
    flag('Whether the token of this request may change something; not in events, which all receive'),
  ),
});

const maxDrawingBytes = 16 * 1024 * 1024;
const changeable = {
  class: Type.Optional(JobClass),
  priority: Type.Optional(Type.Enum([...jobPriorities])),
  isHeld: Type.Optional(flag('It waits until this is false')),
};

export const NewQueueJob = object(
  'NewQueueJob',
  {
    svg: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: maxDrawingBytes,
        description: 'A drawing; the plotter that takes it plans it',
      }),
    ),
    options: Type.Optional(DrawingOptions),
    thinkMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 60_000 })),
    newSheet: Type.Optional(
      flag(
        'With `svg`, as `newSheet` in a job: whether the plotter pauses and asks for a new sheet before it starts',
      ),
    ),
    job: Type.Optional(JobRequest),
    name: Type.Optional(Type.String({ maxLength: 200 })),
    copies: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 1 })),
    ...changeable,
  },
  'Exactly one of `svg` and `job`',
);

export const QueueJobChange = object('QueueJobChange', changeable);

/** Twice the maximum size of a drawing, because escapes make it longer in JSON. */
export const largestSubmissionBytes = 2 * maxDrawingBytes;

export type BoardDevice = Static<typeof BoardDevice>;
export type BoardJob = Static<typeof BoardJob>;
export type BoardStatus = Static<typeof BoardStatus>;
export type NewQueueJob = Static<typeof NewQueueJob>;
