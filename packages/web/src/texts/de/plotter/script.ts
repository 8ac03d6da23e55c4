import type { scriptEnglish } from '../../en/plotter/script.ts';
import { number, plural } from '../../format.ts';
import { germanTitles } from '../format-titles.ts';

const commands = (count: number) => plural(count, { one: 'Befehl', other: 'Befehle' });

const commandHelp = new Map([
  ['PENUP', 'Stift anheben'],
  ['PENDOWN', 'Stift absenken'],
  ['STATUS', 'Position, Stift und Einstellungen melden'],
  ['VERSION', 'Name und Version melden'],
  ['SYNC', 'Antworten, sobald alle früheren Befehle ausgeführt sind'],
  ['STOP', 'Sofort anhalten und den Stift anheben'],
  ['RESET', 'Steuerung neu starten'],
  ['MOVE', 'In gerader Linie bewegen'],
  ['HOME', 'Stift anheben und zum Nullpunkt fahren'],
  ['ZERO', 'Nullpunkt hierher setzen'],
  ['WAIT', 'Warten'],
  ['SPEED', 'Geschwindigkeit einstellen'],
  ['ACCEL', 'Beschleunigung einstellen'],
  ['SERVO', 'Servo des Stifts drehen (0 bis 180)'],
  ['PENHEIGHT', 'Höhe des gesenkten Stifts einstellen; ohne Zahl wie üblich'],
]);

/** Scripts, the console and the keyboard, in German. */
export const scriptGerman: typeof scriptEnglish = {
  script: {
    title: 'Skript zeichnen',
    label: 'Befehle, einer pro Zeile',
    placeholder: 'PENUP\nMOVE X800 Y800\nPENDOWN\nMOVE X4000 Y800\nPENUP',
    choose: 'Datei auswählen',
    hint: `oder irgendwo auf die Seite ziehen: ein Skript oder eine Zeichnung (${germanTitles})`,
    dropNow: 'Loslassen zum Öffnen',
    folders: 'Ordner lassen sich nicht öffnen. Öffnen Sie den Ordner und ziehen Sie die Zeichnungen daraus.',
    pasted: 'Eingefügtes Skript',
    checking: 'Wird geprüft …',
    sending: 'Wird gesendet',
    good: (total, time, width, height) => `${commands(total)}, etwa ${time}, ${width} × ${height} mm.`,
    goodNoMoves: (total, time) => `${commands(total)}, etwa ${time}. Keine Bewegung.`,
    lifts: (count) => `Der Stift wird ${number(count)}-mal angehoben.`,
    nothing: 'Diese Datei enthält keine Befehle. Jede Zeile, die nicht mit # oder ; beginnt, ist ein Befehl.',
    problems: (count) =>
      count === 1 ? '1 Befehl wird fehlschlagen' : `${number(count)} Befehle werden fehlschlagen`,
    manyProblems: '100 Befehle oder mehr werden fehlschlagen',
    problem: (index) => `Befehl ${number(index + 1)}`,
    problemsNext:
      'Der Auftrag endet beim ersten davon. Korrigieren Sie das Skript oder ändern Sie die Maschineneinstellungen.',
    moreProblems: (count) => `… und ${number(count)} weitere`,
    plot: 'Zeichnen',
    plotAnyway: 'Trotzdem zeichnen',
    remove: 'Entfernen',
    queued: (name) => `${name} ist in der Warteschlange.`,
    started: (name) => `${name} wird gezeichnet.`,
    queuedForSheet: (name) => `${name} ist in der Warteschlange und fragt nach einem neuen Blatt.`,
    asksForSheet: (name) => `${name} fragt nach einem neuen Blatt.`,
    asksForPens: (name) => `${name} fragt nach dem ersten Stift.`,
    held: (name) => `${name} ist angehalten. Setzen Sie den Auftrag fort, sobald der Plotter verbunden ist.`,
    notText: (name) =>
      `„${name}“ ist keine Textdatei. Verwenden Sie eine Zeichnung (${germanTitles}) oder ein Skript mit Befehlen.`,
    otherFormat: (name, format) =>
      `„${name}“ ist eine ${format}-Datei, kein SVG. Wandeln Sie sie in einem Zeichenprogramm in SVG um und öffnen Sie das.`,
    otherImage: (name, format) =>
      `„${name}“ ist ein ${format}-Bild, kein SVG. Ein Stift braucht Linien: Zeichnen Sie es in einem Zeichenprogramm nach und speichern Sie es als SVG.`,
    neither: (name, current) =>
      `„${name}“ ist weder eine Zeichnung (${germanTitles}) noch ein Skript mit Befehlen. „${current}“ bleibt auf der Zeichenfläche.`,
    oneOnly: 'Nur die erste Datei wurde geöffnet. Öffnen Sie Skripte einzeln.',
    notDrawing: (name) =>
      `„${name}“ ist keine Zeichnung (${germanTitles}). Mehrere Dateien können nur zusammen geöffnet werden, wenn alle Zeichnungen sind.`,
    large: 'Dieses Skript ist zu groß, um es hier zu bearbeiten. Es wird gesendet, wie es ist.',
  },
  console: {
    title: 'Konsole',
    input: 'Befehl',
    placeholder: 'MOVE X800 Y400',
    send: 'Senden',
    log: 'Befehle und Antworten',
    jobLines: 'Zeilen von Aufträgen zeigen',
    clear: 'Konsole leeren',
    empty:
      'Hier erscheinen Befehle und Antworten. Tippen Sie die ersten Buchstaben eines Befehls und drücken Sie Tab.',
    hint: 'Tab vervollständigt, ↑ und ↓ zeigen frühere Befehle',
    completions: 'Passende Befehle',
    commandHelp: (verb, summary) => commandHelp.get(verb) ?? summary,
    you: 'Sie',
    plotter: 'Plotter',
    skipped: (count) => `… ${plural(count, { one: 'frühere Zeile', other: 'frühere Zeilen' })}`,
    waiting: (lines) => `Wartet auf die vorige Antwort: ${lines.join(', ')}`,
    failed: (why) => `Nicht gesendet: ${why}`,
    notSent: (lines) => `Auch nicht gesendet: ${lines.join(', ')}`,
  },
  shortcuts: {
    open: 'Tastenkürzel',
  },
};
