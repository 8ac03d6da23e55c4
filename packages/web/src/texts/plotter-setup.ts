import { bundledTexts } from './catalogue.ts';

const setupEnglish = {
  title: 'Which plotter is this?',
  now: (driver: string, more: string) => `Driver: ${driver}${more === '' ? '' : `. Plotter: ${more}`}.`,
  unsure: 'The plotter is not recognised. Choose it below.',
  busy: 'A job is running or paused. Finish or cancel it to change the plotter.',
  presets: 'Choose your plotter',
  titleOf: ({ title }: { title: string; titleDe?: string }): string => title,
  saved: 'Saved profiles',
  use: 'Use',
  useLabel: (name: string) => `Use ${name}`,
  inUse: 'in use',
  remove: 'Remove',
  removeLabel: (name: string) => `Remove ${name}`,
  driver: 'Driver',
  driverHint: 'Only if your plotter is not in the list above.',
  auto: 'Automatic',
  chosen: (driver: string) => `Driver: ${driver}.`,
  detect: 'Detect',
  detected: (driver: string) => `Recognised: driver ${driver}.`,
  notDetected: 'Not recognised. Choose your plotter.',
  firmware: 'Firmware',
  firmwareNote: (version: string) =>
    `Stationery’s own firmware ${version}, for a plotter that you build. Write it with “stationery plot firmware”, or copy the file for the Pico to its drive.`,
  firmwareOld: (version: string) => `This board has the older version ${version}. Download the update.`,
  download: (board: string) => `Download for ${board}`,
  test: 'Test the plotter',
  testNote:
    'The pen goes up and down, then 10 mm right and 10 mm towards you. Move the pen to the middle of the paper first, and keep your hands away.',
  start: 'Start test',
  end: 'End test',
  step: (at: number, count: number) => `Step ${at} of ${count}`,
  pictures: {
    'pen-up': 'The pen goes up.',
    'pen-down': 'The pen goes down.',
    right: 'The pen moves 10 mm to the right.',
    towards: 'The pen moves 10 mm towards you.',
  },
  waiting: 'Waiting for the plotter …',
  questions: {
    'pen-up': 'Is the pen up?',
    'pen-down': 'Does the pen touch the paper?',
    right: 'Did the pen go 10 mm to the right?',
    towards: 'Did the pen go 10 mm towards you?',
  },
  answers: {
    yes: 'Yes',
    reversed: 'The other way round',
    more: 'Not far enough',
    left: 'It went left',
    right: 'It went right',
    towards: 'It went towards you',
    away: 'It went away from you',
  },
  measured: 'Or measured, mm',
  correct: 'Correct',
  again: 'Repeat',
  onMachine: (value: number, setting: string | undefined) =>
    setting === undefined
      ? 'The scale of this plotter is fixed and cannot be corrected here. Is this the right preset?'
      : `The scale is stored on the plotter. Send ${setting}${value} in the console.`,
  noHeights: 'The pen height cannot be corrected here. Move the pen in its holder.',
  done: 'The plotter is set up.',
};

const setupGerman: typeof setupEnglish = {
  title: 'Welcher Plotter ist das?',
  now: (driver, more) => `Treiber: ${driver}${more === '' ? '' : `. Plotter: ${more}`}.`,
  unsure: 'Der Plotter wurde nicht erkannt. Wählen Sie ihn unten aus.',
  busy: 'Ein Auftrag läuft oder ist pausiert. Beenden Sie ihn oder brechen Sie ihn ab, um den Plotter zu ändern.',
  presets: 'Plotter wählen',
  titleOf: ({ title, titleDe }) => titleDe ?? title,
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
  firmware: 'Firmware',
  firmwareNote: (version) =>
    `Stationerys eigene Firmware ${version} für selbst gebaute Plotter. Schreiben Sie sie mit „stationery plot firmware“, oder kopieren Sie die Datei für den Pico auf sein Laufwerk.`,
  firmwareOld: (version) =>
    `Auf diesem Board ist die ältere Version ${version}. Laden Sie das Update herunter.`,
  download: (board) => `Herunterladen für ${board}`,
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
      : `Der Plotter selbst kennt den Maßstab. Senden Sie ihm ${setting}${value} in der Konsole.`,
  noHeights:
    'Die Stifthöhe lässt sich hier nicht korrigieren. Verschieben Sie den Stift in seiner Halterung.',
  done: 'Der Plotter ist eingerichtet.',
};

export const plotterSetupTexts = bundledTexts({ en: setupEnglish, de: setupGerman });
