import { bundledTexts } from './catalogue.ts';

const shortcutsEnglish = {
  /** Names of keys that differ between keyboards. */
  keys: { Ctrl: 'Ctrl', Del: 'Del', PgUp: 'PgUp', PgDn: 'PgDn' } as Record<string, string>,
  list: {
    stop: 'Stop the plotter immediately, wherever you are',
    help: 'Show this list',
    pause: 'Pause or resume the job',
    console: 'Go to the console',
    pad: 'Go to the jog pad',
    jog: 'Move the pen, in the jog pad',
    jogAnywhere: 'Move the pen from anywhere; while a drawing is being placed, move the drawing by 10 mm',
    step: 'Larger or smaller step, in the jog pad',
    pen: 'Pen up or down',
    home: 'Home',
    fit: 'Show the bed or the drawing',
    zoom: 'Zoom in or out',
    all: 'Fit the bed',
    place: 'Move the focused drawing by 1 mm, with ⇧ by 10 mm',
    select: 'Select a drawing of the sheet, while the bed has the focus',
    copy: 'Copy the selected drawing',
    remove: 'Remove the selected drawing from the sheet',
    undo: 'Undo the last change of a drawing',
    redo: 'Redo; also Ctrl Y',
    complete: 'Complete a command, in the console',
    history: 'Earlier commands, in the console',
  },
  note: 'Single letters do nothing while you type in a field.',
};

const shortcutsGerman: typeof shortcutsEnglish = {
  keys: { Ctrl: 'Strg', Del: 'Entf', PgUp: 'Bild ↑', PgDn: 'Bild ↓' },
  list: {
    stop: 'Plotter sofort anhalten, egal wo Sie sind',
    help: 'Diese Liste zeigen',
    pause: 'Auftrag pausieren oder fortsetzen',
    console: 'Zur Konsole',
    pad: 'Zum Steuerkreuz',
    jog: 'Stift bewegen, im Steuerkreuz',
    jogAnywhere:
      'Stift bewegen, von überall; während eine Zeichnung aufgelegt wird, die Zeichnung um 10 mm verschieben',
    step: 'Größere oder kleinere Schritte, im Steuerkreuz',
    pen: 'Stift hoch oder runter',
    home: 'Zum Nullpunkt',
    fit: 'Fläche oder Zeichnung zeigen',
    zoom: 'Vergrößern oder verkleinern',
    all: 'Alles anzeigen',
    place: 'Zeichnung mit Fokus um 1 mm verschieben, mit ⇧ um 10 mm',
    select: 'Eine Zeichnung des Blattes auswählen, mit Fokus auf der Zeichenfläche',
    copy: 'Ausgewählte Zeichnung kopieren',
    remove: 'Ausgewählte Zeichnung vom Blatt entfernen',
    undo: 'Letzte Änderung einer Zeichnung rückgängig machen',
    redo: 'Wiederholen; auch Strg Y',
    complete: 'Befehl vervollständigen, in der Konsole',
    history: 'Frühere Befehle, in der Konsole',
  },
  note: 'Einzelne Buchstaben haben keine Wirkung, während Sie in ein Feld schreiben.',
};

export const shortcutsTexts = bundledTexts({ en: shortcutsEnglish, de: shortcutsGerman });
