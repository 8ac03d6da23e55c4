import { type Static, Type } from 'typebox';
import { eventsRoute } from '../common-routes.ts';
import { flag, object, oneOf, orNull } from '../exact.ts';
import { jsonApi } from '../media-types.ts';
import { MqttState } from '../mqtt.ts';
import { defineRoutes } from '../route.ts';
import { BatteryState } from './battery.ts';
import { CollectionState } from './collection.ts';
import { FirmwareStatus } from './firmware.ts';
import { FileMetadata } from './metadata.ts';
import { PlayerState } from './player-state.ts';
import { Plots } from './plots.ts';
import { ReaderReason } from './reader-reasons.ts';
import { Id, StationInfo, TagFields } from './resources.ts';
import { Setup } from './setup.ts';
import { LinkEvent, TagDetailsEvent } from './tag-details.ts';

const File = object({ id: Id, filename: Type.String(), size: Type.Integer() });
const KnownTag = object({ id: Id, ...TagFields });

/** `id` is null for unknown tags. */
const Tap = object({
  ...TagFields,
  id: orNull(Id),
  random: flag('Its UID changes at every tap, so it cannot be added'),
});

const CardState = Type.Union([
  object({
    state: Type.Literal('present'),
    size: Type.Integer(),
    free: Type.Integer(),
    files: Type.Integer({ description: 'How many files are on it' }),
    is_folder: Type.Optional(
      Type.Literal(true, {
        description:
          'The card is a folder on the disk of the machine: `size` and `free` are those of the whole disk',
      }),
    ),
    read_only: Type.Optional(
      Type.String({ description: 'Why the card is read-only, and what to do; absent if it is writable' }),
    ),
    read_only_code: Type.Optional(
      oneOf(
        ['locked', 'damaged', 'mounted'],
        'The same for programs: its device is write-protected, the system found errors on it, or it was mounted so',
      ),
    ),
  }),
  object({
    state: Type.Literal('missing'),
    reason: Type.String(),
    code: oneOf(['card-missing', 'card-failed'], 'The same for programs'),
  }),
]);

const ReaderState = Type.Union([
  object({ state: Type.Literal('starting') }),
  object({ state: Type.Literal('ready'), device: Type.String() }),
  object({ state: Type.Literal('failed'), reason: Type.String(), cause: Type.Optional(ReaderReason) }),
]);

const FirmwareProgress = object({
  state: Type.Enum(['receiving', 'installing', 'installed', 'failed', 'committed', 'rolled-back']),
  fw_version: orNull(Type.String()),
  detail: orNull(Type.String(), 'Why the update failed or was rolled back'),
});

export const stationEvents = {
  snapshot: object({
    settings: StationInfo,
    setup: Setup,
    card: CardState,
    battery: BatteryState,
    reader: ReaderState,
    simulated: flag('The reader is simulated: `/simulator/reader` exists'),
    present: Type.Array(Tap),
    firmware: FirmwareStatus,
    player: PlayerState,
    plots: Plots,
    mqtt: MqttState,
    collection: CollectionState,
  }),
  settings: StationInfo,
  setup: Setup,
  card: CardState,
  battery: BatteryState,
  collection: CollectionState,
  reader: ReaderState,
  'file.added': File,
  'file.changed': File,
  'file.removed': File,
  metadata: object({ files: Type.Array(FileMetadata) }, 'Metadata of some files that were just read'),
  'tag.learned': KnownTag,
  'tag.changed': KnownTag,
  'tag.removed': KnownTag,
  'tag.details': TagDetailsEvent,
  'tap.on': Tap,
  'tap.off': Tap,
  'tap.link': LinkEvent,
  player: PlayerState,
  plots: Plots,
  mqtt: MqttState,
  firmware: FirmwareProgress,
};

export type StationEventName = keyof typeof stationEvents;
export type StationEvent = {
  [N in StationEventName]: { name: N; data: Static<(typeof stationEvents)[N]> };
}[StationEventName];

export const eventRoutes = defineRoutes('Events', jsonApi, {
  streamStationEvents: eventsRoute({
    path: '/api/v1/events',
    summary: 'Stream the events of the station',
    advice: 'Open the stream, then read the lists: nothing is missed in between.',
    events: stationEvents,
  }),
});
