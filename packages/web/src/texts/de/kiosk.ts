import type { KioskTexts } from '../en/kiosk.ts';

export const kioskGerman: KioskTexts = {
  connecting: 'Verbinden …',
  reconnecting: 'Einen Moment, bitte …',
  hold: 'Legen Sie etwas auf den Leser.',
  noSound: 'Hierzu gibt es noch keinen Ton.',
  unavailable: 'Der Ton ist gerade nicht verfügbar.',
  quiet: 'Jetzt ist Ruhezeit. Gute Nacht!',
  used: 'Das war genug für heute. Bis morgen!',
  plots: {
    sending: 'Ihre Zeichnung ist unterwegs.',
    waiting: 'Ihre Zeichnung ist in der Warteschlange.',
    plotting: 'Ihre Zeichnung wird gezeichnet.',
    paused: 'Ihre Zeichnung wartet auf jemanden vom Team.',
    done: 'Ihre Zeichnung ist fertig.',
    failed: 'Ihre Zeichnung konnte nicht fertiggestellt werden.',
    open: 'Diese Zeichnung ist schon unterwegs.',
    soon: 'Das wurde gerade gezeichnet. Versuchen Sie es gleich noch einmal.',
    full: 'Es warten viele Zeichnungen. Versuchen Sie es später noch einmal.',
    off: 'Zeichnen ist gerade nicht möglich.',
  },
  languages: 'Sprachen',
  paused: 'Pausiert',
  play: 'Abspielen',
  position: 'Position',
  link: 'Scannen Sie den Code mit dem Telefon',
  time: (at, all) => (all === undefined ? at : `${at} von ${all}`),
};
