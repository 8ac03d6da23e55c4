import { Type } from 'typebox';
import { json } from '../media-types.ts';
import { defineRoute } from '../route.ts';
import { CommandResult, exact, Job, JobRequest, JobResult, PlotterStatus, TimeoutMs } from './resources.ts';

export const getHealth = defineRoute({
  operationId: 'getHealth',
  method: 'GET',
  path: '/api/plotter/health',
  group: 'Plotter',
  summary: 'Is the service there, and is the port open?',
  answer: {
    status: 200,
    description: 'The health report; also while the port is closed',
    mediaType: json,
    schema: Type.Object(
      {
        status: Type.Literal('ok'),
        plotter: Type.Object(
          { portPath: Type.String(), baudRate: Type.Integer(), isOpen: Type.Boolean() },
          exact,
        ),
      },
      exact,
    ),
    example: { status: 'ok', plotter: { portPath: '/dev/ttyUSB0', baudRate: 115200, isOpen: true } },
  },
  errors: {},
});

export const sendCommand = defineRoute({
  operationId: 'sendCommand',
  method: 'POST',
  path: '/api/plotter/command',
  group: 'Plotter',
  summary: 'Send one command and wait for its reply',
  body: {
    mediaTypes: [json],
    mode: 'json',
    schema: Type.Object({
      command: Type.String({ description: 'One line, 1 to 255 printable ASCII characters after trimming' }),
      timeoutMs: Type.Optional(TimeoutMs),
    }),
    example: { command: 'MOVE X10 Y-5', timeoutMs: 5000 },
  },
  answer: {
    status: 200,
    description: 'The device answered, well or badly',
    mediaType: json,
    schema: CommandResult,
    example: { sent: 'PENUP', ok: true, terminalLine: 'OK PEN_UP', lines: ['OK PEN_UP'] },
  },
  errors: {
    400: ['A request that cannot be understood or used', 'invalid-request', 'invalid-command'],
    409: ['A job is running; `job` names it', 'plotter-busy'],
    415: ['Not a JSON body', 'unsupported-media-type'],
    422: [
      'Outside of the machine, where its limits are enforced; `command`, `target` and `limits` say what and how far',
      'outside-limits',
    ],
    503: [
      'The port is closed or was lost, or the plotter was stopped meanwhile',
      'port-closed',
      'plotter-not-ready',
      'plotter-stopped',
    ],
    504: ['No last line came in time; `lines` has what came', 'reply-timeout'],
  },
});

export const runJob = defineRoute({
  operationId: 'runJob',
  method: 'POST',
  path: '/api/plotter/job',
  group: 'Plotter',
  summary: 'Run several commands one after another',
  description:
    'Answers when the job is over; a client that hangs up before that cancels it. With `Prefer: respond-async` the job is queued and answered at once with 202 and its address; `wait=n` waits for up to n seconds first and answers 200 if it is over by then. A request that is sent again with the same `Idempotency-Key` gives the same job.',
  headers: Type.Object({
    Prefer: Type.Optional(Type.String({ description: '`respond-async`, and with it `wait=<seconds>`' })),
    'Idempotency-Key': Type.Optional(
      Type.String({ description: 'Any text that the client uses for this job and no other' }),
    ),
  }),
  body: {
    mediaTypes: [json],
    mode: 'stream',
    schema: JobRequest,
    example: { script: 'PENUP\nMOVE X100 Y0\nPENDOWN', timeoutMs: 5000, stopOnError: true },
  },
  answer: {
    status: 200,
    description: 'The job is over',
    mediaType: json,
    schema: JobResult,
    also: {
      202: {
        description: 'The job was taken, and is not over',
        mediaType: json,
        schema: Job,
        headers: { Location: 'The path of the job' },
      },
    },
  },
  errors: {
    400: ['A request that cannot be understood or used', 'invalid-request', 'invalid-command'],
    404: ['The job was deleted while it was waited for', 'unknown-job'],
    409: ['Another job is running; `job` names it', 'plotter-busy'],
    413: ['Larger than a job may be', 'request-too-large'],
    415: ['Not a JSON body', 'unsupported-media-type'],
    422: [
      'The Idempotency-Key was used for another job; or a command leads outside of the machine, where its limits are enforced: `command`, its `index`, its `line` in a script, and `limits`',
      'key-reused',
      'outside-limits',
    ],
    503: [
      'The port is closed or was lost before the first command, or the plotter was stopped meanwhile',
      'port-closed',
      'plotter-not-ready',
      'plotter-stopped',
    ],
  },
});

export const getStatus = defineRoute({
  operationId: 'getStatus',
  method: 'GET',
  path: '/api/plotter/status',
  group: 'Plotter',
  summary: 'The link, the position and the pen as far as known, and the job that runs',
  answer: { status: 200, description: 'The status', mediaType: json, schema: PlotterStatus },
  errors: {},
});

export const stopNow = defineRoute({
  operationId: 'stopNow',
  method: 'POST',
  path: '/api/plotter/stop',
  group: 'Plotter',
  summary: 'Halt the machine at once, out of turn',
  description:
    'The stop goes to the machine before anything is saved, and stands whatever happens to the rest. The job that runs is cancelled. Jobs that are queued are held, also those whose commands are still arriving or are being planned. A paused job stays paused: it does nothing until somebody resumes it. `STOP` as a single command does the same.',
  answer: {
    status: 204,
    description: 'The plotter has answered the stop',
    headers: {
      'Stop-Notice':
        'A message for the person who stopped the plotter: that a job is still paused, or that the jobs could not be saved because the disk is full',
    },
  },
  errors: {
    503: ['The port is closed or was lost', 'port-closed', 'plotter-not-ready'],
    504: ['The plotter did not answer the stop', 'reply-timeout'],
  },
});

const Port = Type.Object(
  {
    path: Type.String(),
    manufacturer: Type.Optional(Type.String()),
    serialNumber: Type.Optional(Type.String()),
    vendorId: Type.Optional(Type.String()),
    productId: Type.Optional(Type.String()),
  },
  exact,
);

export const getPorts = defineRoute({
  operationId: 'getPorts',
  method: 'GET',
  path: '/api/plotter/ports',
  group: 'Connection',
  summary: 'The serial ports of this machine',
  answer: {
    status: 200,
    description: 'The ports',
    mediaType: json,
    schema: Type.Object({ ports: Type.Array(Port) }, exact),
  },
  errors: {},
});

export const connectPort = defineRoute({
  operationId: 'connectPort',
  method: 'POST',
  path: '/api/plotter/connect',
  group: 'Connection',
  summary: 'Open the port, and keep it open',
  answer: { status: 200, description: 'The status', mediaType: json, schema: PlotterStatus },
  errors: {},
});

export const disconnectPort = defineRoute({
  operationId: 'disconnectPort',
  method: 'POST',
  path: '/api/plotter/disconnect',
  group: 'Connection',
  summary: 'Close the port until it is asked for again',
  answer: { status: 200, description: 'The status', mediaType: json, schema: PlotterStatus },
  errors: { 409: ['A job is running; `job` names it', 'plotter-busy'] },
});
