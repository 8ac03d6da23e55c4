import { type CallOptions, type ClientOptions, Connection } from './call/connection.ts';
import type { RawCall } from './call/operations.ts';
import { type ProgressOptions, sendUpload } from './call/send-upload.ts';
import { BoardError } from './errors.ts';
import { type EventOptions, followEvents } from './events/follow-events.ts';
import {
  type BoardCollection,
  type BoardDevice,
  type BoardEvents,
  type BoardJob,
  type BoardOperations,
  type BoardStatus,
  boardPlaces,
  type EnrolledDevice,
  type EnrolmentCode,
  type JoinAnswer,
} from './generated/board.ts';
import { type Content, openContent } from './upload/content.ts';
import { plainBody } from './upload/framing.ts';

export { BoardError } from './errors.ts';
export type {
  BoardCollection,
  BoardDevice,
  BoardErrorCode,
  BoardEvents,
  BoardJob,
  BoardStatus,
  EnrolledDevice,
  EnrolmentCode,
  FleetReason,
  JoinAnswer,
} from './generated/board.ts';

export type BoardEvent = { [N in keyof BoardEvents]: { name: N; data: BoardEvents[N] } }[keyof BoardEvents];
export type NewQueueJob = BoardOperations['submitFleetJob']['body'];
export type QueueJobChange = BoardOperations['changeFleetJob']['body'];
export type RollOutStage = BoardOperations['rollOutCollection']['body'];
export type JobPage = BoardOperations['listFleetJobs']['answer'];

export interface JobListOptions extends CallOptions {
  show?: 'open' | 'over' | 'all' | undefined;
  from?: number | undefined;
  limit?: number | undefined;
}

export interface BoardClient {
  status(options?: CallOptions): Promise<BoardStatus>;
  devices(options?: CallOptions): Promise<BoardDevice[]>;
  device(id: string, options?: CallOptions): Promise<BoardDevice>;
  jobs(options?: JobListOptions): Promise<JobPage>;
  job(id: string, options?: CallOptions): Promise<BoardJob>;
  /** Creates one job per copy. Repeating a key returns the same jobs. */
  submit(
    job: NewQueueJob,
    options?: CallOptions & { idempotencyKey?: string | undefined },
  ): Promise<BoardJob[]>;
  /** Holds a waiting job, or changes its plotters or its priority. */
  change(id: string, change: QueueJobChange, options?: CallOptions): Promise<BoardJob>;
  move(
    id: string,
    place: { to: 'first' | 'last' } | { before: string },
    options?: CallOptions,
  ): Promise<BoardJob>;
  cancel(id: string, options?: CallOptions): Promise<BoardJob>;
  /** Plots from the start on any plotter that fits, after an interruption or if its plotter is gone. */
  drawAgain(id: string, options?: CallOptions): Promise<BoardJob>;
  collections(options?: CallOptions): Promise<BoardCollection[]>;
  /** Publishes a new version from an archive made by `stationery collection export`. */
  publish(name: string, archive: Content, options?: ProgressOptions): Promise<BoardCollection>;
  /** Deletes a version that no station has. */
  deleteVersion(name: string, version: number, options?: CallOptions): Promise<BoardCollection>;
  rollOut(name: string, stage: RollOutStage, options?: CallOptions): Promise<BoardCollection>;
  /** Stops the roll-out. Every station keeps its version. */
  stopRollOut(name: string, options?: CallOptions): Promise<BoardCollection>;
  enroll(device?: { name?: string }, options?: CallOptions): Promise<EnrolmentCode>;
  /** Returns devices with valid or revoked credentials. */
  enrolled(options?: CallOptions): Promise<EnrolledDevice[]>;
  /** Disconnects the device and refuses it from now on. */
  revoke(id: string, options?: CallOptions): Promise<EnrolledDevice>;
  /** Lets a device join. Needs proof that it knows a code instead of a token. */
  join(request: BoardOperations['joinFleet']['body'], options?: CallOptions): Promise<JoinAnswer>;
  events(options?: EventOptions): AsyncGenerator<BoardEvent, void, undefined>;
}

export function createBoardClient(options: ClientOptions): BoardClient {
  const connection = new Connection(boardPlaces, options, BoardError);
  const call: RawCall<Pick<BoardOperations, keyof typeof boardPlaces>> = (operation, ...[request]) =>
    connection.call(operation, request);
  const ofJob =
    (operation: 'getFleetJob' | 'cancelFleetJob' | 'drawFleetJobAgain') =>
    (id: string, more?: CallOptions): Promise<BoardJob> =>
      call(operation, { ...more, params: { id } });
  return {
    status: (more) => call('getFleetStatus', more),
    devices: async (more) => (await call('listFleetDevices', more)).devices,
    device: (id, more) => call('getFleetDevice', { ...more, params: { id } }),
    jobs: ({ signal, ...query } = {}) => call('listFleetJobs', { signal, query }),
    job: ofJob('getFleetJob'),
    submit: async (body, { signal, idempotencyKey } = {}) => {
      const headers = { 'idempotency-key': idempotencyKey };
      const ask = { body, signal, headers };
      return (await connection.call<{ jobs: BoardJob[] }>('submitFleetJob', ask)).jobs;
    },
    change: (id, body, more) => call('changeFleetJob', { ...more, params: { id }, body }),
    move: (id, body, more) => call('moveFleetJob', { ...more, params: { id }, body }),
    cancel: ofJob('cancelFleetJob'),
    drawAgain: ofJob('drawFleetJobAgain'),
    collections: async (more) => (await call('listFleetCollections', more)).collections,
    publish: (name, archive, more) =>
      sendUpload(connection, 'publishCollection', plainBody(openContent(archive), 'application/x-tar'), {
        ...more,
        params: { name },
      }),
    deleteVersion: (name, version, more) =>
      call('deleteCollectionVersion', { ...more, params: { name, version } }),
    rollOut: (name, body, more) => call('rollOutCollection', { ...more, params: { name }, body }),
    stopRollOut: (name, more) => call('stopCollection', { ...more, params: { name } }),
    enroll: (body = {}, more = {}) => call('enrollDevice', { ...more, body }),
    enrolled: async (more) => (await call('listEnrolledDevices', more)).devices,
    revoke: (id, more) => call('revokeDevice', { ...more, params: { id } }),
    join: (body, more) => call('joinFleet', { ...more, body }),
    events: (more) => followEvents<BoardEvent>(connection, 'streamFleetEvents', more),
  };
}
