/**
 * Returns a station with a card that is never full.
 *
 * @returns {any}
 */
export const simulatedStation = (nickname, collection = { version: undefined }) => ({
  snapshot: () => ({
    settings: { nickname, serial: nickname },
    card: { state: 'present', free: 2 ** 40, size: 2 ** 40 },
    reader: { state: 'ready' },
    firmware: { last_update: null },
  }),
  subscribe: () => () => undefined,
  page: () => undefined,
  taps: () => undefined,
  collection,
});
