import type { shortcutsEnglish } from '../../en/plotter/shortcuts.ts';

export const shortcutsGerman: typeof shortcutsEnglish = {
  title: 'Tastenkürzel',
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
    fit: 'Blatt oder Zeichnung zeigen',
    zoom: 'Vergrößern oder verkleinern',
    all: 'Alles anzeigen',
    place: 'Zeichnung mit Fokus um 1 mm verschieben, mit ⇧ um 10 mm',
    undo: 'Letzte Änderung einer Zeichnung rückgängig machen',
    redo: 'Wiederholen; auch Strg Y',
    complete: 'Befehl vervollständigen, in der Konsole',
    history: 'Frühere Befehle, in der Konsole',
  },
  note: 'Einzelne Buchstaben haben keine Wirkung, während Sie in ein Feld schreiben.',
};
