import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { AppError } from '@stationery/core';
import { bodyChunks } from '@stationery/http';
import { DataStore, ERRORS, type Locker, Server, Upload } from '@tus/server';
import type { ResumableUploads } from '../../card/upload/resumable-uploads.ts';
import type { StoredUpload } from '../../store/uploads-table.ts';

/** Header fields of the protocol; `http/cross-origin` handles CORS. */
const passedOn = ['cache-control', 'location', 'upload-length', 'upload-metadata', 'upload-offset'];

type TusHandler = (raw: IncomingMessage) => Promise<{ status: number; headers: Record<string, string> }>;

/** Loaded with the first resumable upload, because most stations never need it. */
export function tusServer(uploads: ResumableUploads, path: string): TusHandler {
  const server = new Server({
    path,
    datastore: new CardStore(uploads),
    locker: uploadLocks(),
    lockDrainTimeout: 1,
    relativeLocation: true,
    getFileIdFromRequest: (_request, last) => (/^[0-9a-f]{16}$/.test(last ?? '') ? last : undefined),
    onResponseError(_request, error) {
      throw fromTusError(error);
    },
  });
  return async (raw) => {
    let fault: { error: unknown } | undefined;
    const ended = new AbortController();
    async function* watched() {
      try {
        yield* bodyChunks(raw, { signal: ended.signal });
      } catch (error) {
        fault = { error };
        throw error;
      }
    }
    const chunks = watched();
    const hasBody = raw.method === 'PATCH' || raw.method === 'POST';
    const init: RequestInit & { duplex: 'half' } = {
      method: raw.method ?? 'GET',
      headers: new Headers(Object.entries(raw.headers).map(([name, value]) => [name, String(value)])),
      duplex: 'half',
      ...(hasBody ? { body: ReadableStream.from(chunks) } : {}),
    };
    try {
      const answer = await server.handleWeb(new Request(`http://localhost${raw.url}`, init));
      // tus returns these instead of throwing.
      if (answer.status >= 400) throw new AppError('malformed-request', (await answer.text()).trim());
      const headers = passedOn.flatMap((name) => {
        const value = answer.headers.get(name);
        return value === null ? [] : [[name, value]];
      });
      // A newer request for the same upload aborted this one; drop the rest of its body.
      if (hasBody && !raw.complete) headers.push(['connection', 'close']);
      return { status: answer.status, headers: Object.fromEntries(headers) as Record<string, string> };
    } catch (error) {
      // tus only reports that the body ended early; prefer the original error.
      throw fault?.error ?? error;
    } finally {
      // Do not wait for the rest of an unread body.
      ended.abort();
      void chunks.return(undefined);
    }
  };
}

/**
 * Allows one request per upload. A client with a broken connection returns before the station
 * notices, so a new request ends the previous one and keeps its bytes.
 */
function uploadLocks(): Locker {
  const held = new Map<string, { giveUp: () => void; released: Promise<void> }>();
  return {
    newLock(id) {
      let release = () => {};
      return {
        async lock(_signal, giveUp) {
          for (let before = held.get(id); before !== undefined; before = held.get(id)) {
            before.giveUp();
            await before.released;
          }
          const released = new Promise<void>((resolve) => {
            release = () => {
              held.delete(id);
              resolve();
            };
          });
          held.set(id, { giveUp: () => void giveUp(), released });
        },
        async unlock() {
          release();
        },
      };
    },
  };
}

type TusError = (typeof ERRORS)[keyof typeof ERRORS];

const meanings = new Map<TusError, () => AppError>([
  [
    ERRORS.FILE_NOT_FOUND,
    () => new AppError('unknown-upload', 'There is no such upload, or no longer. Start it again.'),
  ],
  [
    ERRORS.INVALID_OFFSET,
    () =>
      new AppError(
        'offset-mismatch',
        'The station has a different number of bytes of this upload. Ask for the offset and resume there.',
      ),
  ],
  [ERRORS.ERR_SIZE_EXCEEDED, () => longer()],
  [ERRORS.ERR_MAX_SIZE_EXCEEDED, () => longer()],
  [ERRORS.MISSING_OFFSET, () => malformed('The header field Upload-Offset is missing.')],
  [ERRORS.INVALID_LENGTH, () => malformed('The header field Upload-Length is missing.')],
  [ERRORS.INVALID_METADATA, () => malformed('The header field Upload-Metadata cannot be read.')],
  [ERRORS.ABORTED, () => malformed('The request was ended by a newer one for the same upload.')],
  [
    ERRORS.UNSUPPORTED_CONCATENATION_EXTENSION,
    () => malformed('Uploads in parts that are joined are not supported.'),
  ],
  [
    ERRORS.UNSUPPORTED_CREATION_DEFER_LENGTH_EXTENSION,
    () => malformed('The length of an upload must be known when it begins: send Upload-Length.'),
  ],
]);

/** Converts errors of the tus server to AppError. */
function fromTusError(error: unknown): unknown {
  const known = meanings.get(error as TusError);
  if (known !== undefined) return known();
  // Thrown while reading the body, with the members of the entry in the tus error table.
  const isTooLong =
    (error as { status_code?: number }).status_code === ERRORS.ERR_MAX_SIZE_EXCEEDED.status_code;
  return isTooLong ? longer() : error;
}

const malformed = (why: string) => new AppError('malformed-request', why);
const longer = () => new AppError('file-too-large', 'The upload is longer than its Upload-Length.');

/** Adapts the card to the tus server. */
class CardStore extends DataStore {
  readonly #uploads: ResumableUploads;

  constructor(uploads: ResumableUploads) {
    super();
    this.#uploads = uploads;
    // Expiration is handled here, because tus uses the system clock, which is wrong without internet.
    this.extensions = ['creation', 'creation-with-upload', 'termination'];
  }

  override async create(upload: Upload): Promise<Upload> {
    const metadata = upload.metadata ?? {};
    const { replace } = metadata;
    const created = await this.#uploads.create({
      filename: metadata.filename ?? metadata.name ?? noName(),
      mediaType: metadata.filetype ?? metadata.type ?? undefined,
      sizeBytes: upload.size ?? 0,
      metadata,
      replaces: typeof replace === 'string' ? fileId(replace) : undefined,
    });
    // The station chooses the id; tus uses it in the URL.
    return Object.assign(upload, asTus(created));
  }

  override async getUpload(id: string): Promise<Upload> {
    return asTus(await this.#uploads.get(id));
  }

  override async write(body: Readable, id: string, offset: number): Promise<number> {
    return (await this.#uploads.append(id, offset, body)).storedBytes;
  }

  override remove(id: string): Promise<void> {
    return this.#uploads.remove(id);
  }
}

function asTus({ id, sizeBytes, storedBytes, metadata }: StoredUpload): Upload {
  return new Upload({ id, size: sizeBytes, offset: storedBytes, metadata });
}

function fileId(text: string): number {
  if (/^[1-9]\d{0,15}$/.test(text)) return Number(text);
  throw new AppError('unknown-file', 'The metadata “replace” must be the id of a file on the card.');
}

function noName(): never {
  throw new AppError('invalid-name', 'A file needs a name: send the metadata “filename” in Upload-Metadata.');
}
