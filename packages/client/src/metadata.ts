import { type CallOptions, type ClientOptions, Connection } from './call/connection.ts';
import { StationError } from './errors.ts';
import { type FileMetadata, type StationOperations, stationMetadataPlaces } from './generated/station.ts';

export type { FileMetadata } from './generated/station.ts';

/** Titles and covers of a station's files. A separate entry point, because few programs need it. */
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
  const flat = ({ id, attributes }: Resource): FileMetadata => ({ id, ...attributes });
  return {
    async all(more) {
      const { data }: StationOperations['getMetadata']['answer'] = await connection.call('getMetadata', more);
      return data.map(flat);
    },
    async ofFile(id, more) {
      const { data }: StationOperations['getFileMetadata']['answer'] = await connection.call(
        'getFileMetadata',
        { ...more, params: { id } },
      );
      return flat(data);
    },
    cover: (id, more) => connection.send('getFileCover', { ...more, params: { id } }),
  };
}
