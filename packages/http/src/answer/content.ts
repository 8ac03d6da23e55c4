import type { IncomingMessage } from 'node:http';
import { RequestError } from '../errors/refuse.ts';

interface ContentFacts {
  sizeBytes: number;
  modifiedMs: number;
  etag: string;
}

interface ContentPlan {
  status: 200 | 206 | 304;
  headers: Record<string, string>;
  range: { start: number; length: number } | undefined;
}

/** Decides whether to send all bytes, a range, or 304 (RFC 9110). */
export function planContent(
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  facts: ContentFacts,
): ContentPlan {
  const common = {
    etag: facts.etag,
    'last-modified': new Date(facts.modifiedMs).toUTCString(),
    'accept-ranges': 'bytes',
    'cache-control': 'no-cache',
  };
  if (isUnchanged(headers, facts)) return { status: 304, headers: common, range: undefined };

  // Ranges are defined for GET only (RFC 9110, 14.2).
  const range =
    method === 'GET' && rangeStillHolds(headers['if-range']?.toString(), facts)
      ? parseRange(headers.range, facts.sizeBytes)
      : undefined;
  if (range === undefined) {
    return {
      status: 200,
      headers: { ...common, 'content-length': String(facts.sizeBytes) },
      range: { start: 0, length: facts.sizeBytes },
    };
  }
  const { start, end } = range;
  return {
    status: 206,
    headers: {
      ...common,
      'content-length': String(end - start + 1),
      'content-range': `bytes ${start}-${end}/${facts.sizeBytes}`,
    },
    range: { start, length: end - start + 1 },
  };
}

function isUnchanged(headers: IncomingMessage['headers'], facts: ContentFacts): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return matchesEtag(tags, facts.etag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return Math.floor(facts.modifiedMs / 1000) * 1000 <= since;
}

/** Uses the weak comparison (RFC 9110, 13.1.2). */
export function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}

function rangeStillHolds(ifRange: string | undefined, facts: ContentFacts): boolean {
  if (ifRange === undefined) return true;
  if (ifRange.startsWith('"')) return ifRange === facts.etag;
  return Date.parse(ifRange) === Math.floor(facts.modifiedMs / 1000) * 1000;
}

/** Ignores invalid ranges and lists of several (RFC 9110, 14.2); throws for a range outside of the file. */
function parseRange(
  header: string | undefined,
  sizeBytes: number,
): { start: number; end: number } | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.replaceAll(' ', '') ?? '');
  if (match === null || (match[1] === '' && match[2] === '')) return undefined;
  const [first, last] = [match[1] ?? '', match[2] ?? ''];
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  const start = first === '' ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (start >= sizeBytes || (first === '' && Number(last) === 0)) {
    throw new RequestError('range-not-satisfiable', `The file has ${sizeBytes} bytes.`, {
      headers: { 'content-range': `bytes */${sizeBytes}` },
    });
  }
  return { start, end };
}

/** Gives the name in ASCII for old clients and in UTF-8 for others (RFC 6266, RFC 8187). */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/g, '?').replace(/["\\%]/g, '_');
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
