import type { drawingEnglish } from '../../en/plotter/drawing.ts';
import { germanTitles } from '../format-titles.ts';

/** The bed, and a drawing that is placed on it, in German. */
export const drawingGerman: typeof drawingEnglish = {
  bed: {
    title: 'Zeichenfläche',
    draft: (name) => `${name}, noch nicht gezeichnet`,
    fit: 'Anzeigen',
    fitSheet: 'Blatt',
    fitDrawing: 'Zeichnung',
    travel: 'Leerwege',
    placing: 'neue Zeichnung',
    planned: 'geplant',
    done: 'gezeichnet',
    again: 'wird noch einmal gezeichnet',
    penUp: 'Stift oben',
    penDown: 'Stift unten',
    penUnknown: 'Stift unbekannt',
    position: (x, y) => `X ${x}  Y ${y} mm`,
    positionUnknown: 'Position unbekannt',
    reach: (howFar) =>
      `Der graue Teil des Blatts ist nicht erreichbar. Von diesem Nullpunkt aus kommt die Maschine ${howFar}.`,
    reachOn: {
      maxX: (mm) => `${mm} mm nach rechts`,
      maxY: (mm) => `${mm} mm nach vorn`,
      minX: (mm) => `nach links nur bis X ${mm} mm`,
      minY: (mm) => `nach hinten nur bis Y ${mm} mm`,
    },
    and: (parts) => parts.join(' und '),
    emptyTitle: 'Noch nichts zu zeichnen',
    empty: `Ziehen Sie eine Zeichnung (${germanTitles}) oder ein Skript auf diese Seite, oder bewegen Sie den Stift mit der Handsteuerung.`,
    open: 'Zeichnung auswählen',
    openOther: 'Öffnen …',
    zoomIn: 'Vergrößern',
    zoomOut: 'Verkleinern',
    zoomToFit: 'Alles anzeigen',
    failed:
      'Die Zeichnung konnte nicht geladen werden. Sie wird neu geladen, sobald die Verbindung wieder steht.',
    label: (what, position, pen) => `Bild der Zeichenfläche. ${what} ${position}, ${pen}.`,
    labelEmpty: 'Es ist nichts gezeichnet.',
    labelJob: (name, percent) => `${name}, ${percent} gezeichnet.`,
    labelDraft: (name) => `${name}, noch nicht gezeichnet.`,
    labelResume: (x, y) => `Fortgesetzt wird bei X ${x} mm, Y ${y} mm.`,
  },
  drawing: {
    removed: (name) => `„${name}“ wurde entfernt.`,
    restore: 'Rückgängig',
    again: (name) => `„${name}“ erneut platzieren`,
    continueWith: (name) => `Weiter mit „${name}“`,
  },
  sheet: {
    ask: 'Vorher nach einem neuen Blatt fragen',
    same: 'Gezeichnet wird auf das Blatt, das schon aufliegt.',
  },
};
