import { type CallOptions, type ClientOptions, Connection } from './call/connection.ts';
import type { RawCall } from './call/operations.ts';
import { StationError } from './errors.ts';
import {
  type StationOperations,
  type StationTagDetailsOperation,
  stationTagDetailsPlaces,
  type TagDetails as TagAttributes,
} from './generated/station.ts';
import { type CardFile, fileOf } from './station-shapes.ts';

export type { TagExhibit, TagMeaning, TagPlayback, TagPlot } from './generated/station.ts';

export interface TagDetails extends TagAttributes {
  id: number;
}
export type TagDetailsChange = StationOperations['updateTagDetails']['body']['data']['attributes'];

export interface StationTags {
  list(options?: CallOptions): Promise<TagDetails[]>;
  get(tagId: number, options?: CallOptions): Promise<TagDetails>;
  /** Adds a tag by its serial, without scanning it. A known tag stays unchanged. */
  add(tag: Pick<TagDetails, 'serial' | 'model'>, options?: CallOptions): Promise<TagDetails>;
  change(tagId: number, change: TagDetailsChange, options?: CallOptions): Promise<TagDetails>;
  remove(tagId: number, options?: CallOptions): Promise<void>;
  /** Moves name, file and details of a lost tag to a different tag and removes the lost tag. */
  replace(
    lostId: number,
    replacementId: number,
    options?: CallOptions & { overwrite?: boolean | undefined },
  ): Promise<TagDetails>;
  /** Renames a file; it keeps its id and tags. */
  renameFile(fileId: number, filename: string, options?: CallOptions): Promise<CardFile>;
}

export function createStationTags(options: ClientOptions): StationTags {
  const connection = new Connection(stationTagDetailsPlaces, options, StationError);
  const call: RawCall<Pick<StationOperations, StationTagDetailsOperation>> = (operation, ...[request]) =>
    connection.call(operation, request);
  return {
    list: async (more) => (await call('listTagDetails', more)).data.map(detailsOf),
    get: async (id, more) => detailsOf((await call('getTagDetails', { ...more, params: { id } })).data),
    add: async ({ serial, model }, more) => {
      const data = { type: 'tag-details', attributes: { serial, model } } as const;
      return detailsOf((await call('addTag', { ...more, body: { data } })).data);
    },
    change: async (id, attributes, more) => {
      const data = { id, type: 'tag-details', attributes } as const;
      return detailsOf((await call('updateTagDetails', { ...more, params: { id }, body: { data } })).data);
    },
    remove: (id, more) => call('deleteTag', { ...more, params: { id } }),
    replace: async (lost, replacement, { overwrite, ...more } = {}) => {
      const attributes = { lost, replacement, ...(overwrite !== undefined && { overwrite }) };
      const data = { type: 'tag-replacement', attributes } as const;
      return detailsOf((await call('replaceTag', { ...more, body: { data } })).data);
    },
    renameFile: async (id, filename, more) => {
      const data = { id, type: 'file', attributes: { filename } } as const;
      return fileOf((await call('renameFile', { ...more, params: { id }, body: { data } })).data);
    },
  };
}

function detailsOf({ id, attributes }: { id: number; attributes: TagAttributes }): TagDetails {
  return { id, ...attributes };
}

/**
 * Returns the title of a tag; undefined for actions and tags without a file, which each program describes in
 * its own language.
 */
export function titleOfTag(
  { name, meaning, missing }: Pick<TagDetails, 'name' | 'meaning' | 'missing'>,
  titleOf: (filename: string) => string,
  isGone = (filename: string) => missing.includes(filename),
): string | undefined {
  if (name !== null) return name;
  if (meaning === null || meaning.kind === 'action') return undefined;
  if (meaning.kind === 'album') return meaning.folder;
  if (meaning.kind !== 'playlist') return meaning.url;
  const first = meaning.files.find((file) => !isGone(file));
  return first === undefined ? undefined : titleOf(first);
}
