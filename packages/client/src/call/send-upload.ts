import { fetchTransport } from '../upload/fetch-transport.ts';
import type { UploadBody } from '../upload/framing.ts';
import type { UploadProgress } from '../upload/transport.ts';
import { xhrTransport } from '../upload/xhr-transport.ts';
import type { CallOptions, Connection } from './connection.ts';

export interface ProgressOptions extends CallOptions {
  onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** Length of a stream, if known; used for progress only. */
  sizeBytes?: number | undefined;
}

export interface SendOptions extends ProgressOptions {
  params?: object;
  query?: object;
  headers?: Record<string, string | undefined>;
}

export async function sendUpload<Name extends string, T>(
  connection: Connection<Name>,
  operation: Name,
  body: UploadBody,
  { signal, onProgress, sizeBytes, headers, ...rest }: SendOptions,
): Promise<T> {
  const target = connection.target(operation, {
    ...rest,
    headers: { ...headers, 'content-type': body.contentType },
  });
  const transport =
    connection.options.uploadTransport ??
    (typeof XMLHttpRequest === 'function' ? xhrTransport : fetchTransport(connection.fetch));
  const { content } = body;
  let fault: { error: unknown } | undefined;
  const watched = {
    ...content,
    sizeBytes: content.sizeBytes ?? sizeBytes,
    async *pieces() {
      try {
        yield* content.pieces();
      } catch (error) {
        fault = { error };
        throw error;
      }
    },
  };
  const send = () =>
    transport({
      ...target,
      body: { ...body, content: watched },
      signal,
      onProgress: (progress) => onProgress?.(progress),
    });
  try {
    return await connection.read<T>(await connection.expectGood(target, signal, send), signal);
  } catch (error) {
    // Report a file read error as such, not as a connection error.
    throw fault === undefined || signal?.aborted ? error : fault.error;
  }
}
