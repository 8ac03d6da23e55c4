/**
 * Where things are in the broker. A device publishes to and reads from the names that end in its own id, and nothing else;
 * the board alone reads and writes the rest.
 */

/** Counts up when an older agent or board could misunderstand what the other says. */
export const fleetProtocol = 1;

/** Ids of devices and jobs are parts of subjects and keys. */
export const deviceIdPattern = /^[a-z0-9][a-z0-9-]{0,39}$/;
export const queueJobIdPattern = '^[a-z0-9][a-z0-9-]{0,59}$';

export const collectionNamePattern = /^[a-z0-9][a-z0-9-]{0,39}$/;

export const versionKey = (collection: string, version: number): string => `${collection}.version.${version}`;
export const rollOutKey = (collection: string): string => `${collection}.roll-out`;

/**
 * Files are chunks under keys that can be computed, and not an object of the object store: a cut transfer continues at its chunk
 * without a search, and reading needs no consumer.
 */
export const fileChunkBytes = 256 * 1024;
export const fileChunkKey = (sha256: string, chunk: number): string => `${sha256}.${chunk}`;

export const fleetStreams = {
  /** From the board to one device: work is offered, granted, withdrawn, cancelled. Kept until the device has it. */
  orders: { name: 'FLEET_ORDERS', subjects: ['fleet.orders.*'] },
  /** From a device to the board: what became of its jobs. Kept until the board has it. */
  reports: { name: 'FLEET_REPORTS', subjects: ['fleet.reports.*'] },
} as const;

export const ordersSubject = (deviceId: string): string => `fleet.orders.${deviceId}`;
export const reportsSubject = (deviceId: string): string => `fleet.reports.${deviceId}`;

/** The device that a report comes from: its subject says so, because the broker lets nobody else publish there. */
export const reportingDevice = (subject: string): string => subject.slice('fleet.reports.'.length);

export const fleetBuckets = {
  /** The state of each device by its id, written by the device. */
  devices: 'fleet_devices',
  /** The queue: each job by its id, written by the board. */
  jobs: 'fleet_jobs',
  /** Collections by name, written by the board; stations read them. */
  collections: 'fleet_collections',
  /** The files of collections in chunks, by the SHA-256 of the file and the number of the chunk. */
  files: 'fleet_files',
  /** Reports that the board could not read because of their version of the protocol. */
  parked: 'fleet_parked',
  /** Records of the board itself. */
  board: 'fleet_board',
} as const;

export const fleetObjects = {
  /** Commands and drawings by the SHA-256 of their bytes. */
  drawings: 'fleet_drawings',
} as const;

/** The consumers that read the streams: one for the board, one for each device. */
export const boardConsumer = 'board';
export const ordersConsumer = (deviceId: string): string => `device-${deviceId}`;

/** Questions of a device that the board answers at once, such as whether it may resume a job. */
export const askSubject = (deviceId: string): string => `fleet.ask.${deviceId}`;
export const askingDevice = (subject: string): string => subject.slice('fleet.ask.'.length);
export const allAsks = 'fleet.ask.*';

/** Where answers to a device arrive. With the usual `_INBOX` a device could read what was meant for another one. */
export const deviceInbox = (deviceId: string): string => `_INBOX_${deviceId}`;
