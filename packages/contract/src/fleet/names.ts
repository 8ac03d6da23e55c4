/**
 * Names of subjects, streams and keys in the broker. A device publishes to and reads only names that end in
 * its own id; the board alone reads and writes the rest.
 */

/** Incremented when an older agent or board could misunderstand a message. */
export const fleetProtocol = 1;

/** Device and job ids are part of subjects and keys. */
export const deviceIdPattern = /^[a-z0-9][a-z0-9-]{0,39}$/;
export const queueJobIdPattern = '^[a-z0-9][a-z0-9-]{0,59}$';

export const collectionNamePattern = /^[a-z0-9][a-z0-9-]{0,39}$/;

export const versionKey = (collection: string, version: number): string => `${collection}.version.${version}`;
export const rollOutKey = (collection: string): string => `${collection}.roll-out`;

/**
 * Files are chunks under keys that can be computed instead of objects in the object store: an interrupted
 * transfer resumes at its chunk without a search, and reading needs no consumer.
 */
export const fileChunkBytes = 256 * 1024;
export const fileChunkKey = (sha256: string, chunk: number): string => `${sha256}.${chunk}`;

export const fleetStreams = {
  /** Offers, grants, withdrawals and cancellations, kept until the device acknowledges them. */
  orders: { name: 'FLEET_ORDERS', subjects: ['fleet.orders.*'] },
  /** Reports of devices about jobs (claims, progress, results), kept until the board acknowledges them. */
  reports: { name: 'FLEET_REPORTS', subjects: ['fleet.reports.*'] },
} as const;

export const ordersSubject = (deviceId: string): string => `fleet.orders.${deviceId}`;
export const reportsSubject = (deviceId: string): string => `fleet.reports.${deviceId}`;

/** The subject is trustworthy, because the broker lets only this device publish there. */
export const reportingDevice = (subject: string): string => subject.slice('fleet.reports.'.length);

export const fleetBuckets = {
  /** Device states by device id, written by the devices. */
  devices: 'fleet_devices',
  /** The queue: jobs by id, written by the board. */
  jobs: 'fleet_jobs',
  /** Collections by name, written by the board and read by stations. */
  collections: 'fleet_collections',
  /** Files of collections in chunks, by SHA-256 of the file and chunk number. */
  files: 'fleet_files',
  /** Reports in a version of the protocol that the board does not support. */
  parked: 'fleet_parked',
  /** Taps by day and station, written by the stations. */
  statistics: 'fleet_statistics',
  /** The board's own records. */
  board: 'fleet_board',
} as const;

/** A day such as `2026-06-30`, in UTC. */
export const tapDayKey = (day: string, deviceId: string): string => `${day.replaceAll('-', '.')}.${deviceId}`;

export const fleetObjects = {
  /** Commands and drawings by SHA-256. */
  drawings: 'fleet_drawings',
} as const;

/** The consumer of the board; each device has its own. */
export const boardConsumer = 'board';
export const ordersConsumer = (deviceId: string): string => `device-${deviceId}`;

/** Requests of a device that the board answers at once, such as whether it may resume a job. */
export const askSubject = (deviceId: string): string => `fleet.ask.${deviceId}`;
export const askingDevice = (subject: string): string => subject.slice('fleet.ask.'.length);
export const allAsks = 'fleet.ask.*';

/** With the default `_INBOX` a device could read replies meant for other devices. */
export const deviceInbox = (deviceId: string): string => `_INBOX_${deviceId}`;
