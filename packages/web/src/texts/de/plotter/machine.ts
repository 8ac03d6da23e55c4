import type { machineEnglish } from '../../en/plotter/machine.ts';
import { number } from '../../format.ts';

/** The machine and its connection, in German. */
export const machineGerman: typeof machineEnglish = {
  connection: {
    state: {
      closed: 'Getrennt',
      opening: 'Anschluss wird geöffnet …',
      waiting: 'Nicht verbunden',
      settling: 'Der Plotter startet …',
      ready: 'Verbunden',
      busy: 'Verbunden',
      suspect: 'Wird neu synchronisiert …',
    },
    attention: 'Eingriff nötig',
    connect: 'Verbinden',
    retry: 'Jetzt versuchen',
    which: 'Welcher Plotter?',
  },
  manualControl: {
    title: 'Handsteuerung',
    pad: 'Steuerkreuz. Mit dem Fokus hier bewegen die Pfeiltasten den Stift.',
    step: 'Schrittweite',
    mm: (mm) => `${number(mm)} mm`,
    up: 'Nach hinten',
    down: 'Nach vorn',
    left: 'Nach links',
    right: 'Nach rechts',
    jog: (direction, mm) => `${direction}, ${number(mm)} mm`,
    penUp: 'Stift hoch',
    penDown: 'Stift runter',
    home: 'Zum Nullpunkt',
    homeLabel: 'Stift heben und zum Nullpunkt fahren',
    penHeights: 'Stifthöhen …',
    zero: 'Nullpunkt setzen',
    zeroLabel: 'Diese Position zum Nullpunkt machen',
    zeroDone: 'Diese Position ist jetzt der Nullpunkt.',
    running: 'Der Plotter ist beschäftigt. Pausieren Sie den Auftrag, um den Stift zu bewegen.',
    notConnected: 'Der Plotter ist nicht verbunden.',
    unknownPosition:
      'Position des Stifts unbekannt. Lesen Sie sie vom Plotter ab, oder bringen Sie den Stift von PointerMetrics an den Nullpunkt und drücken Sie „Nullpunkt setzen“.',
    originLost:
      'Der Nullpunkt kann sich verschoben haben, weil der Plotter seine Position verloren hat. Bringen Sie den Stift an den Nullpunkt und drücken Sie „Nullpunkt setzen“.',
    placing:
      'Während eine Zeichnung aufgelegt wird, bewegen die Tasten den Stift nicht. Benutzen Sie die Knöpfe des Steuerkreuzes.',
    readPosition: 'Position lesen',
  },
};
