/** What the plotter page says. */
export const plotterTexts = {
  kind: 'Pen plotter',
  title: 'Plotter',
};
