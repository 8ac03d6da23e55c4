export const kioskEnglish = {
  connecting: 'Connecting …',
  reconnecting: 'Reconnecting …',
  hold: 'Put an object on the reader.',
  noSound: 'This object has no sound yet.',
  unavailable: 'Sound is not available at the moment.',
  paused: 'Paused',
  play: 'Play',
  position: 'Position',
  link: 'Scan the code with your phone',
  time: (at: string, all: string | undefined) => (all === undefined ? at : `${at} of ${all}`),
};

export type KioskTexts = typeof kioskEnglish;
