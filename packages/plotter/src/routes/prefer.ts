export interface Preferences {
  respondAsync: boolean;
  /** How long to wait before answering all the same; nothing to wait for where it was not asked. */
  waitMs: number;
}

const longestWaitMs = 600_000;
/** One preference: a name, a value that may be quoted, and parameters, which mean nothing here. */
const preference =
  /([^\s,;="]+)\s*(?:=\s*("(?:[^"\\]|\\.)*"|[^\s,;"]*))?((?:[^,"]|"(?:[^"\\]|\\.)*")*)(?:,|$)/g;

/** The preferences of RFC 7240 that matter here: `respond-async` and `wait=seconds`. The first of a name counts. */
export function parsePrefer(header: string | undefined): Preferences {
  const preferences = new Map<string, string>();
  for (const [, name = '', value = ''] of (header ?? '').matchAll(preference)) {
    const key = name.toLowerCase();
    if (!preferences.has(key)) preferences.set(key, value.replace(/^"(.*)"$/, '$1'));
  }
  const wait = preferences.get('wait') ?? '';
  return {
    respondAsync: preferences.has('respond-async'),
    waitMs: /^\d+$/.test(wait) ? Math.min(Number(wait) * 1000, longestWaitMs) : 0,
  };
}
