import { type Static, type TUnsafe, Type } from 'typebox';
import { object } from '../../exact.ts';
import { describing, plain, type ReasonOf, reasonSchema, row } from '../../reason-table.ts';
import { linkReasons, SendReason, sayWhich } from './link-reasons.ts';
import { describeOutside, outsideMembers } from './outside.ts';
import { describePenHeight, penHeightMembers } from './pen-height.ts';
import { Refusal } from './refusal.ts';

const text = Type.String();
const stepsPerMm = Type.Number({ description: 'steps/mm' });

const refused = {
  command: text,
  reply: Type.String({ description: 'The reply of the plotter' }),
  refusal: Refusal,
};

const penMembers = {
  number: Type.Integer({ description: 'Of the pen, from 1' }),
  count: Type.Integer({ description: 'How many pens the job has' }),
  name: Type.String({ description: 'The name of the pen; the same as `colour` if it has none' }),
  colour: text,
};
const RequestedPen = object(penMembers);
export type RequestedPen = Static<typeof RequestedPen>;

function describePen({ number, count, name, colour }: RequestedPen, verb = 'Put in'): string {
  const isNamed = name.toLowerCase() !== colour.toLowerCase();
  return `${verb} pen ${number} of ${count}: ${isNamed ? `${name} (${colour})` : colour}`;
}

/** Reasons of jobs, in addition to those of the connection. */
const ownReasons = {
  // Users
  'cancelled-by-user': plain('Cancelled by a user.'),
  'stopped-by-user': plain('Stopped by a user.'),
  'client-gone': plain('The client closed the connection.'),
  'machine-stopped': plain('The machine was stopped.'),
  'stopped-on-arrival': plain('The machine was stopped while this job arrived.'),
  // Planned pauses
  'pen-change': row(penMembers, (pen) => describePen(pen)),
  'pen-refill': row(penMembers, (pen) => describePen(pen, 'Refill')),
  'new-sheet': row(
    {
      pen: Type.Optional(RequestedPen),
      request: Type.Optional(Type.String({ description: 'A further request of the job, in its own words' })),
    },
    ({ pen, request = pen && describePen(pen) }) =>
      `Put a new sheet on the bed${request === undefined ? '' : `. ${request}`}`,
  ),
  // Connection
  'connection-lost': plain('The connection to the plotter was lost.'),
  'plotter-not-connected': plain('The plotter is not connected.'),
  // Commands
  'command-refused': row(
    {
      ...refused,
      unrecognised: Type.Optional(
        Type.Literal(true, { description: 'It is not known which plotter this is' }),
      ),
    },
    ({ command, reply, refusal, unrecognised }) =>
      `The plotter refused “${command}”: ${reply}${inMm(refusal)}${unrecognised ? ` (The plotter is not recognised. ${sayWhich}.)` : ''}`,
  ),
  'reply-timeout': row({ command: text }, ({ command }) => `No reply to “${command}” in time.`),
  'outside-limits': row(
    { index: Type.Integer({ description: 'Of the command, from 0' }), command: text, ...outsideMembers },
    ({ index, command, ...outside }) =>
      `Command ${index + 1}, “${command}”: ${describeOutside(outside)} Nothing was sent.`,
  ),
  'invalid-pen-height': row(
    { index: Type.Integer({ description: 'Of the command, from 0' }), command: text, ...penHeightMembers },
    ({ index, command, ...wrong }) =>
      `Command ${index + 1}, “${command}”: ${describePenHeight(wrong)} Nothing was sent.`,
  ),
  'job-other-scale': row(
    { planned: stepsPerMm, plotter: stepsPerMm },
    ({ planned, plotter }) =>
      `This job is for ${planned} steps/mm, and the plotter has ${plotter} steps/mm. Nothing was sent. Plot the drawing again.`,
  ),
  'marks-outdated': plain(
    'The origin or the sheet has changed since the marks of this job were found. Nothing was sent. Find the marks again and run the job again with them.',
  ),
  'commands-lost': plain('Some of the commands of this job are lost. Send it again.'),
  'commands-damaged': plain('The commands of this job were lost when the database was damaged.'),
  // Resuming
  'resume-refused': row(
    refused,
    ({ command, reply }) => `The job could not be resumed: “${command}” was answered ${reply}`,
  ),
  'resume-failed': row(
    { because: SendReason },
    ({ because }) => `The job could not be resumed: ${describeSend(because)}`,
  ),
  'resume-not-saved': plain(
    'The point to resume from could not be saved. Check the disk, then resume the job.',
  ),
  'resume-elsewhere': plain(
    'The fleet has given this job to another plotter. To draw it here too, run it again as a new job.',
  ),
  'pause-cut-off': row(
    {
      because: SendReason,
      request: Type.String({ description: 'The reason of the pause' }),
      pen: Type.Optional(RequestedPen),
    },
    ({ because, request }) => `${describeSend(because)} The job was paused: ${request}`,
  ),
  // Service
  'disk-full': plain('The disk of the service is full. Make room on the disk, then resume.'),
  'not-saved': row(
    { message: text },
    ({ message }) => `The progress of the job could not be saved: ${message}`,
  ),
  'service-stopped': plain('The service was stopped.'),
  'service-ended': plain('The service ended while the job was running.'),
  'service-restarted': plain('The service was restarted.'),
  'start-failed': plain('The job could not start because of an unexpected error. See the service log.'),
  'unexpected-error': row({ message: text }, ({ message }) => `Unexpected error: ${message}`),
};

export const jobReasons = { ...linkReasons, ...ownReasons };

export type JobReason = ReasonOf<typeof jobReasons>;

export const JobReason: TUnsafe<JobReason> = reasonSchema(
  ownReasons,
  'JobReason',
  'Why a job is in its state',
  SendReason,
);

export const describeReason: (reason: JobReason) => string = describing(jobReasons);

const describeSend = (reason: SendReason): string => describeReason(reason);

function inMm({ xMm, yMm, limitsMm }: Refusal): string {
  if (xMm === undefined || yMm === undefined) return '';
  const place = `. In millimetres this is X${xMm} Y${yMm}`;
  if (limitsMm === undefined) return `${place}.`;
  const { minX, maxX, minY, maxY } = limitsMm;
  return `${place}, and the machine reaches from X${minX} to ${maxX} and from Y${minY} to ${maxY}.`;
}

export function because<R extends JobReason>(cause: R): { reason: string; cause: R } {
  return { reason: describeReason(cause), cause };
}
