import type { DrawingErrorCode, NoteCode, PlanFormatName } from '@stationery/drawing';
import { number, plural } from '../../format.ts';

/** How a drawing is placed and planned. Loaded with the first drawing. */
export const placeDrawingEnglish = {
  title: 'Drawing',
  reading: 'Reading the drawing …',
  readingNext: (name: string) => `Reading “${name}” …`,
  nextFailed: (name: string, why: string, current: string) =>
    `“${name}” cannot be used. ${why} “${current}” stays on the bed.`,
  /** A drawing that is made of the commands of a job. */
  ofJob: {
    tooLarge: (name: string, commands: number, most: number) =>
      `“${name}” has ${number(commands)} commands, and this page can place jobs of at most ${number(most)}. Run it again as it is, or open its file.`,
    nothing: (name: string) => `There are no lines to place in “${name}”. You can still run it again.`,
  },
  which: {
    title: 'Which plotter is this?',
    why: 'It did not say. Choose it, so that the drawing gets the right size and place.',
    choose: 'Choose plotter',
  },
  planning: 'Planning …',
  cancel: 'Cancel',
  nothing: 'There are no lines to plot in this file.',
  broken: 'This drawing could not be read. Save it as a plain SVG and try again.',
  paper: 'Paper',
  paperMachine: (width: number, height: number) => `Machine, ${number(width)} × ${number(height)} mm`,
  paperPage: 'Page of the file',
  paperCustom: 'Custom size …',
  paperWidth: 'Paper width, mm',
  paperHeight: 'Paper height, mm',
  papers: {
    a6: 'A6',
    a5: 'A5',
    a4: 'A4',
    a3: 'A3',
    a2: 'A2',
    letter: 'Letter',
    legal: 'Legal',
    tabloid: 'Tabloid',
  } as Record<string, string>,
  orientation: 'Orientation',
  portrait: 'Portrait',
  landscape: 'Landscape',
  margin: 'Margin, mm',
  scale: 'Scale, %',
  onBed: 'The drawing on the bed. With the focus here, the arrow keys move it.',
  wrong: {
    none: 'Enter a number.',
    whole: 'Enter a whole number.',
    small: (min: number) => `At least ${number(min)}.`,
    large: (max: number) => `At most ${number(max)}.`,
  },
  placement: 'Position and size',
  undo: 'Undo',
  redo: 'Redo',
  x: 'X, mm',
  y: 'Y, mm',
  width: 'Width, mm',
  height: 'Height, mm',
  rotate: 'Rotation, °',
  paperX: 'Paper X, mm',
  paperY: 'Paper Y, mm',
  paperHint:
    'The upper left corner of the paper, from the machine’s origin. You can also drag the paper by its tab.',
  fitToPaper: 'Fit to paper',
  actualSize: 'Actual size',
  turnLeft: 'Rotate left',
  turnRight: 'Rotate right',
  layers: (count: number) =>
    count === 1 ? '1 layer' : `${number(count)} layers, plotted from top to bottom`,
  strokes: (count: number) => plural(count, { one: 'line', other: 'lines' }),
  onlyFilled: 'Only filled',
  earlier: (name: string) => `Plot ${name} earlier`,
  later: (name: string) => `Plot ${name} later`,
  pens: 'Pens',
  overlapsOnce: 'Draw overlapping lines once',
  penLayers: 'One for each layer',
  penColours: 'One for each colour',
  penOne: 'One for all',
  penPalette: 'My pens, by colour',
  ownPens: {
    count: (pens: number) =>
      pens === 0
        ? 'No pens of your own'
        : pens === 1
          ? 'One pen of your own'
          : `${number(pens)} pens of your own`,
    edit: 'Edit pens',
    title: 'My pens',
    add: 'Add pen',
    change: (pen: string) => `Change ${pen}`,
    remove: (pen: string) => `Remove ${pen}`,
    cancel: 'Cancel',
    keep: 'Save',
    name: 'Name',
    taken: 'Another pen has this name.',
    colour: 'Colour',
    width: 'Width, mm',
    load: 'Import pens',
    save: 'Export pens',
    notPens: 'This file has no pens. Choose one that was exported here.',
  },
  layerSettings: {
    title: 'Settings',
    label: (layer: string) => `Settings of ${layer}`,
    pen: 'Pen',
    noPen: 'As in the drawing',
    speedMmS: 'Speed, mm/s',
    penDownHeight: 'Pen-down height',
    delayMs: 'Delay, ms',
    passes: 'Passes per line',
    repeat: 'Repeat the layer',
    hints: {
      passes: 'How often each line is drawn, without lifting the pen.',
      repeat: 'How often the whole layer is drawn, one time after the other.',
    },
    pause: 'Pause before it',
  },
  operations: {
    title: 'Hatching, hidden lines, copies and more',
    hatch: 'Hatching',
    hatches: { off: 'Off', lines: 'Lines', cross: 'Cross-hatching', inset: 'Along the outline' },
    hatchOfLayer: 'Hatching of the layer',
    sameHatch: 'As all fills',
    hide: 'Hide covered lines',
    hides: { off: 'Off', layer: 'By layer', document: 'Everywhere' },
    strokes: 'Wide strokes',
    strokeKinds: { off: 'One line', outline: 'Outline', passes: 'Several passes' },
    penMm: 'Pen width, mm',
    spacingMm: 'Spacing, mm',
    angle: 'Angle, °',
    mirror: 'Mirror',
    mirrors: { off: 'Off', horizontal: 'Left and right', vertical: 'Top and bottom' },
    shortestMm: 'Leave out lines under, mm',
    mergeMm: 'Merge ends within, mm',
    simplifyMm: 'Simplify by, mm',
    cropsAtMargins: 'Crop at the margins',
    columns: 'Copies across',
    rows: 'Copies down',
    fitCopies: 'Fit the copies to the paper',
    copyGapMm: 'Gap between copies, mm',
    sheetColumns: 'Drawings across',
    sheetGapMm: 'Gap between drawings, mm',
    frame: 'Frame',
    marks: 'Registration marks',
  },
  takes: (time: string) => `${time} to plot`,
  saves: (saved: string, before: string) => `${saved} less than in the order of the file (${before})`,
  savesNothing: 'As fast as in the order of the file.',
  travel: 'Pen-up travel',
  lifts: 'Pen lifts',
  was: (before: string) => `was ${before}`,
  curve: 'Plotting time while the plan is improved',
  improving: 'Improving the plan …',
  ready: (pens: number, length: string, cutOff: number) =>
    `${length} of lines, ${pens === 1 ? 'one pen' : `${number(pens)} pens`}. Ready to plot.${
      cutOff === 0 ? '' : cutOff === 1 ? ' 1 line is cut off.' : ` ${number(cutOff)} lines are cut off.`
    }`,
  playback: {
    play: 'Play preview',
    pause: 'Pause preview',
    time: 'Moment of the plot',
    at: (now: string, total: string) => `${now} of ${total}`,
  },
  finish: 'Good enough',
  outside:
    'The whole drawing is outside of the paper or out of the machine’s reach. Move it, or make it smaller.',
  cutOff: {
    'cut-off-at-paper': 'at the edge of the paper',
    'cut-off-by-machine':
      'at the edge of the paper or of the machine’s reach, which does not cover the whole paper: rotate or move the paper',
  },
  cutOffStrokes: (count: number, where: string) =>
    `${count === 1 ? '1 line is' : `${number(count)} lines are`} cut off ${where}`,
  shrunk: (percent: number) => `Scaled to ${percent} % to fit the paper`,
  noLayer: 'No layer is selected.',
  whiteLeftOut: (names: readonly string[]) =>
    names.length === 1
      ? `“${names[0]}” is white and would not be visible on white paper, so it is off. Switch it on below to plot it.`
      : `${number(names.length)} white layers would not be visible on white paper, so they are off. Switch them on below to plot them.`,
  ownPositions:
    'The file’s own positions on the machine are not used: the drawing is placed on the paper like any other',
  notes: (count: number) => plural(count, { one: 'note', other: 'notes' }),
  /** What a note says, by its code. In English its own text says more. */
  noteText: (_code: NoteCode): string | undefined => undefined,
  /** Why a file cannot be drawn, and why settings are impossible; in English the errors say it themselves. */
  fileError: (_code: DrawingErrorCode): string | undefined => undefined,
  optionError: (_option: string): string | undefined => undefined,
  times: (count: number) => (count === 1 ? '' : `(${number(count)} times)`),
  sending: 'Sending',
  remove: 'Remove',
  addDrawing: 'Add drawing',
  saveAs: 'Save as file',
  saveHint: 'For another program or machine. Nothing is plotted.',
  /** By their names in the API. */
  formats: {
    svg: 'Optimised SVG',
    'gcode-grbl': 'G-code for GRBL',
    'gcode-marlin': 'G-code for Marlin',
    'gcode-fluidnc': 'G-code for FluidNC',
    hpgl: 'HPGL',
    commands: 'Plotter commands',
  } satisfies Record<PlanFormatName, string>,
  added: (names: string) =>
    `“${names}” was added to the sheet. All drawings on it are moved and scaled together.`,
  replaced: (name: string, next: string) => `“${name}” was replaced by “${next}”.`,
};
