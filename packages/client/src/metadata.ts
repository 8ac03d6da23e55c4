import { type CallOptions, type ClientOptions, Connection } from './call/connection.ts';
import type { RawCall } from './call/operations.ts';
import { StationError } from './errors.ts';
import {
  type FileMetadata,
  type StationMetadataOperation,
  type StationOperations,
  stationMetadataPlaces,
} from './generated/station.ts';

export type { FileMetadata } from './generated/station.ts';

export interface StationMetadata {
  /** Returns known metadata. The station reads the rest in the background and sends events. */
  all(options?: CallOptions): Promise<FileMetadata[]>;
  ofFile(fileId: number, options?: CallOptions): Promise<FileMetadata>;
  /** The cover of a file as a `fetch` response; rejects with `no-cover` if it has none. */
  cover(fileId: number, options?: CallOptions): Promise<Response>;
}

type Resource = StationOperations['getFileMetadata']['answer']['data'];

export function createStationMetadata(options: ClientOptions): StationMetadata {
  const connection = new Connection(stationMetadataPlaces, options, StationError);
  const call: RawCall<Pick<StationOperations, StationMetadataOperation>> = (operation, ...[request]) =>
    connection.call(operation, request);
  const flat = ({ id, attributes }: Resource): FileMetadata => ({ id, ...attributes });
  return {
    all: async (more) => (await call('getMetadata', more)).data.map(flat),
    ofFile: async (id, more) => flat((await call('getFileMetadata', { ...more, params: { id } })).data),
    cover: (id, more) => connection.send('getFileCover', { ...more, params: { id } }),
  };
}
