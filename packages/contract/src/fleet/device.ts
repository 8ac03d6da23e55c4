import { type Static, Type } from 'typebox';
import { flag, integer, list, number, object, orNull } from '../exact.ts';
import { FirmwareReason } from '../station/firmware-reasons.ts';
import { deviceIdPattern } from './names.ts';
import { Why, why } from './reasons.ts';

export const DeviceId = Type.String({ pattern: deviceIdPattern.source });
export const FleetTags = list(
  Type.String({ minLength: 1, maxLength: 60 }),
  'Any words, such as “room 3”',
  50,
);
/** A job from the queue of the fleet or of the plotter itself. */
export const DeviceJob = object('DeviceJob', {
  queueJob: orNull(Type.String({ description: 'Its id in the fleet; null if it is a local job' })),
  name: orNull(Type.String({ maxLength: 200 })),
  state: Type.Enum(['running', 'pausing', 'paused', 'cancelling']),
  progress: Type.Number({ minimum: 0, maximum: 1 }),
  remainingMs: orNull(Type.Number()),
  why: orNull(Why, 'Why it is in its state'),
});

export const PlotterDevice = object('PlotterDevice', {
  inQueue: flag('False if its owner has taken the plotter out of the queue'),
  isFree: flag('It can start a job now'),
  whyNotFree: orNull(Why),
  paper: orNull(Type.String({ maxLength: 50, description: 'The loaded paper, such as `a4`' })),
  pens: Type.Array(Type.String({ minLength: 1, maxLength: 60 }), { maxItems: 50 }),
  job: orNull(DeviceJob),
  needsPen: orNull(Type.String({ maxLength: 200, description: 'The pen that it asks for' })),
  needsPaper: Type.Optional(flag('It waits until a user confirms a new sheet')),
});

const Taps = Type.Integer({ minimum: 0 });

/** Taps in the last 30 days. */
export const TapCounts = object('TapCounts', {
  days: list(
    object({ date: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' }), taps: Taps }),
    'The days with taps, in order, in the time zone of the station',
    31,
  ),
  tags: list(
    object({
      name: orNull(Type.String({ maxLength: 200, description: 'Null for all unknown tags together' })),
      taps: Taps,
    }),
    'The most tapped, first',
    10,
  ),
});

export const StationDevice = object('StationDevice', {
  card: object({
    state: Type.Enum(['present', 'missing']),
    freeBytes: orNull(Type.Integer({ minimum: 0 })),
    totalBytes: orNull(Type.Integer({ minimum: 0 })),
  }),
  reader: Type.Enum(['starting', 'ready', 'failed']),
  /** Absent if the station does not count taps. */
  taps: Type.Optional(TapCounts),
  failedUpdate: Type.Optional(
    object(
      {
        version: orNull(Type.String({ maxLength: 60 })),
        reason: why.reason,
        cause: Type.Optional(FirmwareReason),
      },
      'Its last firmware update, if it failed or was rolled back',
    ),
  ),
  lastTap: orNull(object({ tag: Type.String({ maxLength: 200 }), at: Type.String({ maxLength: 40 }) })),
  collection: orNull(
    object({
      name: Type.String({ maxLength: 200 }),
      version: Type.Integer({ minimum: 0, description: 'The current version; 0 for none' }),
      wanted: orNull(Type.Integer({ minimum: 1, description: 'The version it should have' })),
      state: Type.Enum(['following', 'downloading', 'complete', 'failed']),
      progress: number(0, 1, 'Progress of the download'),
      why: orNull(Why, 'Why it failed'),
    }),
  ),
});

/** Published on change and with each heartbeat. */
export const DeviceState = Type.Object(
  {
    protocol: Type.Integer({ minimum: 1 }),
    name: Type.String({ maxLength: 100 }),
    version: Type.String({ maxLength: 40 }),
    page: orNull(Type.String({ maxLength: 300, description: 'The address of its own page' })),
    heartbeatMs: integer(100, 600_000, 'Interval of its heartbeats'),
    tags: FleetTags,
    plotter: Type.Optional(PlotterDevice),
    station: Type.Optional(StationDevice),
  },
  { $id: 'DeviceState' },
);
export type DeviceState = Static<typeof DeviceState>;
export type PlotterDevice = Static<typeof PlotterDevice>;
export type StationDevice = Static<typeof StationDevice>;
export type TapCounts = Static<typeof TapCounts>;
export type DeviceJob = Static<typeof DeviceJob>;
