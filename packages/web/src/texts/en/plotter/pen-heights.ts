/** How high the pen is when it is up and down. Loaded with the dialog that says it. */
export const penHeightsEnglish = {
  title: 'Pen heights',
  note: 'The pen moves at once to the height that you change, and the profile keeps it. A lowered pen leaves a dot.',
  higher: 'higher',
  lower: 'lower',
  close: 'Close',
};
