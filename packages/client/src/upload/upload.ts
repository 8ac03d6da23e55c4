import type { CallOptions, Connection } from '../call/connection.ts';
import { fetchTransport, SourceFault } from './fetch-transport.ts';
import type { UploadBody } from './framing.ts';
import type { UploadProgress } from './transport.ts';
import { xhrTransport } from './xhr-transport.ts';

export interface ProgressOptions extends CallOptions {
  onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** How long a stream is, where that is known; only progress needs it. */
  sizeBytes?: number | undefined;
}

interface SendOptions extends ProgressOptions {
  headers?: Record<string, string>;
}

export async function sendUpload<Name extends string, T>(
  connection: Connection<Name>,
  operation: Name,
  body: UploadBody,
  { signal, onProgress, sizeBytes, headers }: SendOptions,
): Promise<T> {
  const target = connection.target(operation, { headers: { ...headers, 'content-type': body.contentType } });
  const transport =
    connection.options.uploadTransport ??
    (typeof XMLHttpRequest === 'function' ? xhrTransport : fetchTransport(connection.fetch));
  body.content.sizeBytes ??= sizeBytes;
  let fault: SourceFault | undefined;
  const send = () =>
    transport({ ...target, body, signal, onProgress: (progress) => onProgress?.(progress) }).catch(
      (error: unknown) => {
        if (error instanceof SourceFault) fault = error;
        throw error;
      },
    );
  try {
    return await connection.read<T>(await connection.expectGood(target, signal, send), signal);
  } catch (error) {
    throw fault === undefined ? error : fault.error;
  }
}
