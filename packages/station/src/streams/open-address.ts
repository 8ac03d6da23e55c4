import { type LookupAddress, lookup } from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type ConnectionFailure, describePlayerReason, type PlayerReason } from '@stationery/contract';
import { type Clock, DeadlineError, systemErrorCode, withDeadline } from '@stationery/core';
import type { Internet } from './internet.ts';

/** Maximum number of redirects and playlists on the way to a stream. */
const maxHops = 5;
const maxPlaylistBytes = 64 * 1024;
const answerWithinMs = 10_000;

export class StreamError extends Error {
  override readonly name = 'StreamError';
  readonly reason: PlayerReason;

  constructor(reason: PlayerReason) {
    super(describePlayerReason(reason));
    this.reason = reason;
  }
}

interface OpenOptions {
  internet: Internet;
  clock: Clock;
  signal: AbortSignal;
  range?: string | undefined;
  resolve?: typeof lookup;
}

/** Opens an address. Follows redirects and playlists of radio stations (M3U, PLS). */
export async function openAddress(address: string, options: OpenOptions): Promise<IncomingMessage> {
  let url = new URL(address);
  for (let hop = 0; hop <= maxHops; hop++) {
    const response = await send(url, options);
    const next = await nextAddress(response, url, options);
    if (next === undefined) return response;
    response.destroy();
    if (!URL.canParse(next, url.href) || !/^https?:$/.test(new URL(next, url).protocol))
      throw new StreamError(notAudio(url, response));
    url = new URL(next, url);
  }
  throw new StreamError({ code: 'stream-redirects', address: new URL(address).host });
}

export const typeOf = ({ headers }: IncomingMessage) =>
  (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();

export function notAudio(url: URL, response: IncomingMessage): PlayerReason {
  return { code: 'stream-not-audio', address: url.host, type: typeOf(response).slice(0, 100) };
}

async function send(url: URL, options: OpenOptions): Promise<IncomingMessage> {
  const { internet, clock, signal, range } = options;
  const address = url.host;
  const ip = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(ip) !== 0 && !internet.isAllowed(ip)) throw new StreamError({ code: 'stream-local', address });
  const { get } = url.protocol === 'https:' ? https : http;
  const headers = { 'user-agent': 'Stationery', 'accept-encoding': 'identity', ...(range && { range }) };
  try {
    return await withDeadline('the answer', { clock, timeoutMs: answerWithinMs, signal }, (ending) => {
      return new Promise<IncomingMessage>((resolve, reject) => {
        // Use no agent, so that each request opens a new connection, whose address is then checked.
        const sent = get(url, { agent: false, headers, signal: ending, lookup: guarded(address, options) });
        sent.on('response', resolve).on('error', reject);
      });
    });
  } catch (error) {
    if (error instanceof StreamError || signal.aborted) throw error;
    throw new StreamError({ code: 'stream-unreachable', address, cause: causeOf(error) });
  }
}

/** Failures by error codes of Node, OpenSSL and the HTTP parser. Any other error means that the connection broke. */
const failures: readonly [RegExp, ConnectionFailure][] = [
  [/^(?:ENOTFOUND|EAI_)/, 'unknown-name'],
  [/^ECONNREFUSED$/, 'refused'],
  [/^ETIMEDOUT$/, 'no-answer'],
  [/^E(?:HOST|NET)(?:UNREACH|DOWN)$/, 'no-route'],
  [/CERT|SIGNATURE|ISSUER/, 'certificate'],
  [/^HPE_|^EPROTO$|_SSL_/, 'not-http'],
];

function causeOf(error: unknown): ConnectionFailure {
  if (error instanceof DeadlineError) return 'no-answer';
  const code = systemErrorCode(error) ?? '';
  return failures.find(([codes]) => codes.test(code))?.[1] ?? 'broken';
}

/**
 * Returns a lookup that refuses local addresses. Node connects to the addresses that the lookup returns, so the
 * name cannot resolve differently in between.
 */
function guarded(address: string, { internet, resolve = lookup }: OpenOptions): LookupFunction {
  return (name, options, callback) => {
    resolve(name, { ...options, all: true }, (error, found) => {
      const allowed = (found ?? []).filter((each) => internet.isAllowed(each.address));
      if (error !== null) callback(error, '');
      else if (allowed.length === 0) callback(new StreamError({ code: 'stream-local', address }), '');
      else if (options.all) callback(null, allowed);
      else callback(null, (allowed[0] as LookupAddress).address, (allowed[0] as LookupAddress).family);
    });
  };
}

async function nextAddress(
  response: IncomingMessage,
  url: URL,
  options: OpenOptions,
): Promise<string | undefined> {
  const { statusCode: status = 0, headers } = response;
  if ([301, 302, 303, 307, 308].includes(status) && headers.location !== undefined) return headers.location;
  if (status !== 200 && status !== 206) {
    response.destroy();
    throw new StreamError({ code: 'stream-refused', address: url.host, status });
  }
  if (!/mpegurl|scpls|pls\+xml/.test(typeOf(response))) return undefined;
  const chunks: Buffer[] = [];
  await readStart(response, maxPlaylistBytes, options, (chunk) => chunks.push(chunk));
  const text = Buffer.concat(chunks).toString('utf8', 0, maxPlaylistBytes);
  const first = /^(?:File\d+=)?(https?:\/\/\S+)\s*$/im.exec(text)?.[1];
  // Refuse a playlist of segments (HLS), which is not a stream.
  if (first === undefined || text.includes('#EXT-X-')) throw new StreamError(notAudio(url, response));
  return first;
}

/** Reads the body up to a limit of bytes and time, and closes the connection. */
export async function readStart(
  response: IncomingMessage,
  maxBytes: number,
  { clock, signal }: Pick<OpenOptions, 'clock' | 'signal'>,
  take: (chunk: Buffer) => unknown,
): Promise<void> {
  let sizeBytes = 0;
  try {
    await withDeadline('the list', { clock, timeoutMs: answerWithinMs, signal }, async (ending) => {
      for await (const chunk of response) {
        await take(chunk as Buffer);
        sizeBytes += (chunk as Buffer).length;
        if (sizeBytes >= maxBytes || ending.aborted) return;
      }
    });
  } catch (error) {
    // After the time limit, the part that has arrived may be enough.
    if (signal.aborted) throw error;
  } finally {
    response.destroy();
  }
}
