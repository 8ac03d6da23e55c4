import type { KioskTexts } from '../en/kiosk.ts';

export const kioskGerman: KioskTexts = {
  connecting: 'Verbinden …',
  reconnecting: 'Neu verbinden …',
  hold: 'Legen Sie etwas auf den Leser.',
  noSound: 'Hierzu gibt es noch keinen Ton.',
  unavailable: 'Der Ton ist gerade nicht verfügbar.',
  paused: 'Pausiert',
  play: 'Abspielen',
  position: 'Position',
  link: 'Scannen Sie den Code mit dem Telefon',
  time: (at, all) => (all === undefined ? at : `${at} von ${all}`),
};
