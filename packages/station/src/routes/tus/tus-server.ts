import type { IncomingMessage } from 'node:http';
import { AppError } from '@stationery/core';
import { bodyChunks } from '@stationery/http';
import { Server } from '@tus/server';
import type { ResumableUploads } from '../../card/upload/resumable-uploads.ts';
import { CardStore } from './card-store.ts';
import { fromTusError } from './tus-errors.ts';
import { uploadLocks } from './upload-locks.ts';

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
