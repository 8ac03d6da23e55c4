/**
 * Names of subjects, streams and keys in the broker. A device reports only under names that end in its own
 * id; `permissions.ts` lists all that it may publish to and read.
 */

/** Incremented when an older device or board could misunderstand a message. */
export const fleetProtocol = 1;

/** The characters allowed in subjects and keys, because device and job ids become part of them. */
export const deviceIdPattern = /^[a-z0-9][a-z0-9-]{0,39}$/;
export const queueJobIdPattern = '^[a-z0-9][a-z0-9-]{0,59}$';

export const collectionNamePattern = /^[a-z0-9][a-z0-9-]{0,39}$/;

export const versionKey = (collection: string, version: number): string => `${collection}.version.${version}`;
export const rollOutKey = (collection: string): string => `${collection}.roll-out`;

/**
 * Files are stored in chunks whose keys can be computed. An interrupted transfer can therefore resume without a
 * search, and readers need no consumer.
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

/** The subject can be trusted, because the broker lets only this device publish to it. */
export const reportingDevice = (subject: string): string => subject.slice('fleet.reports.'.length);

export const fleetBuckets = {
  /** Device states by device id, written by the devices. */
  devices: 'fleet_devices',
  /** Jobs by id, written by the board. */
  jobs: 'fleet_jobs',
  /** Collections by name, written by the board and read by stations. */
  collections: 'fleet_collections',
  files: 'fleet_files',
  /** Jobs in a version of the protocol that the board does not support. */
  parked: 'fleet_parked',
  /** Statistics by day and station, written by the stations. */
  statistics: 'fleet_statistics',
  board: 'fleet_board',
} as const;

/** Returns the key of a day's taps. `day` is in UTC, such as `2026-06-30`. */
export const tapDayKey = (day: string, deviceId: string): string => `${day.replaceAll('-', '.')}.${deviceId}`;

export const fleetObjects = {
  /** Commands and drawings, named by their SHA-256. */
  drawings: 'fleet_drawings',
} as const;

/** The board's consumer of reports. Each device has its own consumer of orders. */
export const boardConsumer = 'board';
export const ordersConsumer = (deviceId: string): string => `device-${deviceId}`;

/** The subject for requests that the board answers at once, such as whether a job may be resumed. */
export const askSubject = (deviceId: string): string => `fleet.ask.${deviceId}`;
export const askingDevice = (subject: string): string => subject.slice('fleet.ask.'.length);
export const allAsks = 'fleet.ask.*';

/**
 * The inbox for replies to a device. With the default `_INBOX`, a device could read replies to other devices.
 */
export const deviceInbox = (deviceId: string): string => `_INBOX_${deviceId}`;
