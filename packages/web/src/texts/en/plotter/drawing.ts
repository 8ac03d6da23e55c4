import { drawingTitles } from '@stationery/contract/drawing-formats';
/** The bed, and a drawing that is placed on it. */
export const drawingEnglish = {
  bed: {
    title: 'Bed',
    draft: (name: string) => `${name}, not plotted yet`,
    fit: 'Show',
    fitSheet: 'Sheet',
    fitDrawing: 'Drawing',
    travel: 'Pen-up travel',
    placing: 'new drawing',
    planned: 'planned',
    done: 'done',
    again: 'plotted again',
    penUp: 'pen up',
    penDown: 'pen down',
    penUnknown: 'pen unknown',
    position: (x: string, y: string) => `X ${x}  Y ${y} mm`,
    positionUnknown: 'Position unknown',
    reach: (howFar: string) =>
      `The grey part of the sheet is out of reach. From this origin the machine reaches ${howFar}.`,
    reachOn: {
      maxX: (mm: string) => `${mm} mm to the right`,
      maxY: (mm: string) => `${mm} mm towards you`,
      minX: (mm: string) => `only X ${mm} mm to the left`,
      minY: (mm: string) => `only Y ${mm} mm away from you`,
    },
    and: (parts: readonly string[]) => parts.join(' and '),
    emptyTitle: 'Nothing to plot yet',
    empty: `Drop a drawing (${drawingTitles()}) or a script on this page, or move the pen with Manual control.`,
    open: 'Choose a drawing',
    openOther: 'Open …',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    zoomToFit: 'Fit',
    failed: 'The drawing could not be loaded. It will be loaded again when the connection is back.',
    label: (what: string, position: string, pen: string) =>
      `Picture of the bed. ${what} ${position}, ${pen}.`,
    labelEmpty: 'Nothing is plotted.',
    labelJob: (name: string, percent: string) => `${name}, ${percent} plotted.`,
    labelDraft: (name: string) => `${name}, not plotted yet.`,
    labelResume: (x: string, y: string) => `It will resume at X ${x} mm, Y ${y} mm.`,
  },
  drawing: {
    removed: (name: string) => `“${name}” was removed.`,
    restore: 'Undo',
    again: (name: string) => `Place “${name}” again`,
    continueWith: (name: string) => `Continue with “${name}”`,
  },
  sheet: {
    ask: 'Ask for a new sheet first',
    same: 'It will be plotted on the sheet that is on the bed.',
  },
};
