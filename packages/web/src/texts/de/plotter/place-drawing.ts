import type { placeDrawingEnglish } from '../../en/plotter/place-drawing.ts';
import { number, plural } from '../../format.ts';
import { germanTitle } from '../format-titles.ts';
import { notesGerman } from './notes.ts';

export const placeDrawingGerman: typeof placeDrawingEnglish = {
  title: 'Zeichnung',
  reading: 'Zeichnung wird gelesen …',
  readingNext: (name) => `„${name}“ wird gelesen …`,
  nextFailed: (name, why, current) =>
    `„${name}“ kann nicht verwendet werden. ${why} „${current}“ bleibt auf der Zeichenfläche.`,
  ofJob: {
    tooLarge: (name, commands, most) =>
      `„${name}“ hat ${number(commands)} Befehle. Diese Seite kann Aufträge mit höchstens ${number(most)} auflegen. Starten Sie ihn unverändert noch einmal, oder öffnen Sie seine Datei.`,
    nothing: (name) =>
      `„${name}“ enthält keine Linien, die aufgelegt werden könnten. Sie können den Auftrag trotzdem noch einmal starten.`,
  },
  which: {
    title: 'Welcher Plotter ist das?',
    why: 'Er hat es nicht gesagt. Wählen Sie ihn aus, damit Größe und Lage der Zeichnung stimmen.',
    choose: 'Plotter auswählen',
  },
  planning: 'Wird geplant …',
  cancel: 'Abbrechen',
  nothing: 'Diese Datei enthält keine Linien, die gezeichnet werden könnten.',
  broken:
    'Diese Zeichnung konnte nicht gelesen werden. Speichern Sie sie als einfaches SVG und versuchen Sie es noch einmal.',
  paper: 'Papier',
  paperMachine: (width, height) => `Maschine, ${number(width)} × ${number(height)} mm`,
  paperPage: 'Seite der Datei',
  paperCustom: 'Eigene Größe …',
  paperWidth: 'Papierbreite, mm',
  paperHeight: 'Papierhöhe, mm',
  papers: {
    a6: 'A6',
    a5: 'A5',
    a4: 'A4',
    a3: 'A3',
    a2: 'A2',
    letter: 'Letter',
    legal: 'Legal',
    tabloid: 'Tabloid',
  },
  orientation: 'Ausrichtung',
  portrait: 'Hochformat',
  landscape: 'Querformat',
  margin: 'Rand, mm',
  scale: 'Größe, %',
  onBed: 'Die Zeichnung auf der Zeichenfläche. Mit dem Fokus hier wird sie mit den Pfeiltasten verschoben.',
  wrong: {
    none: 'Geben Sie eine Zahl ein.',
    whole: 'Geben Sie eine ganze Zahl ein.',
    small: (min) => `Mindestens ${number(min)}.`,
    large: (max) => `Höchstens ${number(max)}.`,
  },
  placement: 'Position und Größe',
  undo: 'Rückgängig',
  redo: 'Wiederholen',
  x: 'X, mm',
  y: 'Y, mm',
  width: 'Breite, mm',
  height: 'Höhe, mm',
  rotate: 'Drehung, °',
  paperX: 'Papier X, mm',
  paperY: 'Papier Y, mm',
  paperHint:
    'Die linke obere Ecke des Papiers, vom Nullpunkt der Maschine aus. Sie können das Papier auch an seiner Lasche verschieben.',
  fitToPaper: 'An Papier anpassen',
  actualSize: 'Originalgröße',
  turnLeft: 'Nach links drehen',
  turnRight: 'Nach rechts drehen',
  layers: (count) => (count === 1 ? '1 Ebene' : `${number(count)} Ebenen, von oben nach unten gezeichnet`),
  strokes: (count) => plural(count, { one: 'Linie', other: 'Linien' }),
  onlyFilled: 'Nur gefüllt',
  earlier: (name) => `${name} früher zeichnen`,
  later: (name) => `${name} später zeichnen`,
  pens: 'Stifte',
  overlapsOnce: 'Übereinanderliegende Linien einmal zeichnen',
  dropShorter: 'Kürzere Linien auslassen, mm',
  dropShorterHint: 'Auch Punkte. Leer: nur Punkte und kurze Linien in der Tinte einer anderen Linie.',
  penLayers: 'Einer für jede Ebene',
  penColours: 'Einer für jede Farbe',
  penOne: 'Einer für alles',
  penPalette: 'Eigene Stifte nach Farbe',
  ownPens: {
    count: (pens) =>
      pens === 0
        ? 'Keine eigenen Stifte'
        : pens === 1
          ? 'Ein eigener Stift'
          : `${number(pens)} eigene Stifte`,
    edit: 'Stifte bearbeiten',
    title: 'Eigene Stifte',
    add: 'Stift hinzufügen',
    change: (pen) => `${pen} ändern`,
    remove: (pen) => `${pen} entfernen`,
    cancel: 'Abbrechen',
    keep: 'Speichern',
    name: 'Name',
    taken: 'Ein anderer Stift heißt so.',
    colour: 'Farbe',
    width: 'Breite, mm',
    load: 'Stifte importieren',
    save: 'Stifte exportieren',
    notPens: 'In dieser Datei sind keine Stifte. Wählen Sie eine, die hier exportiert wurde.',
  },
  layerSettings: {
    title: 'Einstellungen',
    label: (layer) => `Einstellungen von ${layer}`,
    pen: 'Stift',
    noPen: 'Wie in der Zeichnung',
    speedMmS: 'Geschwindigkeit, mm/s',
    penDownHeight: 'Höhe des gesenkten Stifts',
    delayMs: 'Wartezeit, ms',
    passes: 'Durchgänge je Linie',
    repeat: 'Ebene wiederholen',
    hints: {
      passes: 'Wie oft jede Linie gezeichnet wird, ohne den Stift zu heben.',
      repeat: 'Wie oft die ganze Ebene gezeichnet wird, ein Mal nach dem anderen.',
    },
    pause: 'Vorher pausieren',
  },
  operations: {
    title: 'Schraffur, verdeckte Linien, Kopien und mehr',
    hatch: 'Schraffur',
    hatches: { off: 'Aus', lines: 'Linien', cross: 'Kreuzschraffur', inset: 'Entlang dem Umriss' },
    hatchOfLayer: 'Schraffur der Ebene',
    sameHatch: 'Wie alle Flächen',
    hide: 'Verdecktes weglassen',
    hides: { off: 'Aus', layer: 'Je Ebene', document: 'Überall' },
    strokes: 'Breite Linien',
    strokeKinds: { off: 'Eine Linie', outline: 'Umriss', passes: 'Mehrere Züge' },
    penMm: 'Stiftbreite, mm',
    spacingMm: 'Abstand, mm',
    angle: 'Winkel, °',
    mirror: 'Spiegeln',
    mirrors: { off: 'Aus', horizontal: 'Links und rechts', vertical: 'Oben und unten' },
    shortestMm: 'Linien weglassen unter, mm',
    mergeMm: 'Enden verbinden bis, mm',
    simplifyMm: 'Vereinfachen um, mm',
    cropsAtMargins: 'An den Rändern beschneiden',
    columns: 'Kopien nebeneinander',
    rows: 'Kopien untereinander',
    fitCopies: 'Kopien ans Papier anpassen',
    copyGapMm: 'Abstand der Kopien, mm',
    sheetColumns: 'Zeichnungen nebeneinander',
    sheetGapMm: 'Abstand der Zeichnungen, mm',
    frame: 'Rahmen',
    marks: 'Passmarken',
  },
  takes: (time) => `${time} Zeichenzeit`,
  saves: (saved, before) => `${saved} weniger als in der Reihenfolge der Datei (${before})`,
  savesNothing: 'So schnell wie in der Reihenfolge der Datei.',
  travel: 'Leerwege',
  lifts: 'Stifthübe',
  was: (before) => `vorher ${before}`,
  curve: 'Zeichenzeit, während der Plan verbessert wird',
  improving: 'Plan wird verbessert …',
  planned: (pens, length) => `${length} Linien, ${pens === 1 ? 'ein Stift' : `${number(pens)} Stifte`}.`,
  ready: 'Bereit zum Zeichnen.',
  linesCutOff: (count) =>
    count === 1 ? '1 Linie wird abgeschnitten.' : `${number(count)} Linien werden abgeschnitten.`,
  playback: {
    play: 'Vorschau abspielen',
    pause: 'Vorschau anhalten',
    time: 'Zeitpunkt beim Zeichnen',
    at: (now, total) => `${now} von ${total}`,
  },
  finish: 'Gut genug',
  outside:
    'Die ganze Zeichnung ist außerhalb des Papiers oder für die Maschine nicht erreichbar. Verschieben oder verkleinern Sie sie.',
  cutOff: {
    'cut-off-at-paper': 'am Rand des Papiers',
    'cut-off-by-machine':
      'am Rand des Papiers oder dort, wo die Maschine nicht hinreicht: Drehen oder verschieben Sie das Papier',
  },
  cutOffStrokes: (count, where) =>
    `${count === 1 ? '1 Linie wird' : `${number(count)} Linien werden`} abgeschnitten: ${where}`,
  shrunk: (percent) => `Auf ${percent} % verkleinert, damit sie auf das Papier passt`,
  noLayer: 'Keine Ebene ist ausgewählt.',
  whiteLeftOut: (names) =>
    names.length === 1
      ? `„${names[0]}“ ist weiß, auf weißem Papier nicht sichtbar und daher ausgeschaltet. Schalten Sie die Ebene unten ein, um sie zu zeichnen.`
      : `${number(names.length)} weiße Ebenen sind auf weißem Papier nicht sichtbar und daher ausgeschaltet. Schalten Sie sie unten ein, um sie zu zeichnen.`,
  ownPositions:
    'Die Positionen in der Datei gelten nicht: Die Zeichnung wird wie jede andere auf dem Papier platziert',
  notes: (count) => plural(count, { one: 'Hinweis', other: 'Hinweise' }),
  noteText: (code) => notesGerman[code],
  fileError: (code) =>
    ({
      'drawing.not-readable':
        'Die Datei ist keine Zeichnung, die gelesen werden kann. Speichern Sie sie noch einmal als einfaches SVG.',
      'drawing.too-large': 'Die Zeichnung ist zu groß. Vereinfachen Sie sie oder teilen Sie sie auf.',
      'drawing.unusable': 'Diese Datei kann nicht gezeichnet werden. Speichern Sie sie als einfaches SVG.',
    })[code],
  optionError: (option) =>
    option === 'marginMm'
      ? 'Die Ränder lassen auf dem Papier keinen Platz.'
      : 'Diese Einstellung ist nicht möglich.',
  times: (count) => (count === 1 ? '' : `(${number(count)}-mal)`),
  sending: 'Wird gesendet',
  remove: 'Entfernen',
  addDrawing: 'Zeichnung hinzufügen',
  addText: 'Text hinzufügen',
  fills: (count) => (count === 1 ? 'Eine Form ist gefüllt.' : `${count} Formen sind gefüllt.`),
  hatchThem: 'Schraffieren',
  saveAs: 'Als Datei speichern',
  saveHint: 'Für ein anderes Programm oder Gerät. Es wird nichts gezeichnet.',
  format: (name) => ({ svg: 'Optimiertes SVG', commands: 'Plotter-Befehle' })[name as string],
  formatFor: (title, machine) => `${germanTitle(title)} für ${machine}`,
  added: (names) =>
    `„${names}“ wurde auf das Blatt gelegt. Alle Zeichnungen darauf werden zusammen verschoben und skaliert.`,
  replaced: (name, next) => `„${name}“ wurde durch „${next}“ ersetzt.`,
};
