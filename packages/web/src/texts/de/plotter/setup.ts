import type { setupEnglish } from '../../en/plotter/setup.ts';

export const setupGerman: typeof setupEnglish = {
  title: 'Welcher Plotter ist das?',
  now: (driver, more) => `Treiber ${driver}${more === '' ? '' : `, ${more}`}`,
  unsure: 'Der Plotter wurde nicht erkannt. Wählen Sie ihn unten aus.',
  presets: 'Plotter wählen',
  saved: 'Gespeicherte Profile',
  use: (name) => `${name} benutzen`,
  inUse: 'in Benutzung',
  remove: (name) => `${name} entfernen`,
  detect: 'Erkennen',
  detected: (driver) => `Erkannt: Treiber ${driver}.`,
  notDetected: 'Nicht erkannt. Wählen Sie Ihren Plotter aus.',
  test: 'Plotter testen',
  testNote:
    'Der Stift geht hoch und runter, dann 10 mm nach rechts und 10 mm zu Ihnen. Stellen Sie ihn vorher in die Mitte des Papiers und halten Sie die Hände fern.',
  start: 'Test starten',
  waiting: 'Warten auf den Plotter …',
  questions: {
    'pen-up': 'Ist der Stift oben?',
    'pen-down': 'Berührt der Stift das Papier?',
    right: 'Ist der Stift 10 mm nach rechts gegangen?',
    towards: 'Ist der Stift 10 mm zu Ihnen gekommen?',
  },
  answers: {
    yes: 'Ja',
    reversed: 'Umgekehrt',
    more: 'Nicht weit genug',
    left: 'Er ging nach links',
    right: 'Er ging nach rechts',
    towards: 'Er kam zu mir',
    away: 'Er ging von mir weg',
  },
  measured: 'Zurückgelegt, mm',
  correct: 'Korrigieren',
  again: 'Noch einmal',
  onMachine: (value) =>
    `Der Plotter selbst kennt den Maßstab. Stellen Sie ihn dort auf ${value} Schritte/mm, zum Beispiel mit $100=${value}.`,
  noHeights: 'Dieses Profil hat keine Stifthöhen. Stellen Sie den Stift an der Maschine ein.',
  done: 'Der Plotter ist eingerichtet.',
  close: 'Fertig',
};
