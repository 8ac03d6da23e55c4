import { type CallOptions, type ClientOptions, Connection } from './call/connection.ts';
import { type ProgressOptions, sendUpload } from './call/send-upload.ts';
import { ConnectionError, StationError } from './errors.ts';
import {
  type StationOperations,
  type StationUploadsOperation,
  stationUploadsPlaces,
} from './generated/station.ts';
import type { CardFile } from './station-shapes.ts';
import { openContent, type ResumableContent } from './upload/content.ts';
import { plainBody } from './upload/framing.ts';

export interface ResumableUploadOptions extends ProgressOptions {
  /** Optional for content with a name, such as a `File`. With a folder: `Songs/1.mp3`. */
  filename?: string | undefined;
  /** Default: the type of the content, if it has one. */
  mediaType?: string | undefined;
  /** The file on the card to replace; it keeps its id, name and tags. */
  replaces?: Pick<CardFile, 'id' | 'filename'> | undefined;
  /** Delays before each attempt after a connection loss; starts over after bytes have arrived. */
  retryDelaysMs?: readonly number[] | undefined;
  /** Called before a new attempt after a connection loss. */
  onRetry?: ((error: unknown) => void) | undefined;
}

export type UnfinishedUpload = {
  id: string;
} & StationOperations['getUploads']['answer']['data'][number]['attributes'];

export interface ResumableUploads {
  /** Uploads a file, or the rest of it if the station already has its beginning. */
  upload(content: ResumableContent, options?: ResumableUploadOptions): Promise<CardFile>;
  /** Returns the maximum size of a file on the present card. */
  maxBytes(options?: CallOptions): Promise<number>;
  /** Returns the bytes of each content that the station has from interrupted uploads. */
  storedBytes(contents: readonly ResumableContent[], options?: CallOptions): Promise<number[]>;
  list(options?: CallOptions): Promise<UnfinishedUpload[]>;
  cancel(id: string, options?: CallOptions): Promise<void>;
  /** Deletes the unfinished upload of this content, if there is one. */
  discard(
    content: ResumableContent,
    options?: CallOptions & { filename?: string | undefined },
  ): Promise<void>;
}

const tus = { 'tus-resumable': '1.0.0' };
/** Delays between attempts. A restarting station is back within their sum. */
export const defaultDelaysMs = [500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000];

/** Maximum retries without delay after an offset mismatch. */
const maxRealigned = 5;

interface Place {
  id: string;
  filename: string;
  offset: number;
  fileId?: number | undefined;
}

export function createResumableUploads(options: ClientOptions): ResumableUploads {
  const connection = new Connection<StationUploadsOperation>(stationUploadsPlaces, options, StationError);
  type Answer<O extends keyof StationOperations> = StationOperations[O]['answer'];

  const list: ResumableUploads['list'] = async (more) => {
    const { data } = await connection.call<Answer<'getUploads'>>('getUploads', more);
    return data.map(({ id, attributes }) => ({ id, ...attributes }));
  };

  const find = async (content: ResumableContent, filename: string, signal: AbortSignal | undefined) => {
    const fingerprint = fingerprintOf(content, filename);
    return (await list({ signal })).find((one) => one.fingerprint === fingerprint);
  };

  /** Requests that are not aborted, because it would be unknown whether the station has started the upload. */
  const beginning = new Set<Promise<unknown>>();

  const begin = async (
    content: ResumableContent,
    filename: string,
    more: ResumableUploadOptions,
  ): Promise<Place> => {
    const metadata = {
      filename,
      filetype: more.mediaType ?? (content.type || undefined),
      replace: more.replaces && String(more.replaces.id),
      fingerprint: fingerprintOf(content, filename),
    };
    more.signal?.throwIfAborted();
    const creating = connection.send('createUpload', {
      headers: { ...tus, 'upload-length': String(content.size), 'upload-metadata': metadataText(metadata) },
    });
    beginning.add(creating);
    const answer = await creating.finally(() => beginning.delete(creating));
    const { data } = await connection.read<Answer<'createUpload'>>(answer, more.signal);
    more.signal?.throwIfAborted();
    return {
      id: data.id,
      filename: data.attributes.filename,
      offset: data.attributes.offset,
      fileId: fileIdOf(answer),
    };
  };

  /**
   * Asks for the position with HEAD, as tus does, which also ends a request that the station believes to be
   * running.
   */
  const look = async (place: Place, signal: AbortSignal | undefined): Promise<Place> => {
    const target = {
      ...connection.target('getUpload', { params: { id: place.id }, headers: tus }),
      method: 'HEAD',
    };
    const init = { method: target.method, headers: target.headers, ...(signal && { signal }) };
    const answer = await connection.expectGood(target, signal, () => connection.fetch(target.url, init));
    return { ...place, offset: Number(answer.headers.get('upload-offset')), fileId: fileIdOf(answer) };
  };

  const send = async (
    place: Place,
    content: ResumableContent,
    more: ResumableUploadOptions,
  ): Promise<Place> => {
    const rest = openContent(content.slice(place.offset));
    const line = new Connection(
      { append: stationUploadsPlaces.appendToUpload.replace('{id}', place.id) },
      options,
      StationError,
    );
    await sendUpload(line, 'append', plainBody(rest, 'application/offset+octet-stream'), {
      signal: more.signal,
      headers: { ...tus, 'upload-offset': String(place.offset) },
      onProgress: ({ sentBytes }) =>
        more.onProgress?.({ sentBytes: place.offset + sentBytes, totalBytes: content.size }),
    });
    return look(place, more.signal);
  };

  return {
    list,
    async maxBytes(more) {
      const answer = await connection.send('getUploadCapabilities', more);
      return Number(answer.headers.get('tus-max-size') ?? Number.POSITIVE_INFINITY);
    },
    async storedBytes(contents, more) {
      const stored = new Map((await list(more)).map(({ fingerprint, offset }) => [fingerprint, offset]));
      return contents.map((content) => stored.get(fingerprintOf(content, nameOf(content))) ?? 0);
    },
    cancel: (id, more) => connection.call('cancelUpload', { ...more, params: { id }, headers: tus }),
    async discard(content, { signal, filename = nameOf(content) } = {}) {
      await Promise.allSettled(beginning);
      const found = await find(content, filename, signal);
      if (found !== undefined) await this.cancel(found.id, { signal });
    },
    async upload(content, more = {}) {
      const { signal, retryDelaysMs = defaultDelaysMs } = more;
      const filename = more.filename ?? more.replaces?.filename ?? nameOf(content);
      let place: Place | undefined;
      let hasBroken = false;
      let tries = 0;
      let realigned = 0;
      for (;;) {
        try {
          if (place === undefined) {
            const found = await find(content, filename, signal);
            place =
              found === undefined ? await begin(content, filename, more) : { ...found, fileId: undefined };
            hasBroken = found !== undefined;
          }
          if (hasBroken) {
            const now: Place = await look(place, signal);
            if (now.offset > place.offset) tries = 0;
            place = now;
          }
          hasBroken = false;
          more.onProgress?.({ sentBytes: place.offset, totalBytes: content.size });
          if (place.fileId === undefined) place = await send(place, content, more);
          if (place.fileId !== undefined)
            return { id: place.fileId, filename: place.filename, size: content.size };
          hasBroken = true;
        } catch (error) {
          if (signal?.aborted || !isWorthRetrying(error, place)) throw error;
          // The offset may differ because browsers repeat a request automatically when a reused connection
          // breaks.
          if (
            error instanceof StationError &&
            error.code === 'offset-mismatch' &&
            realigned++ < maxRealigned
          ) {
            hasBroken = true;
            continue;
          }
          const delayMs = retryDelaysMs[tries++];
          if (delayMs === undefined) throw error;
          more.onRetry?.(error);
          // The upload expired or was cancelled, or a different card is inserted.
          if (error instanceof StationError && error.code === 'unknown-upload') place = undefined;
          hasBroken = true;
          await pause(delayMs, signal);
        }
      }
    },
  };
}

function isWorthRetrying(error: unknown, place: Place | undefined): boolean {
  if (error instanceof ConnectionError) return true;
  if (!(error instanceof StationError)) return false;
  const { code } = error;
  if (code === 'service-stopping' || code === 'request-too-slow' || code === 'offset-mismatch') return true;
  return code === 'unknown-upload' && place !== undefined;
}

/** Returns a text that identifies a file. A file that changed meanwhile counts as a different one. */
function fingerprintOf({ lastModified = 0, size }: ResumableContent, filename: string): string {
  return `${Math.floor(lastModified)}-${size}-${filename}`;
}

function nameOf({ name }: ResumableContent): string {
  if (name === undefined) throw new TypeError('An upload needs a filename.');
  return name;
}

function fileIdOf(answer: Response): number | undefined {
  const id = /\/(\d+)$/.exec(answer.headers.get('content-location') ?? '')?.[1];
  return id === undefined ? undefined : Number(id);
}

function metadataText(metadata: Record<string, string | undefined>): string {
  return Object.entries(metadata)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${base64Text(value)}`]))
    .join(',');
}

function pause(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, delayMs);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

function base64Text(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
