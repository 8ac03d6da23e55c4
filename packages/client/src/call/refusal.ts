import type { Refusal } from '../errors.ts';

interface Entry {
  title?: string;
  detail?: string;
  pointer?: string;
  parameter?: string;
  source?: Entry;
}

/** Reads an error document: the station's list of errors, or the plotter's RFC 9457 problem. */
export async function readRefusal(method: string, url: string, answer: Response): Promise<Refusal> {
  const document = await answer.json().catch(() => undefined);
  const entry: Entry = document?.errors?.[0] ?? document ?? {};
  const retryAfter = Number.parseInt(answer.headers.get('retry-after') ?? '', 10);
  return {
    code: (answer.headers.get('error-code') ?? undefined) as Refusal['code'],
    status: answer.status,
    title: entry.title ?? (answer.statusText || `Status ${answer.status}`),
    detail: entry.detail,
    pointer: entry.source?.pointer ?? entry.pointer,
    parameter: entry.source?.parameter ?? entry.parameter,
    retryAfterSeconds: Number.isNaN(retryAfter) ? undefined : retryAfter,
    method,
    url,
    document,
  };
}
