import { splitOutsideQuotes, unquoted } from '@stationery/http';

export interface Preferences {
  respondAsync: boolean;
  /** How long to wait before answering; 0 if not requested. */
  waitMs: number;
}

const maxWaitMs = 600_000;

/**
 * Parses the supported preferences of RFC 7240: `respond-async` and `wait=seconds`. Ignores
 * repetitions of a name.
 */
export function parsePrefer(header: string | undefined): Preferences {
  const preferences = new Map<string, string>();
  for (const preference of splitOutsideQuotes(header ?? '', ',')) {
    // A name and an optionally quoted value; parameters are ignored.
    const [said = ''] = splitOutsideQuotes(preference, ';');
    const [name = '', ...value] = said.split('=');
    const key = name.trim().toLowerCase();
    if (!preferences.has(key)) preferences.set(key, unquoted(value.join('=').trim()));
  }
  const wait = preferences.get('wait') ?? '';
  return {
    respondAsync: preferences.has('respond-async'),
    waitMs: /^\d+$/.test(wait) ? Math.min(Number(wait) * 1000, maxWaitMs) : 0,
  };
}
