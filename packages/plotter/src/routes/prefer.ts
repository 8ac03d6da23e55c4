export interface Preferences {
  respondAsync: boolean;
  /** How long to wait before answering all the same. */
  waitMs: number;
}

const longestWaitMs = 600_000;

/** The preferences of RFC 7240 that matter here: `respond-async` and `wait=seconds`. */
export function parsePrefer(header: string | undefined): Preferences {
  const preferences = new Map(
    (header ?? '').split(',').map((each) => {
      const [name = '', value = ''] = (each.split(';')[0] ?? '').split('=');
      return [name.trim().toLowerCase(), value.trim().replace(/^"(.*)"$/, '$1')];
    }),
  );
  const seconds = /^\d+$/.test(preferences.get('wait') ?? '') ? Number(preferences.get('wait')) : 0;
  return {
    respondAsync: preferences.has('respond-async'),
    waitMs: Math.min(seconds * 1000, longestWaitMs),
  };
}
