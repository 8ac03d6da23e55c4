import type { layoutEnglish } from '../../en/plotter/layout.ts';

export const layoutGerman: typeof layoutEnglish = {
  menu: {
    connection: 'Verbindung',
    machine: 'Maschineneinstellungen',
  },
  queue: {
    title: 'Warteschlange',
    empty: 'Sonst wartet nichts.',
    add: 'In die Warteschlange',
    addAnyway: 'Trotzdem anstellen',
    first: 'An den Anfang',
    up: 'Nach oben',
    down: 'Nach unten',
    last: 'Ans Ende',
  },
  history: {
    title: 'Verlauf',
    took: (time) => `Dauer ${time}`,
  },
};
