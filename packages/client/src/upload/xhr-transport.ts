import type { UploadBody } from './framing.ts';
import type { UploadTransport } from './transport.ts';

/**
 * Sends uploads with XMLHttpRequest, because only it reports upload progress. Builds a Blob first; browsers
 * keep large Blobs on disk.
 */
export const xhrTransport: UploadTransport = async ({ method, url, headers, body, signal, onProgress }) => {
  const whole = await toBlob(body, signal);
  const totalBytes = body.content.sizeBytes;
  onProgress({ sentBytes: 0, totalBytes });
  // Check again, because XMLHttpRequest would still send an aborted request.
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    const abort = () => request.abort();
    request.upload.onprogress = ({ loaded }) =>
      onProgress({ sentBytes: Math.floor((loaded / whole.size) * (totalBytes ?? whole.size)), totalBytes });
    request.onload = () => resolve(answerOf(request));
    request.onerror = () => reject(new TypeError('the connection broke'));
    request.onabort = () => reject(signal?.reason);
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    signal?.addEventListener('abort', abort);
    request.send(whole);
  });
};

async function toBlob(body: UploadBody, signal: AbortSignal | undefined): Promise<Blob> {
  const parts: BlobPart[] = [body.head];
  if (body.plain && body.content.blob !== undefined) parts.push(body.content.blob);
  else {
    let sizeBytes = 0;
    const counted = async function* () {
      for await (const piece of body.content.pieces()) {
        sizeBytes += piece.length;
        yield piece;
      }
    };
    for await (const piece of body.encode(counted())) {
      signal?.throwIfAborted();
      parts.push(new Blob([piece as Uint8Array<ArrayBuffer>]));
    }
    body.content.sizeBytes = sizeBytes;
  }
  parts.push(body.tail);
  return new Blob(parts);
}

function answerOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const [, name, value] of request.getAllResponseHeaders().matchAll(/^([^\s:]+): ?(.*)$/gm)) {
    headers.append(name!, value!);
  }
  const { status, statusText } = request;
  return new Response(status === 204 ? null : request.responseText, { status, statusText, headers });
}
