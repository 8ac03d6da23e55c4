/**
 * Messages of the station. The launcher is usually older than the station, so messages are only ever added, and
 * unknown messages are ignored.
 */
export type StationMessage =
  /** The station's HTTP self-check succeeded. Sent every second during a trial. */
  | { stationery: 'healthy'; version: string }
  | { stationery: 'restart' }
  | { stationery: 'ready' }
  /** The station's event loop is running. Sent at the interval requested by the launcher. */
  | { stationery: 'alive' };

export type LauncherMessage = { stationery: 'committed' };

export const launchVariables = {
  slots: 'STATION_FIRMWARE_SLOTS',
  slot: 'STATION_LAUNCHED_SLOT',
  onTrial: 'STATION_ON_TRIAL',
  /** Interval of `alive` messages; empty without a supervisor. */
  aliveEveryMs: 'STATION_ALIVE_EVERY_MS',
  /** “yes” if the launcher forwards the station's output to the journal. */
  toJournal: 'STATION_STDERR_TO_JOURNAL',
} as const;

export function isMessage<T extends { stationery: string }>(
  value: unknown,
  word: T['stationery'],
): value is Extract<T, { stationery: typeof word }> {
  return typeof value === 'object' && value !== null && 'stationery' in value && value.stationery === word;
}
