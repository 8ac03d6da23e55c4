import { type CallOptions, type ClientOptions, Connection } from './call/connection.ts';
import { type ProgressOptions, sendUpload } from './call/send-upload.ts';
import { PlotterError, StationError } from './errors.ts';
import { stationBackupPlaces } from './generated/station.ts';
import { type Content, openContent } from './upload/content.ts';
import { plainBody } from './upload/framing.ts';

export interface Backups {
  /** Returns the file as a `fetch` response; its length is known. */
  save(options?: CallOptions): Promise<Response>;
  /** URL of the file for links, which send no token. */
  readonly url: string;
  restore(file: Content, options?: ProgressOptions): Promise<void>;
}

/** Creates the calls for either service; both have the same operations. */
export function createBackups(service: 'station' | 'plotter', options: ClientOptions): Backups {
  const connection = new Connection(
    stationBackupPlaces,
    options,
    service === 'station' ? StationError : PlotterError,
  );
  return {
    save: (more) => connection.send('saveBackup', more),
    url: connection.target('saveBackup', {}).url,
    restore: (file, more = {}) =>
      sendUpload(connection, 'restoreBackup', plainBody(openContent(file), 'application/x-tar'), more),
  };
}
