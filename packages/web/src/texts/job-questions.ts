import { bundledTexts } from './catalogue.ts';

const jobQuestionsEnglish = {
  originQuestion: {
    title: (name: string) => `Resume ${name}?`,
    text: 'The plotter restarted or its connection was lost, so it may have lost its position. Move the pen to the origin of the drawing, then confirm. Otherwise the rest is plotted in the wrong place.',
    yes: 'Pen is at the origin',
    no: 'Not yet',
  },
  newOrigin: {
    title: 'Set the origin here?',
    text: (name: string) =>
      `The rest of ${name} will be plotted from here. What is already plotted stays where it is, so the two parts may not match.`,
    yes: 'Set origin',
    no: 'Keep the origin',
  },
  cancelling: {
    title: (name: string) => `Cancel ${name}?`,
    drawn: (percent: string, time: string) =>
      `${percent} of it is plotted, about ${time} of work. It stays on the paper, and the rest is not plotted. A cancelled job can only be run again from the start.`,
    nothing: 'Nothing of it is plotted yet.',
    running: 'It keeps plotting until you decide.',
    yes: 'Cancel the job',
    no: 'Keep the job',
  },
};

const jobQuestionsGerman: typeof jobQuestionsEnglish = {
  originQuestion: {
    title: (name) => `${name} fortsetzen?`,
    text: 'Der Plotter wurde neu gestartet oder die Verbindung war unterbrochen, deshalb kann er seine Position verloren haben. Bewegen Sie den Stift zum Nullpunkt der Zeichnung und bestätigen Sie dann. Sonst wird der Rest an der falschen Stelle gezeichnet.',
    yes: 'Stift ist am Nullpunkt',
    no: 'Noch nicht',
  },
  newOrigin: {
    title: 'Nullpunkt hier setzen?',
    text: (name) =>
      `Der Rest von ${name} wird dann von hier aus gezeichnet. Was schon gezeichnet ist, bleibt, wo es ist; die beiden Teile passen womöglich nicht zusammen.`,
    yes: 'Nullpunkt setzen',
    no: 'Nullpunkt behalten',
  },
  cancelling: {
    title: (name) => `${name} abbrechen?`,
    drawn: (percent, time) =>
      `${percent} sind gezeichnet, etwa ${time} Arbeit. Das bleibt auf dem Papier; der Rest wird nicht gezeichnet. Ein abgebrochener Auftrag kann nur von vorn gestartet werden.`,
    nothing: 'Noch ist nichts davon gezeichnet.',
    running: 'Bis Sie sich entscheiden, wird weitergezeichnet.',
    yes: 'Auftrag abbrechen',
    no: 'Auftrag behalten',
  },
};

export const jobQuestionTexts = bundledTexts({ en: jobQuestionsEnglish, de: jobQuestionsGerman });
