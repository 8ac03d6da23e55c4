/**
 * What a launcher and the station it started say to each other, over the channel that Node gives a child. A
 * launcher is older than most stations it starts: words are only ever added, and unknown ones are ignored.
 */
export type StationMessage =
  /** The station asked itself over HTTP and was answered. Said every second while it is on trial. */
  | { stationery: 'healthy'; version: string }
  /** An update is installed; start it. */
  | { stationery: 'restart' }
  /** The station answers requests. */
  | { stationery: 'ready' }
  /** The station's event loop turns. Said as often as the launcher asks for. */
  | { stationery: 'alive' };

export type LauncherMessage = { stationery: 'committed' };

/** How a station learns who started it. */
export const launchVariables = {
  slots: 'STATION_FIRMWARE_SLOTS',
  slot: 'STATION_LAUNCHED_SLOT',
  onTrial: 'STATION_ON_TRIAL',
  /** How often to say that it is alive; empty without a supervisor. */
  aliveEveryMs: 'STATION_ALIVE_EVERY_MS',
  /** “yes” where the launcher passes on to the journal what the station says. */
  toJournal: 'STATION_STDERR_TO_JOURNAL',
} as const;

export function isMessage<T extends { stationery: string }>(
  value: unknown,
  word: T['stationery'],
): value is Extract<T, { stationery: typeof word }> {
  return typeof value === 'object' && value !== null && 'stationery' in value && value.stationery === word;
}
