import type { layoutEnglish } from '../../en/plotter/layout.ts';

/** The parts of the page, and what its menu offers, in German. */
export const layoutGerman: typeof layoutEnglish = {
  menu: {
    connection: 'Verbindung',
    machine: 'Maschineneinstellungen',
  },
  queue: {
    title: 'Warteschlange',
  },
  history: {
    title: 'Verlauf',
    took: (time) => `Dauer ${time}`,
  },
};
