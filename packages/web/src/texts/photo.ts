import { bundledTexts } from './catalogue.ts';
import { number } from './format.ts';

const photoEnglish = {
  title: (name: string) => `Check ${name} with a photo`,
  intro:
    'Take a photo of the whole sheet from above, with its marks, in even light. Missing strokes can then be plotted.',
  choose: 'Choose or take a photo',
  another: 'Another photo',
  tooLarge: (max: number) => `Only jobs with up to ${number(max)} commands can be checked.`,
  working: 'Comparing the photo with the job …',
  complete: (strokes: number) => `Nothing is missing: all ${number(strokes)} strokes were found.`,
  missing: (missing: number, strokes: number) =>
    missing === 1
      ? `1 of ${number(strokes)} strokes is missing, or a part of it.`
      : `${number(missing)} of ${number(strokes)} strokes are missing, or parts of them.`,
  hint: 'The sheet must be where it was plotted.',
  otherSheet: 'More than half: is this a photo of this job’s sheet?',
  click: (index: number, count: number) =>
    `The marks were not found. Click on this point in the photo (${index} of ${count}):`,
  photo: 'The photo, with missing strokes highlighted',
  sketch: 'The point in the drawing',
  plot: 'Plot missing strokes',
  jobName: (name: string) => `${name} (missing)`,
  problems: {
    'drawing.too-large': 'This photo is too large. Save it smaller.',
    'drawing.not-readable': 'This photo is damaged or in an unsupported format. Save it as a PNG or JPEG.',
    'too-close':
      'The points are too close to each other or on a line. Click on each of them in its own place.',
    'no-match': 'The drawing was not found at these points. Click on them again, in the given order.',
    'too-large': 'This job is too large to be compared with a photo.',
    nothing: 'This job draws nothing that a photo can show.',
    unknown: 'The photo could not be compared with the job.',
  },
};

const photoGerman: typeof photoEnglish = {
  title: (name) => `${name} mit einem Foto prüfen`,
  intro:
    'Fotografieren Sie das ganze Blatt von oben, mit den Passmarken, in gleichmäßigem Licht. Fehlende Striche können nachgezeichnet werden.',
  choose: 'Foto wählen oder aufnehmen',
  another: 'Anderes Foto',
  tooLarge: (max) => `Nur Aufträge mit bis zu ${number(max)} Befehlen können geprüft werden.`,
  working: 'Foto und Auftrag vergleichen …',
  complete: (strokes) => `Nichts fehlt: Alle ${number(strokes)} Striche wurden gefunden.`,
  missing: (missing, strokes) =>
    missing === 1
      ? `1 von ${number(strokes)} Strichen fehlt ganz oder teilweise.`
      : `${number(missing)} von ${number(strokes)} Strichen fehlen ganz oder teilweise.`,
  hint: 'Das Blatt muss dort liegen, wo es gezeichnet wurde.',
  otherSheet: 'Mehr als die Hälfte: Ist das ein Foto vom Blatt dieses Auftrags?',
  click: (index, count) =>
    `Die Passmarken wurden nicht gefunden. Klicken Sie im Foto auf diesen Punkt (${index} von ${count}):`,
  photo: 'Das Foto mit hervorgehobenen fehlenden Strichen',
  sketch: 'Der Punkt in der Zeichnung',
  plot: 'Fehlende Striche zeichnen',
  jobName: (name) => `${name} (Fehlendes)`,
  problems: {
    'drawing.too-large': 'Dieses Foto ist zu groß. Speichern Sie es kleiner.',
    'drawing.not-readable':
      'Dieses Foto ist beschädigt oder hat ein ungeeignetes Format. Speichern Sie es als PNG oder JPEG.',
    'too-close':
      'Die Punkte liegen zu nah beieinander oder auf einer Linie. Klicken Sie jeden an seiner Stelle an.',
    'no-match':
      'An diesen Punkten wurde die Zeichnung nicht gefunden. Klicken Sie sie erneut an, in der gezeigten Reihenfolge.',
    'too-large': 'Dieser Auftrag ist zu groß für den Vergleich mit einem Foto.',
    nothing: 'Dieser Auftrag zeichnet nichts, was ein Foto zeigen kann.',
    unknown: 'Das Foto konnte nicht mit dem Auftrag verglichen werden.',
  },
};

export const photoTexts = bundledTexts({ en: photoEnglish, de: photoGerman });
