import { Type } from 'typebox';
import { descriptionRoute, docsRoute } from '../../common-routes.ts';
import { exact } from '../../exact.ts';
import { json } from '../../media-types.ts';
import { getProblemPage } from '../../plotter/description.ts';
import { defineRoute, type RouteErrors } from '../../route.ts';
import { DeviceId } from '../device.ts';
import { QueueJobId } from '../queue-job.ts';
import {
  deleteCollectionVersion,
  listFleetCollections,
  publishCollection,
  rollOutCollection,
  stopCollection,
} from './collections.ts';
import { enrollDevice, joinFleet, listEnrolledDevices, revokeDevice } from './enrolment.ts';
import { streamFleetEvents } from './events.ts';
import {
  BoardDevice,
  BoardJob,
  BoardStatus,
  largestSubmissionBytes,
  NewQueueJob,
  QueueJobChange,
} from './resources.ts';

const away: RouteErrors = { 503: ['The NATS server does not answer', 'fleet-unreachable'] };
const badBody = ['The body cannot be used', 'invalid-request'] as const;
const unknownJob: RouteErrors = { ...away, 404: ['There is no such job', 'unknown-job'] };
const ofJob = Type.Object({ id: QueueJobId });
const job = { status: 200, description: 'The job', mediaType: json, schema: BoardJob } as const;
const state = (description: string): RouteErrors => ({ 409: [description, 'wrong-job-state'] });

export const getFleetStatus = defineRoute({
  operationId: 'getFleetStatus',
  method: 'GET',
  path: '/api/fleet/status',
  group: 'Fleet',
  summary: 'Get the connection to the NATS server, and how many devices and jobs there are',
  answer: { status: 200, description: 'Also while it is away', mediaType: json, schema: BoardStatus },
  errors: {},
});

export const listFleetDevices = defineRoute({
  operationId: 'listFleetDevices',
  method: 'GET',
  path: '/api/fleet/devices',
  group: 'Devices',
  summary: 'List the devices, with what each of them last reported',
  answer: {
    status: 200,
    description: 'All devices, by name',
    mediaType: json,
    schema: Type.Object({ devices: Type.Array(BoardDevice) }, exact),
  },
  errors: away,
});

export const getFleetDevice = defineRoute({
  operationId: 'getFleetDevice',
  method: 'GET',
  path: '/api/fleet/devices/{id}',
  group: 'Devices',
  summary: 'Get a device',
  params: Type.Object({ id: DeviceId }),
  answer: { status: 200, description: 'The device', mediaType: json, schema: BoardDevice },
  errors: { ...away, 404: ['There is no such device', 'unknown-device'] },
});

export const listFleetJobs = defineRoute({
  operationId: 'listFleetJobs',
  method: 'GET',
  path: '/api/fleet/jobs',
  group: 'Queue',
  summary: 'List jobs, in the order in which they are given out',
  query: Type.Object({
    show: Type.Optional(
      Type.Enum(['open', 'over', 'all'], { default: 'open', description: '`over`: newest first' }),
    ),
    from: Type.Optional(Type.Integer({ minimum: 0, default: 0, description: 'How many to skip' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 200 })),
  }),
  answer: {
    status: 200,
    description: 'The jobs, and how many there are in all',
    mediaType: json,
    schema: Type.Object({ jobs: Type.Array(BoardJob), total: Type.Integer() }, exact),
  },
  errors: away,
});

export const submitFleetJob = defineRoute({
  operationId: 'submitFleetJob',
  method: 'POST',
  path: '/api/fleet/jobs',
  group: 'Queue',
  summary: 'Queue a drawing or commands for the next free plotter that fits',
  description:
    'Each copy becomes a job of its own. A request that is repeated with the same `Idempotency-Key` returns the same jobs.',
  headers: Type.Object({
    'Idempotency-Key': Type.Optional(Type.String({ description: 'Any text that is unique to this job' })),
  }),
  body: {
    mediaTypes: [json],
    mode: 'json',
    schema: NewQueueJob,
    maxBytes: largestSubmissionBytes,
    example: { job: { commands: ['PENUP', 'MOVE X10 Y10'] }, name: 'Card', class: { tags: ['room 3'] } },
  },
  answer: {
    status: 201,
    description: 'One job for each copy',
    mediaType: json,
    schema: Type.Object({ jobs: Type.Array(BoardJob) }, exact),
  },
  errors: { ...away, 400: badBody, 422: ['The key was used for another drawing', 'key-reused'] },
});

export const getFleetJob = defineRoute({
  operationId: 'getFleetJob',
  method: 'GET',
  path: '/api/fleet/jobs/{id}',
  group: 'Queue',
  summary: 'Get a job',
  params: ofJob,
  answer: job,
  errors: unknownJob,
});

export const changeFleetJob = defineRoute({
  operationId: 'changeFleetJob',
  method: 'PATCH',
  path: '/api/fleet/jobs/{id}',
  group: 'Queue',
  summary: 'Hold a waiting job, or change its plotters or its priority',
  params: ofJob,
  body: { mediaTypes: [json], mode: 'json', schema: QueueJobChange, example: { isHeld: true } },
  answer: job,
  errors: { ...unknownJob, 400: badBody, ...state('The job no longer waits') },
});

export const moveFleetJob = defineRoute({
  operationId: 'moveFleetJob',
  method: 'POST',
  path: '/api/fleet/jobs/{id}/move',
  group: 'Queue',
  summary: 'Move a waiting job to another place among those of its priority',
  params: ofJob,
  body: {
    mediaTypes: [json],
    mode: 'json',
    schema: Type.Union([
      Type.Object({ to: Type.Enum(['first', 'last']) }, exact),
      Type.Object({ before: QueueJobId }, exact),
    ]),
    example: { to: 'first' },
  },
  answer: job,
  errors: { ...unknownJob, 400: badBody, ...state('One of the jobs no longer waits') },
});

export const cancelFleetJob = defineRoute({
  operationId: 'cancelFleetJob',
  method: 'POST',
  path: '/api/fleet/jobs/{id}/cancel',
  group: 'Queue',
  summary: 'Cancel a job',
  description: 'A job that a plotter has is `cancelling` until the plotter has lifted the pen and said so.',
  params: ofJob,
  answer: job,
  errors: { ...unknownJob, ...state('The job is over') },
});

export const drawFleetJobAgain = defineRoute({
  operationId: 'drawFleetJobAgain',
  method: 'POST',
  path: '/api/fleet/jobs/{id}/again',
  group: 'Queue',
  summary: 'Draw a job again from the start, on any plotter that fits',
  description: 'For a job that was interrupted or whose plotter is gone. The old plotter may not resume it.',
  params: ofJob,
  answer: job,
  errors: { ...unknownJob, ...state('The job was not interrupted, and its plotter is there') },
});

export const getFleetDescription = descriptionRoute('getFleetDescription', '/api/fleet/openapi.json');
export const getFleetDocs = docsRoute('getFleetDocs');

/** Every operation of the board. */
export const boardRoutes = {
  getFleetStatus,
  listFleetDevices,
  getFleetDevice,
  listFleetJobs,
  submitFleetJob,
  getFleetJob,
  changeFleetJob,
  moveFleetJob,
  cancelFleetJob,
  drawFleetJobAgain,
  listFleetCollections,
  publishCollection,
  deleteCollectionVersion,
  rollOutCollection,
  stopCollection,
  enrollDevice,
  listEnrolledDevices,
  revokeDevice,
  joinFleet,
  streamFleetEvents,
  getFleetDescription,
  getFleetDocs,
  getProblemPage,
};
