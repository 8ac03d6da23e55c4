import type { PlayerReason } from '@stationery/client';

/** What the page for a screen beside the station says, in English. */
export const kioskEnglish = {
  connecting: 'Connecting …',
  reconnecting: 'Reconnecting …',
  hold: 'Put an object on the reader.',
  noSound: 'This object has no sound yet.',
  paused: 'Paused',
  play: 'Play',
  position: 'Position',
  link: 'Scan the code with your phone',
  time: (at: string, all: string | undefined) => (all === undefined ? at : `${at} of ${all}`),
  /** In English the station says it itself. */
  reason: (_cause: PlayerReason): string | undefined => undefined,
};

export type KioskTexts = typeof kioskEnglish;
