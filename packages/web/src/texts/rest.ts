import { bundledTexts } from './catalogue.ts';
import { number } from './format.ts';

const restEnglish = {
  title: (name: string) => `Plot a part of ${name}`,
  intro: 'Choose the first stroke, or click on it. Pale strokes are skipped.',
  loading: 'Loading the strokes …',
  nothing: 'This job draws nothing.',
  tooLarge: (max: number) => `Only jobs with up to ${number(max)} commands can be shown here.`,
  stroke: 'First stroke',
  preview: 'The strokes of the job',
  left: (skipped: number, count: number) => `${number(skipped)} of ${number(count)} strokes are skipped.`,
  plot: (stroke: number) => `Plot from stroke ${number(stroke)}`,
};

const restGerman: typeof restEnglish = {
  title: (name) => `Einen Teil von ${name} zeichnen`,
  intro: 'Wählen Sie den ersten Strich oder klicken Sie auf ihn. Blasse Striche werden ausgelassen.',
  loading: 'Striche laden …',
  nothing: 'Dieser Auftrag zeichnet nichts.',
  tooLarge: (max) => `Nur Aufträge mit bis zu ${number(max)} Befehlen können hier gezeigt werden.`,
  stroke: 'Erster Strich',
  preview: 'Die Striche des Auftrags',
  left: (skipped, count) => `${number(skipped)} von ${number(count)} Strichen werden ausgelassen.`,
  plot: (stroke) => `Ab Strich ${number(stroke)} zeichnen`,
};

export const restTexts = bundledTexts({ en: restEnglish, de: restGerman });
