import type { penHeightsEnglish } from '../../en/plotter/pen-heights.ts';

export const penHeightsGerman: typeof penHeightsEnglish = {
  title: 'Stifthöhen',
  note: 'Der Stift fährt sofort auf die Höhe, die Sie ändern, und das Profil merkt sie sich. Ein gesenkter Stift hinterlässt einen Punkt.',
  higher: 'höher',
  lower: 'tiefer',
  close: 'Schließen',
};
