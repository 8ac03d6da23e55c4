import { Type } from 'typebox';
import { flag, object } from '../exact.ts';
import { json } from '../media-types.ts';
import { defineRoutes } from '../route.ts';
import {
  CommandResult,
  Job,
  JobRequest,
  JobResult,
  jobUnderWay,
  PlotterStatus,
  TimeoutMs,
} from './resources.ts';

const Port = object({
  path: Type.String(),
  manufacturer: Type.Optional(Type.String()),
  serialNumber: Type.Optional(Type.String()),
  vendorId: Type.Optional(Type.String()),
  productId: Type.Optional(Type.String()),
  inUse: flag('The service uses this port, or looks for the plotter there'),
});

export const commandRoutes = defineRoutes('Plotter', json, {
  getHealth: {
    call: 'GET /api/plotter/health',
    summary: 'Get the health of the service and whether the port is open',
    answer: {
      description: 'The health report; also while the port is closed',
      schema: object({
        status: Type.Literal('ok'),
        plotter: object({ portPath: Type.String(), baudRate: Type.Integer(), isOpen: Type.Boolean() }),
      }),
      example: { status: 'ok', plotter: { portPath: '/dev/ttyUSB0', baudRate: 115200, isOpen: true } },
    },
  },
  sendCommand: {
    call: 'POST /api/plotter/command',
    summary: 'Send one command and wait for its reply',
    body: {
      schema: Type.Object({
        command: Type.String({ description: 'One line, 1 to 255 printable ASCII characters after trimming' }),
        timeoutMs: Type.Optional(TimeoutMs),
      }),
      example: { command: 'MOVE X10 Y-5', timeoutMs: 5000 },
    },
    answer: {
      description: 'The device replied; `ok` is true if the command succeeded',
      schema: CommandResult,
      example: { sent: 'PENUP', ok: true, terminalLine: 'OK PEN_UP', lines: ['OK PEN_UP'] },
      headers: {
        Refusal:
          'If the device refused the command: the reason, as in `CommandRefusal`, such as `unknown-command` or `outside-limits;x=500;y=12.5` (in mm)',
      },
    },
    errors: {
      400: ['The request is invalid', 'invalid-request', 'invalid-command'],
      409: ['A job is running; `job` names it', 'plotter-busy'],
      422: [
        'The command would leave the machine limits, which are enforced; see `command`, `target` and `limits`',
        'outside-limits',
      ],
      503: [
        'The port is closed or was lost, or the plotter was stopped meanwhile',
        'port-closed',
        'plotter-not-ready',
        'plotter-stopped',
      ],
      504: ['No terminal line in time; `lines` has the lines received until then', 'reply-timeout'],
    },
  },
  runJob: {
    call: 'POST /api/plotter/job',
    summary: 'Run several commands one after another',
    description:
      'Answers when the job has finished; a client that disconnects before that cancels it. With `Prefer: respond-async` the job is queued and answered at once with 202 and its path; `wait=n` waits up to n seconds first and answers 200 if it has finished by then. A request that is repeated with the same `Idempotency-Key` returns the same job.',
    headers: Type.Object({
      Prefer: Type.Optional(Type.String({ description: '`respond-async`, and with it `wait=<seconds>`' })),
      'Idempotency-Key': Type.Optional(Type.String({ description: 'Any text that is unique to this job' })),
    }),
    body: {
      mode: 'stream',
      schema: JobRequest,
      example: { script: 'PENUP\nMOVE X100 Y0\nPENDOWN', timeoutMs: 5000, stopOnError: true },
    },
    answer: {
      description: 'The job has finished',
      schema: JobResult,
      also: {
        202: {
          description: 'The job was accepted and has not finished',
          mediaType: json,
          schema: Job,
          headers: { Location: 'The path of the job' },
        },
      },
    },
    errors: {
      400: ['The request is invalid', 'invalid-request', 'invalid-command'],
      404: ['The job was deleted before it finished', 'unknown-job'],
      409: [
        'Another job is running; `job` names it. Or the job is a drawing (it has `stepsPerMm`), and it is not known which plotter this is',
        'plotter-busy',
        'machine-unidentified',
      ],
      413: ['The job is too large', 'request-too-large'],
      422: [
        'The Idempotency-Key was used for a different job; or a command would leave the machine limits, which are enforced: `command`, its `index`, its `line` in a script, and `limits`; or sets a pen height that the machine refuses: `height` and `heightLimits`',
        'key-reused',
        'outside-limits',
        'invalid-pen-height',
      ],
      503: [
        'The port is closed or was lost before the first command, or the plotter was stopped meanwhile',
        'port-closed',
        'plotter-not-ready',
        'plotter-stopped',
      ],
    },
  },
  getStatus: {
    call: 'GET /api/plotter/status',
    summary: 'Get the connection, the pen position and the running job',
    answer: { description: 'The status', schema: PlotterStatus },
  },
  stopNow: {
    call: 'POST /api/plotter/stop',
    summary: 'Stop the machine at once',
    description:
      'The stop is sent to the machine before anything is saved, and holds even if saving fails. The running job is cancelled. Queued jobs are put on hold, also those whose commands are still arriving or are being planned. A paused job stays paused until it is resumed. `STOP` as a single command does the same.',
    answer: {
      status: 204,
      description: 'The plotter confirmed the stop',
      headers: {
        'Stop-Notice':
          'A message for the user who stopped the plotter: that a job is still paused, or that the jobs could not be saved because the disk is full',
      },
    },
    errors: {
      503: ['The port is closed or was lost', 'port-closed', 'plotter-not-ready'],
      504: ['The plotter did not answer the stop', 'reply-timeout'],
    },
  },
});

export const connectionRoutes = defineRoutes('Connection', json, {
  getPorts: {
    call: 'GET /api/plotter/ports',
    summary: 'List the serial ports of this machine',
    answer: {
      description: 'The ports',
      schema: object({
        ports: Type.Array(Port),
        configured: Type.String({ description: 'The port of the settings (`PLOTTER_SERIAL_PATH`)' }),
      }),
      example: {
        ports: [
          { path: '/dev/ttyUSB0', manufacturer: 'wch', vendorId: '1a86', productId: '7523', inUse: true },
        ],
        configured: 'sim:',
      },
    },
  },
  choosePort: {
    call: 'PUT /api/plotter/port',
    summary: 'Choose the port of the plotter, and connect',
    description:
      'The choice is kept over restarts until the port in the settings changes. Commands waiting for a reply fail. A different port counts as a different machine: earlier jobs need a confirmation of the origin.',
    body: {
      schema: Type.Object({
        path: Type.String({
          minLength: 1,
          maxLength: 255,
          description:
            'A path of `GET /api/plotter/ports` or a link to one (`/dev/serial/by-id/…`), the port of the settings, or `sim:` for the virtual plotter (`sim:` and the name of a driver simulates that family)',
        }),
      }),
      example: { path: '/dev/ttyUSB0' },
    },
    answer: { description: 'The status', schema: PlotterStatus },
    errors: {
      400: ['A request that cannot be understood or used', 'invalid-request'],
      409: jobUnderWay,
      422: ['This machine has no such port', 'unknown-port'],
    },
  },
  connectPort: {
    call: 'POST /api/plotter/connect',
    summary: 'Open the port, and keep it open',
    answer: { description: 'The status', schema: PlotterStatus },
  },
  disconnectPort: {
    call: 'POST /api/plotter/disconnect',
    summary: 'Close the port until it is opened again',
    answer: { description: 'The status', schema: PlotterStatus },
    errors: { 409: ['A job is running; `job` names it', 'plotter-busy'] },
  },
});
