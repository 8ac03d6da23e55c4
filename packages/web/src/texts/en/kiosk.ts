export const kioskEnglish = {
  connecting: 'Connecting …',
  reconnecting: 'One moment, please …',
  hold: 'Put an object on the reader.',
  noSound: 'This object has no sound yet.',
  unavailable: 'Sound is not available at the moment.',
  quiet: 'It is quiet time now. Good night!',
  used: 'That is enough for today. See you tomorrow!',
  plots: {
    sending: 'Your drawing is on its way.',
    waiting: 'Your drawing is in the queue.',
    plotting: 'Your drawing is being plotted.',
    paused: 'Your drawing is waiting for someone from the team.',
    done: 'Your drawing is finished.',
    failed: 'Your drawing could not be finished.',
    open: 'This drawing is already on its way.',
    soon: 'This was just drawn. Try again in a while.',
    full: 'Many drawings are waiting. Try again later.',
    off: 'Drawing is not available at the moment.',
  },
  languages: 'Languages',
  paused: 'Paused',
  play: 'Play',
  position: 'Position',
  link: 'Scan the code with your phone',
  time: (at: string, all: string | undefined) => (all === undefined ? at : `${at} of ${all}`),
};

export type KioskTexts = typeof kioskEnglish;
