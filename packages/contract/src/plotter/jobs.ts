import { Type } from 'typebox';
import { object, orNull } from '../exact.ts';
import { json } from '../media-types.ts';
import { defineRoutes, type RouteErrors } from '../route.ts';
import { outsideMembers } from './reasons/outside.ts';
import { penHeightMembers } from './reasons/pen-height.ts';
import { FoundMarks, Job, JobCommandResult, JobRequest, StepArea } from './resources.ts';

const JobParams = Type.Object({ id: Type.Integer({ minimum: 1 }) });
const unknownJob: RouteErrors = { 404: ['No such job', 'unknown-job', 'unknown-path'] };
const wrongState: RouteErrors = {
  ...unknownJob,
  409: ['Not possible in the state that the job is in', 'wrong-job-state'],
};
const commandsLost: RouteErrors = { ...unknownJob, 409: ['Some of its commands are lost', 'commands-lost'] };
const job = { description: 'The updated job', schema: Job };

const action = (name: string, summary: string, description: string, errors: RouteErrors = wrongState) =>
  ({
    call: `POST /api/plotter/jobs/{id}/${name}`,
    summary,
    description,
    params: JobParams,
    answer: job,
    errors,
  }) as const;

export const jobRoutes = defineRoutes('Jobs', json, {
  listJobs: {
    call: 'GET /api/plotter/jobs',
    summary: 'List the jobs, newest first',
    query: Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 50 })),
      before: Type.Optional(Type.Integer({ minimum: 1, description: 'Only jobs with a smaller id' })),
    }),
    answer: { description: 'The jobs', schema: object({ jobs: Type.Array(Job) }) },
  },
  getQueue: {
    call: 'GET /api/plotter/queue',
    summary: 'List the waiting jobs in the order in which they run',
    description:
      'Jobs that are queued or held; a held one keeps its place, and runs there once it is resumed.',
    query: Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 50 })) }),
    answer: { description: 'The jobs, the next one first', schema: object({ jobs: Type.Array(Job) }) },
  },
  moveJob: {
    call: 'POST /api/plotter/jobs/{id}/move',
    summary: 'Move a waiting job in the queue',
    description: 'Exactly one of `to` and `before`. The order is kept over restarts.',
    params: JobParams,
    body: {
      schema: Type.Object({
        to: Type.Optional(Type.Enum(['first', 'last'])),
        before: Type.Optional(
          Type.Integer({ minimum: 1, description: 'The id of the waiting job that it goes before' }),
        ),
      }),
      example: { before: 12 },
    },
    answer: job,
    errors: { ...wrongState, 400: ['A request that cannot be understood or used', 'invalid-request'] },
  },
  getJob: {
    call: 'GET /api/plotter/jobs/{id}',
    summary: 'Get a job',
    params: JobParams,
    answer: job,
    errors: unknownJob,
  },
  getJobResults: {
    call: 'GET /api/plotter/jobs/{id}/results',
    summary: 'List the results of a job, in pages',
    params: JobParams,
    query: Type.Object({
      from: Type.Optional(
        Type.Integer({ minimum: 0, default: 0, description: 'The index of the first result' }),
      ),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 1000 })),
    }),
    answer: {
      description: 'The results; `next` is the start of the next page, null if it does not exist yet',
      schema: object({
        from: Type.Integer(),
        next: orNull(Type.Integer()),
        results: Type.Array(JobCommandResult),
      }),
    },
    errors: unknownJob,
  },
  getJobCommands: {
    call: 'GET /api/plotter/jobs/{id}/commands',
    summary: 'Get the commands of a job, one per line',
    params: JobParams,
    answer: { description: 'The commands', mediaType: 'text/plain; charset=utf-8', schema: Type.String() },
    errors: commandsLost,
  },
  getJobPreview: {
    call: 'GET /api/plotter/jobs/{id}/preview',
    summary: 'Get a small drawing of a job',
    description:
      'What the whole job draws, in steps, with at most 2,000 points and 30 kB however large the job is: close lines are merged, and where there are still too many some are left out. It starts at the origin with the pen up.',
    params: JobParams,
    answer: {
      description: 'The drawing',
      schema: object({
        bounds: orNull(StepArea, 'Of everything that is drawn; null if nothing is'),
        path: Type.String({ description: 'The data of an SVG path; a dot is a stroke of two equal points' }),
      }),
      example: { bounds: { minX: 0, maxX: 800, minY: 0, maxY: 400 }, path: 'M0 0 800 0 800 400' },
    },
    errors: commandsLost,
  },
  pauseJob: action('pause', 'Pause', 'The job continues until the pen is up, and waits there.'),
  resumeJob: {
    call: 'POST /api/plotter/jobs/{id}/resume',
    summary: 'Resume a job',
    description:
      'A paused or interrupted job lifts the pen, moves back to where the pen was last up, and continues; a held one is queued again; a pause that was not reached yet is withdrawn. Where the plotter may have lost its position since (it restarted, or its connection was lost and it cannot tell where it stands), the answer is 409 with the type `/problems/position-lost`. Then move the pen to the origin of the drawing and resume with `penAtOrigin`; or send `ZERO` with the pen at the origin (on a machine with homing switches, `HOME`), and resume.',
    params: JobParams,
    body: {
      isOptional: true,
      schema: Type.Object({
        penAtOrigin: Type.Optional(
          Type.Boolean({
            default: false,
            description:
              'Confirms that the pen is at the origin of the drawing. Needed if the position was lost, ignored otherwise',
          }),
        ),
      }),
      example: { penAtOrigin: true },
    },
    answer: job,
    errors: {
      ...unknownJob,
      400: ['The request is invalid', 'invalid-request'],
      409: [
        'Not possible in the state that the job is in, the position was lost (`/problems/position-lost`), the marks by which it was aligned are outdated, or the job is a drawing and it is not known which plotter this is (`/problems/machine-unidentified`)',
        'wrong-job-state',
        'plotter-busy',
        'job-not-resumable',
        'commands-lost',
        'position-lost',
        'marks-outdated',
        'machine-unidentified',
      ],
      503: [
        'The port is closed, was lost, or is being opened; the plotter was stopped meanwhile; or the fleet that the job is from cannot be asked',
        'port-closed',
        'plotter-not-ready',
        'plotter-stopped',
        'fleet-unreachable',
      ],
    },
  },
  cancelJob: action('cancel', 'Cancel', 'No further command is sent, and the pen is lifted.'),
  rerunJob: {
    call: 'POST /api/plotter/jobs/{id}/rerun',
    summary: 'Queue the same commands as a new job',
    description:
      'With `from`, the new job leaves out the strokes before that one: it lifts the pen, sets speed and pen height as they were there, moves to the start of the stroke, and asks for its pen if the job has several. It does not ask for a new sheet. With `marks`, it is placed by marks on the sheet, such as those in `marks` of the job. A job with an `alignment` needs new `marks`, or `from` while the plotter has the same `sheetNumber`.',
    params: JobParams,
    body: {
      isOptional: true,
      schema: Type.Object({
        from: Type.Optional(
          Type.Integer({
            minimum: 1,
            description: 'The first stroke to draw, counted from 1: the pen is lowered once for each',
          }),
        ),
        marks: Type.Optional(FoundMarks),
      }),
      example: { from: 12 },
    },
    answer: { ...job, status: 202, headers: { Location: 'The path of the new job' } },
    errors: {
      ...unknownJob,
      400: ['There is no such stroke, or the marks do not fit', 'invalid-request'],
      409: [
        'Some of its commands are lost; it is a drawing and it is not known which plotter this is; the start of the stroke is unknown; or with `marks`, it is not known where the pen is; or its own marks are outdated',
        'commands-lost',
        'position-lost',
        'marks-outdated',
        'machine-unidentified',
        'job-not-resumable',
      ],
      422: [
        'With `from` or `marks`: a command leads outside of the machine',
        'outside-limits',
        'invalid-pen-height',
      ],
    },
  },
  deleteJob: {
    call: 'DELETE /api/plotter/jobs/{id}',
    summary: 'Remove a job that is not running or paused',
    params: JobParams,
    answer: { status: 204, description: 'Deleted' },
    errors: wrongState,
  },
  checkJob: {
    call: 'POST /api/plotter/check',
    summary: 'Check a job without running it',
    description:
      'Checks every move and pen height against the machine profile, and returns the duration and the extent of the job.',
    body: { mediaTypes: [json], mode: 'stream', schema: JobRequest },
    answer: {
      description: 'The first hundred problems',
      schema: object({
        ok: Type.Boolean(),
        total: Type.Integer(),
        estimatedMs: Type.Number(),
        penLifts: Type.Integer(),
        bounds: orNull(StepArea),
        problems: Type.Array(
          object({
            index: Type.Integer(),
            line: Type.Optional(Type.Integer({ minimum: 1, description: 'The line of the script' })),
            command: Type.String(),
            code: Type.Enum(['unknown-command', 'invalid-move', 'outside-limits', 'invalid-pen-height']),
            reason: Type.String({ description: 'Description for users' }),
            outside: Type.Optional(object(outsideMembers, 'With the code `outside-limits`, in steps')),
            penHeight: Type.Optional(object(penHeightMembers, 'With the code `invalid-pen-height`')),
          }),
        ),
      }),
    },
    errors: {
      400: ['The request is invalid', 'invalid-request', 'invalid-command'],
      413: ['The job is too large', 'request-too-large'],
    },
  },
});
