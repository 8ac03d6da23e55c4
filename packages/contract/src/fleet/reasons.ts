import { type Static, type TUnsafe, Type } from 'typebox';
import { BrokerReason, brokerReasons } from '../broker-reasons.ts';
import { list, object, orNull } from '../exact.ts';
import { JobReason, jobReasons } from '../plotter/reasons/job-reasons.ts';
import { describing, plain, type ReasonOf, reasonSchema, row } from '../reason-table.ts';
import { CollectionReason, collectionReasons } from '../station/collection-reasons.ts';

const text = Type.String();
const integer = Type.Integer();
const message = { message: Type.String({ description: 'The words of the NATS server or its client' }) };
const error = {
  error: Type.String({ description: 'The error code' }),
  message: Type.String({ description: 'In English' }),
};
const room = { neededBytes: integer, freeBytes: integer };
const which = { device: text, name: text };
const collection = { collection: text };
const version = { version: integer };

const inMb = (bytes: number) => Math.round(bytes / 1e6);
const inGb = (bytes: number) => (bytes / 1e9).toFixed(1);
const older = (one: number, other: number, names: [string, string]) => names[one < other ? 0 : 1];

const ownReasons = {
  // Plotters that take no job
  'taken-out': plain('Its owner has taken it out of the queue.'),
  'has-fleet-job': plain('It has a job of the fleet.'),
  'has-own-jobs': plain('It has jobs of its own.'),
  'still-has-job': plain('The plotter still has this job.'),
  'plotter-unidentified': plain(
    'Which plotter is this? Choose it on its page, or with “stationery plot setup”.',
  ),
  'needs-sheet': plain('It needs a new sheet of paper.'),
  'other-protocol': row(
    { board: integer, device: integer },
    ({ board, device }) =>
      `The board has version ${board} of the protocol, the device version ${device}: update the ${older(board, device, ['board', 'device'])}.`,
  ),
  // Jobs
  'cancelled-on-board': plain('It was cancelled on the board.'),
  'cancelled-unbegun': plain('The job was cancelled before it began.'),
  'removed-at-plotter': plain('The job was removed at the plotter.'),
  'plotter-data-lost': plain('The plotter has lost its data. Check whether the job was drawn.'),
  'drawing-missing': plain('The drawing is no longer in the fleet.'),
  'drawing-damaged': plain('The drawing was damaged in transit.'),
  'unknown-member': row({ device: text }, ({ device }) => `There is no device “${device}” in the fleet.`),
  // Jobs that no plotter can take
  'no-plotters': plain('There are no plotters in the fleet.'),
  'no-such-plotter': row({ device: text }, ({ device }) => `There is no plotter “${device}” in the fleet.`),
  'plotter-other-protocol': row(
    { ...which, board: integer, protocol: integer },
    ({ name, board, protocol }) =>
      `“${name}” has version ${protocol} of the protocol, the board version ${board}: update the ${older(protocol, board, ['device', 'board'])}.`,
  ),
  'other-paper': row(
    { ...which, paper: orNull(text), wanted: text },
    ({ name, paper, wanted }) => `“${name}” has ${paper ?? 'no'} paper, not ${wanted}.`,
  ),
  'pen-missing': row({ ...which, pen: text }, ({ name, pen }) => `“${name}” has no pen “${pen}”.`),
  'tag-missing': row({ ...which, tag: text }, ({ name, tag }) => `“${name}” has no tag “${tag}”.`),
  'more-plotters': row({ count: integer }, ({ count }) => `And ${count} more can’t take it.`),
  // Other errors of devices
  'drawing-refused': row(error, ({ message }) => `The drawing can’t be plotted: ${message}`),
  'collection-refused': row(error, ({ message }) => `The station can’t use the collection: ${message}`),
  // NATS server
  'nats-unreachable': row(
    { address: text },
    ({ address }) => `Can’t reach the NATS server at ${address}. Check that it runs.`,
  ),
  'nats-restarting': plain('The NATS server ended and is being restarted.'),
  'nats-not-started': row(message, ({ message }) => `The NATS server does not start: ${message}.`),
  'nats-not-listening': row(
    { port: integer, ...message },
    ({ port, message }) => `The NATS server does not listen at port ${port}: ${message}.`,
  ),
  'nats-disk-full': row(
    { folder: text, ...room },
    ({ folder, freeBytes, neededBytes }) =>
      `The disk of the NATS server (${folder}) is full: ${inMb(freeBytes)} MB are free, ${inMb(neededBytes)} MB are needed. The server starts as soon as there is room.`,
  ),
  'nats-storing-refused': row(message, ({ message }) => `The NATS server stores nothing: ${message}.`),
  'nats-storing-failed': row(
    message,
    ({ message }) =>
      `The NATS server is connected but does not store messages (${message}). Its disk may be full or was full. Make room, then restart the server.`,
  ),
  'nats-failed': row(message, ({ message }) => `The NATS server of the fleet reports an error: ${message}.`),
  'nats-silent': row(
    message,
    ({ message }) => `The NATS server of the fleet does not answer (${message}). Check that it runs.`,
  ),
  'nats-no-room': plain(
    'The NATS server has no room for the collection, and nothing of it was stored. Make room on its disk, or raise “max_file_store” in its configuration, then publish it again.',
  ),
  // Collections
  'board-no-room': row(
    room,
    ({ neededBytes, freeBytes }) =>
      `The disk of the board has no room for the collection: ${inGb(neededBytes)} GB are needed, ${inGb(freeBytes)} GB are free. Free some space, then publish it again.`,
  ),
  'collection-not-switched': plain(
    'The station could not switch to the new version of its collection. See the log of the station. It tries again automatically.',
  ),
  'content-missing': plain('A file of the collection is missing in the fleet. Publish it again.'),
  'content-damaged': plain('A file of the collection is damaged in the fleet. Publish it again.'),
  'not-published': row(
    collection,
    ({ collection }) => `Nothing of the collection “${collection}” was published.`,
  ),
  'not-rolled-out': row(
    collection,
    ({ collection }) => `Nothing of the collection “${collection}” was rolled out.`,
  ),
  'version-missing': row(
    { ...collection, ...version },
    ({ collection, version }) => `The collection “${collection}” has no version ${version}.`,
  ),
  'version-newest': plain('The newest version of a collection cannot be deleted.'),
  'version-in-use': row(
    version,
    ({ version }) => `Stations carry version ${version} or are to get it. Roll out another version first.`,
  ),
  'version-too-large': row(
    { ...version, stations: list(object(which), 'Those with a card that is too small') },
    ({ version, stations }) =>
      `Version ${version} is larger than the cards of ${stations.map(({ device, name }) => `“${name}” (${device})`).join(', ')}.`,
  ),
  'collection-protocol': row(
    { found: integer, known: integer },
    ({ found, known }) =>
      `The collection was written by a newer version of the fleet (protocol ${found}, this one knows ${known}). Update this device.`,
  ),
  'not-following': row(
    { ...collection, device: text },
    ({ collection, device }) => `No station “${device}” follows the collection “${collection}”.`,
  ),
  'publishing-busy': plain('Too many versions are published at the same time. Try again.'),
  // Credentials
  'codes-open': row(
    { count: integer },
    ({ count }) => `There are ${count} open codes. Use them, or wait until they expire.`,
  ),
};

const plainReasons = { ...jobReasons, ...brokerReasons, ...collectionReasons, ...ownReasons };

/** A reason that a device may give. */
export type DeviceReason = ReasonOf<typeof plainReasons>;

export const DeviceReason: TUnsafe<DeviceReason> = reasonSchema(
  ownReasons,
  'DeviceReason',
  'Why a job, a device, a collection or the NATS server is in its state',
  JobReason,
  BrokerReason,
  CollectionReason,
);

const maxReasonLength = 1000;

/** Members of a message. A cause is absent if only a newer device or board knows its code. */
export const why = {
  reason: Type.String({ maxLength: maxReasonLength, description: 'For a person' }),
  cause: Type.Optional(DeviceReason),
};

export const Why = object('Why', why);
export type Why = Static<typeof Why>;

const nestedReasons = {
  'plotter-refused': row(
    { ...which, because: Why },
    ({ name, because }) => `“${name}” refused it: ${because.reason}`,
  ),
  'stage-incomplete': row(
    {
      ...version,
      stations: list(object({ name: text, because: orNull(Why) }), 'The first of them', 5),
    },
    ({ version, stations }) =>
      `Version ${version} is not on all stations of this stage yet: ${stations.map(({ name, because }) => (because === null ? `“${name}”` : `“${name}” (${because.reason})`)).join(', ')}. Wait until they carry it, or force the roll-out.`,
  ),
};

/** Programs compare the codes, so a code is never renamed and never changes its meaning. */
export const fleetReasons = { ...plainReasons, ...nestedReasons };

export type FleetReason = ReasonOf<typeof fleetReasons>;

export const FleetReason: TUnsafe<FleetReason> = reasonSchema(
  nestedReasons,
  'FleetReason',
  'The same, or what the board makes of the reasons of devices',
  DeviceReason,
);

const describeReason: (reason: FleetReason) => string = describing(fleetReasons);

export const because = <R extends FleetReason>(cause: R): { reason: string; cause: R } => ({
  reason: describeReason(cause).slice(0, maxReasonLength),
  cause,
});
