import type { setupEnglish } from '../../en/plotter/setup.ts';

export const setupGerman: typeof setupEnglish = {
  title: 'Welcher Plotter ist das?',
  now: (driver, more) => `Treiber: ${driver}${more === '' ? '' : `. Plotter: ${more}`}.`,
  unsure: 'Der Plotter wurde nicht erkannt. Wählen Sie ihn unten aus.',
  busy: 'Ein Auftrag läuft oder ist pausiert. Beenden Sie ihn oder brechen Sie ihn ab, um den Plotter zu ändern.',
  presets: 'Plotter wählen',
  saved: 'Gespeicherte Profile',
  use: 'Benutzen',
  useLabel: (name) => `${name} benutzen`,
  inUse: 'in Benutzung',
  remove: 'Entfernen',
  removeLabel: (name) => `${name} entfernen`,
  driver: 'Treiber',
  driverHint: 'Nur, wenn Ihr Plotter oben nicht dabei ist.',
  auto: 'Automatisch',
  chosen: (driver) => `Treiber: ${driver}.`,
  detect: 'Erkennen',
  detected: (driver) => `Erkannt: Treiber ${driver}.`,
  notDetected: 'Nicht erkannt. Wählen Sie Ihren Plotter aus.',
  test: 'Plotter testen',
  testNote:
    'Der Stift geht hoch und runter, dann 10 mm nach rechts und 10 mm zu Ihnen. Stellen Sie ihn vorher in die Mitte des Papiers und halten Sie die Hände fern.',
  start: 'Test starten',
  end: 'Test beenden',
  step: (at, count) => `Schritt ${at} von ${count}`,
  pictures: {
    'pen-up': 'Der Stift geht hoch.',
    'pen-down': 'Der Stift geht runter.',
    right: 'Der Stift geht 10 mm nach rechts.',
    towards: 'Der Stift kommt 10 mm zu Ihnen.',
  },
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
  measured: 'Oder gemessen, mm',
  correct: 'Korrigieren',
  again: 'Wiederholen',
  onMachine: (value, setting) =>
    setting === undefined
      ? 'Der Maßstab dieses Plotters ist fest und lässt sich hier nicht korrigieren. Ist es die richtige Vorlage?'
      : `Der Plotter selbst kennt den Maßstab. Senden Sie ihm ${setting}=${value} in der Konsole.`,
  noHeights:
    'Die Stifthöhe lässt sich hier nicht korrigieren. Verschieben Sie den Stift in seiner Halterung.',
  done: 'Der Plotter ist eingerichtet.',
  close: 'Schließen',
};
