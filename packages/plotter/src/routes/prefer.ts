import { splitOutsideQuotes, unquoted } from '@stationery/http';

export interface Preferences {
  respondAsync: boolean;
  /** How long to wait before answering all the same; nothing to wait for where it was not asked. */
  waitMs: number;
}

const longestWaitMs = 600_000;

/** The preferences of RFC 7240 that matter here: `respond-async` and `wait=seconds`. The first of a name counts. */
export function parsePrefer(header: string | undefined): Preferences {
  const preferences = new Map<string, string>();
  for (const preference of splitOutsideQuotes(header ?? '', ',')) {
    // A name and a value that may be quoted; parameters after it mean nothing here.
    const [said = ''] = splitOutsideQuotes(preference, ';');
    const [name = '', ...value] = said.split('=');
    const key = name.trim().toLowerCase();
    if (!preferences.has(key)) preferences.set(key, unquoted(value.join('=').trim()));
  }
  const wait = preferences.get('wait') ?? '';
  return {
    respondAsync: preferences.has('respond-async'),
    waitMs: /^\d+$/.test(wait) ? Math.min(Number(wait) * 1000, longestWaitMs) : 0,
  };
}
