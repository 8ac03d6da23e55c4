import { type CallOptions, type ClientOptions, Connection } from './call/connection.ts';
import type { EventOf, RawCall } from './call/operations.ts';
import { type ProgressOptions, sendUpload } from './call/send-upload.ts';
import { StationError } from './errors.ts';
import { type EventOptions, followEvents } from './events/follow-events.ts';
import {
  type StationBackupOperation,
  type StationEvents,
  type StationInfo,
  type StationMetadataOperation,
  type StationOperations,
  type StationPhonesOperation,
  type StationPlayerOperation,
  type StationSetupOperation,
  type StationStatisticsOperation,
  type StationTagDetailsOperation,
  type StationUploadsOperation,
  stationPlaces,
} from './generated/station.ts';
import {
  type Card,
  type CardFile,
  cardOf,
  type FirmwareStatus,
  fileOf,
  type InstalledFirmware,
  scannedTagOf,
  type Tag,
  tagOf,
} from './station-shapes.ts';
import { type Content, openContent } from './upload/content.ts';
import { fileBody, firmwareBody } from './upload/framing.ts';

export type StationEvent = EventOf<StationEvents>;

export interface UploadOptions extends ProgressOptions {
  /** Optional for content with a name, such as a `File`. With a folder: `Songs/1.mp3`. */
  filename?: string | undefined;
  /** Default: the type of the content, if it has one. */
  mediaType?: string | undefined;
}

export interface ContentOptions extends CallOptions {
  /** Requests only these bytes; without `last`, all from `first`. */
  range?: { first: number; last?: number } | undefined;
}

export interface WaitOptions extends CallOptions {
  /** Default: 30. */
  timeoutSeconds?: number | undefined;
}

export interface StationClient {
  settings(options?: CallOptions): Promise<StationInfo>;
  rename(nickname: string, options?: CallOptions): Promise<StationInfo>;
  /** Returns the card. Files in folders are listed by names such as `Songs/1.mp3`. */
  card(options?: CallOptions): Promise<Card>;
  upload(content: Content, options?: UploadOptions): Promise<CardFile>;
  /** Replaces the content of a file, which keeps its id, name and tags. Atomic. */
  replace(
    file: Pick<CardFile, 'id' | 'filename'>,
    content: Content,
    options?: Omit<UploadOptions, 'filename'>,
  ): Promise<CardFile>;
  remove(fileId: number, options?: CallOptions): Promise<void>;
  file(fileId: number, options?: CallOptions): Promise<CardFile>;
  /** The bytes of a file as a `fetch` response: `.blob()`, `.arrayBuffer()`, `.text()` or the stream `.body`. */
  content(fileId: number, options?: ContentOptions): Promise<Response>;
  /** URL of a file's bytes for links and players, which send no token. */
  contentUrl(fileId: number): string;
  tags(options?: CallOptions): Promise<Tag[]>;
  tag(tagId: number, options?: CallOptions): Promise<Tag>;
  /** Binds a file to a tag; null removes the binding. */
  bind(tagId: number, filename: string | null, options?: CallOptions): Promise<Tag>;
  /** Waits for unknown tags and adds them. Resolves with an empty list after the time-out. */
  waitForTags(options?: WaitOptions): Promise<Tag[]>;
  firmware(options?: CallOptions): Promise<FirmwareStatus>;
  updateFirmware(
    bundle: Content,
    options?: ProgressOptions & { filename?: string | undefined },
  ): Promise<InstalledFirmware>;
  /** Streams station events until the caller stops iterating. */
  events(options?: EventOptions): AsyncGenerator<StationEvent, void, undefined>;
  description(options?: CallOptions): Promise<unknown>;
  docs(options?: CallOptions): Promise<string>;
  /** Works only with a simulated reader. */
  simulator: {
    put(tag: StationOperations['putSimulatedTag']['body'], options?: CallOptions): Promise<void>;
    take(options?: CallOptions): Promise<void>;
  };
  call: RawCall<
    Omit<
      StationOperations,
      | 'uploadFile'
      | 'updateFirmware'
      | 'getFileContent'
      | 'streamStationEvents'
      // These have entry points of their own.
      | StationMetadataOperation
      | StationPlayerOperation
      | StationTagDetailsOperation
      | StationStatisticsOperation
      | StationUploadsOperation
      | StationSetupOperation
      | StationPhonesOperation
      | StationBackupOperation
    >
  >;
}

/** Longer waits use several requests, because Node drops a request after 5 minutes without an answer. */
const maxWaitSeconds = 240;

export function createStationClient(options: ClientOptions): StationClient {
  const connection = new Connection(stationPlaces, options, StationError);
  const call: StationClient['call'] = (operation, ...[request]) => connection.call(operation, request);
  const upload = async (content: Content, more: UploadOptions = {}, replace?: number) => {
    const open = openContent(content);
    const filename = more.filename ?? open.name;
    if (filename === undefined) throw new TypeError('An upload needs a filename.');
    const body = fileBody(open, filename, more.mediaType ?? open.type);
    const { data } = await sendUpload<keyof typeof stationPlaces, StationOperations['uploadFile']['answer']>(
      connection,
      'uploadFile',
      body,
      { ...more, query: { folders: 1, replace } },
    );
    return fileOf(data);
  };
  return {
    call,
    settings: async (more) => (await call('getSettings', more)).data,
    rename: async (nickname, more) => {
      const data = { type: 'setting' as const, id: 'nickname', attributes: { nickname } };
      return (await call('updateSettings', { ...more, body: { data } })).data;
    },
    card: async (more) => cardOf(await call('getCard', { ...more, query: { folders: 1 } })),
    upload: (content, more) => upload(content, more),
    replace: ({ id, filename }, content, more) => upload(content, { ...more, filename }, id),
    remove: (id, more) => call('deleteFile', { ...more, params: { id } }),
    file: async (id, more) => fileOf((await call('getFile', { ...more, params: { id } })).data),
    content: (id, { signal, range } = {}) =>
      connection.send('getFileContent', {
        params: { id },
        signal,
        headers: { range: range && `bytes=${range.first}-${range.last ?? ''}` },
      }),
    contentUrl: (id) => connection.target('getFileContent', { params: { id } }).url,
    tags: async (more) => (await call('getTags', more)).included.map(tagOf),
    tag: async (id, more) => tagOf((await call('getTag', { ...more, params: { id } })).data),
    bind: async (id, filename, more) => {
      const data = { id: String(id), type: 'tag' as const, attributes: { filename } };
      return tagOf((await call('updateTag', { ...more, params: { id }, body: { data } })).data);
    },
    async waitForTags({ timeoutSeconds = 30, signal } = {}) {
      for (let left = timeoutSeconds; ; left -= maxWaitSeconds) {
        const timeout = Math.min(left, maxWaitSeconds);
        const { included } = await call('scanTags', { query: { timeout }, signal });
        if (included.length > 0 || left <= maxWaitSeconds) return included.map(scannedTagOf);
      }
    },
    firmware: async (more) => (await call('getFirmware', more)).data.attributes,
    async updateFirmware(bundle, more = {}) {
      const open = openContent(bundle);
      const body = firmwareBody(open, more.filename ?? open.name ?? 'update');
      const { data } = await sendUpload<
        keyof typeof stationPlaces,
        StationOperations['updateFirmware']['answer']
      >(connection, 'updateFirmware', body, more);
      return data.attributes;
    },
    events: (more) => followEvents<StationEvent>(connection, 'streamStationEvents', more),
    description: (more) => call('getStationDescription', more),
    docs: (more) => call('getStationDocs', more),
    simulator: {
      put: (tag, more) => call('putSimulatedTag', { ...more, body: tag }),
      take: (more) => call('removeSimulatedTag', more),
    },
  };
}
