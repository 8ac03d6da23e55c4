import type { IncomingMessage } from 'node:http';
import { AppError } from '@stationery/core';
import { bodyChunks } from '@stationery/http';
import { Server } from '@tus/server';
import type { ResumableUploads } from '../../card/upload/resumable-uploads.ts';
import { CardStore } from './card-store.ts';
import { fromTusError } from './tus-errors.ts';
import { uploadLocks } from './upload-locks.ts';

/** The header fields of the protocol; those about other origins are the business of `http/cross-origin`. */
const passedOn = ['cache-control', 'location', 'upload-length', 'upload-metadata', 'upload-offset'];

export type TusHandler = (
  raw: IncomingMessage,
) => Promise<{ status: number; headers: Record<string, string> }>;

/** Loaded with the first resumable upload: the tus server takes memory that most stations never need. */
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
      // It does not throw these itself.
      if (answer.status >= 400) throw new AppError('malformed-request', (await answer.text()).trim());
      const headers = passedOn.flatMap((name) => {
        const value = answer.headers.get(name);
        return value === null ? [] : [[name, value]];
      });
      // A newer request for the same upload ended this one: nobody wants the rest of its body.
      if (hasBody && !raw.complete) headers.push(['connection', 'close']);
      return { status: answer.status, headers: Object.fromEntries(headers) as Record<string, string> };
    } catch (error) {
      // The tus server says of a body that broke off only that it did.
      throw fault?.error ?? error;
    } finally {
      // A body that was not read to its end must not be waited for.
      ended.abort();
      void chunks.return(undefined);
    }
  };
}
