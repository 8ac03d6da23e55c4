import { type Static, Type } from 'typebox';
import {
  descriptionRoute,
  docsRoute,
  eventsRoute,
  metricsRoutes,
  problemPageRoute,
} from '../../common-routes.ts';
import { object } from '../../exact.ts';
import { json } from '../../media-types.ts';
import { defineRoutes, type RouteErrors } from '../../route.ts';
import { DeviceId } from '../device.ts';
import { QueueJobId } from '../queue-job.ts';
import { collectionRoutes } from './collections.ts';
import { enrolmentRoutes } from './enrolment.ts';
import {
  BoardDevice,
  BoardJob,
  BoardStatus,
  brokerAway,
  largestSubmissionBytes,
  NewQueueJob,
  QueueJobChange,
} from './resources.ts';
import { statisticsRoutes } from './statistics.ts';

export const boardEvents = {
  snapshot: BoardStatus,
  device: BoardDevice,
  'device.removed': object({ id: DeviceId }),
  job: BoardJob,
};

export type BoardEventName = keyof typeof boardEvents;
export type BoardEvent = {
  [N in BoardEventName]: { name: N; data: Static<(typeof boardEvents)[N]> };
}[BoardEventName];

const eventRoutes = defineRoutes('Events', json, {
  streamFleetEvents: eventsRoute({
    path: '/api/fleet/events',
    summary: 'Stream the events of the devices and jobs',
    advice:
      'After a `snapshot`, get the devices and jobs again. A device that only repeats its heartbeat makes no event.',
    events: boardEvents,
  }),
});

const badBody = ['The body cannot be used', 'invalid-request'] as const;
const unknownJob: RouteErrors = { ...brokerAway, 404: ['There is no such job', 'unknown-job'] };
const ofJob = Type.Object({ id: QueueJobId });
const job = { description: 'The job', schema: BoardJob } as const;
const state = (description: string): RouteErrors => ({ 409: [description, 'wrong-job-state'] });

const fleetRoutes = defineRoutes('Fleet', json, {
  getFleetStatus: {
    call: 'GET /api/fleet/status',
    summary: 'Get the connection to the NATS server, and how many devices and jobs there are',
    answer: { description: 'The status; also while the NATS server is unavailable', schema: BoardStatus },
  },
});

const deviceRoutes = defineRoutes('Devices', json, {
  listFleetDevices: {
    call: 'GET /api/fleet/devices',
    summary: 'List the devices with their last reported states',
    answer: { description: 'All devices, by name', schema: object({ devices: Type.Array(BoardDevice) }) },
    errors: brokerAway,
  },
  getFleetDevice: {
    call: 'GET /api/fleet/devices/{id}',
    summary: 'Get a device',
    params: Type.Object({ id: DeviceId }),
    answer: { description: 'The device', schema: BoardDevice },
    errors: { ...brokerAway, 404: ['There is no such device', 'unknown-device'] },
  },
});

const queueRoutes = defineRoutes('Queue', json, {
  listFleetJobs: {
    call: 'GET /api/fleet/jobs',
    summary: 'List jobs, in the order in which they are given out',
    query: Type.Object({
      show: Type.Optional(
        Type.Enum(['open', 'over', 'all'], { default: 'open', description: '`over`: newest first' }),
      ),
      from: Type.Optional(Type.Integer({ minimum: 0, default: 0, description: 'How many to skip' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 200 })),
    }),
    answer: {
      description: 'The jobs, and how many there are in all',
      schema: object({ jobs: Type.Array(BoardJob), total: Type.Integer() }),
    },
    errors: brokerAway,
  },
  submitFleetJob: {
    call: 'POST /api/fleet/jobs',
    summary: 'Queue a drawing or commands for the next free plotter that fits',
    description:
      'Each copy becomes a job of its own. A request that is repeated with the same `Idempotency-Key` returns the same jobs.',
    headers: Type.Object({
      'Idempotency-Key': Type.Optional(Type.String({ description: 'Any text that is unique to this job' })),
    }),
    body: {
      schema: NewQueueJob,
      maxBytes: largestSubmissionBytes,
      example: { job: { commands: ['PENUP', 'MOVE X10 Y10'] }, name: 'Card', class: { tags: ['room 3'] } },
    },
    answer: {
      status: 201,
      description: 'One job for each copy',
      schema: object({ jobs: Type.Array(BoardJob) }),
    },
    errors: { ...brokerAway, 400: badBody, 422: ['The key was used for a different drawing', 'key-reused'] },
  },
  getFleetJob: {
    call: 'GET /api/fleet/jobs/{id}',
    summary: 'Get a job',
    params: ofJob,
    answer: job,
    errors: unknownJob,
  },
  changeFleetJob: {
    call: 'PATCH /api/fleet/jobs/{id}',
    summary: 'Hold a waiting job, or change its plotters or its priority',
    params: ofJob,
    body: { schema: QueueJobChange, example: { isHeld: true } },
    answer: job,
    errors: { ...unknownJob, 400: badBody, ...state('The job no longer waits') },
  },
  moveFleetJob: {
    call: 'POST /api/fleet/jobs/{id}/move',
    summary: 'Move a waiting job among those of its priority',
    params: ofJob,
    body: {
      schema: Type.Union([object({ to: Type.Enum(['first', 'last']) }), object({ before: QueueJobId })]),
      example: { to: 'first' },
    },
    answer: job,
    errors: { ...unknownJob, 400: badBody, ...state('One of the jobs no longer waits') },
  },
  cancelFleetJob: {
    call: 'POST /api/fleet/jobs/{id}/cancel',
    summary: 'Cancel a job',
    description: 'A job that a plotter has is `cancelling` until the plotter has lifted the pen and said so.',
    params: ofJob,
    answer: job,
    errors: { ...unknownJob, ...state('The job is over') },
  },
  drawFleetJobAgain: {
    call: 'POST /api/fleet/jobs/{id}/again',
    summary: 'Draw a job again from the start, on any plotter that fits',
    description:
      'For a job that was interrupted or whose plotter is gone. The old plotter may not resume it.',
    params: ofJob,
    answer: job,
    errors: { ...unknownJob, ...state('The job was not interrupted, and its plotter is there') },
  },
});

const descriptionRoutes = defineRoutes('API documentation', json, {
  getFleetDescription: descriptionRoute('/api/fleet/openapi.json'),
  getFleetDocs: docsRoute(),
  getProblemPage: problemPageRoute,
});

export const boardRoutes = {
  ...fleetRoutes,
  ...deviceRoutes,
  ...queueRoutes,
  ...collectionRoutes,
  ...enrolmentRoutes,
  ...statisticsRoutes,
  ...eventRoutes,
  ...metricsRoutes,
  ...descriptionRoutes,
};
