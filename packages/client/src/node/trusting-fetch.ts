import { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Agent, type AgentOptions, type RequestOptions, request as sendOverTls } from 'node:https';
import { pipeline, Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { checkServerIdentity } from 'node:tls';

export interface Trust {
  /** PEM certificates to trust instead of Node's. The station's own is in its data folder. */
  ca?: string | undefined;
  /** Accepts any certificate: anyone on the network path can read and change everything. */
  insecure?: boolean | undefined;
}

const statusesWithoutBody = [204, 205, 304];

/**
 * Returns a `fetch` with its own TLS settings, because Node's has them only for the whole process. Does not
 * follow redirects over HTTPS.
 */
export function trustingFetch(trust: Trust): typeof globalThis.fetch {
  const agent = new Agent({ keepAlive: true, ...tlsOptions(trust) });
  return (input, init) => {
    const { url, method, headers, body, signal } = new Request(input, init);
    if (!url.startsWith('https:')) return globalThis.fetch(input, init);
    if (typeof init?.body === 'string') headers.set('content-length', String(Buffer.byteLength(init.body)));
    return new Promise((resolve, reject) => {
      const failed = (cause: unknown) =>
        reject(signal.aborted ? signal.reason : new TypeError('fetch failed', { cause }));
      const options: RequestOptions = { agent, method, headers: Object.fromEntries(headers), signal };
      const outgoing = sendOverTls(url, options, (incoming) => resolve(responseOf(incoming, url)));
      outgoing.on('error', failed);
      if (body === null) outgoing.end();
      else pipeline(Readable.fromWeb(body as ReadableStream), outgoing, (error) => error && failed(error));
    });
  };
}

function responseOf(incoming: IncomingMessage, url: string): Response {
  const { statusCode: status = 0, statusMessage: statusText = '', rawHeaders } = incoming;
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at]!, rawHeaders[at + 1]!);
  const isEmpty = statusesWithoutBody.includes(status);
  if (isEmpty) incoming.resume();
  const body = isEmpty ? null : (Readable.toWeb(incoming) as BodyInit);
  const response = new Response(body, { status, statusText, headers });
  return Object.defineProperty(response, 'url', { value: url });
}

function tlsOptions({ ca, insecure }: Trust): AgentOptions {
  if (insecure) return { rejectUnauthorized: false };
  if (ca === undefined) return {};
  const blocks = ca.match(/-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g) ?? [];
  const pinned = blocks.map((block) => new X509Certificate(block).fingerprint256);
  if (pinned.length === 0) throw new TypeError('there is no certificate in it');
  return {
    ca,
    // Stations are reached by addresses and names that are not in the certificate, so compare the certificate itself.
    checkServerIdentity: (host, peer) =>
      pinned.includes(peer.fingerprint256) ? undefined : checkServerIdentity(host, peer),
  };
}
