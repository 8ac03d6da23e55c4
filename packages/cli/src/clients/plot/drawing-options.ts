import type { PlanOptionName } from '@stationery/drawing';
import type { ClientOption } from '../command.ts';

/** Options of the command that are words of a plan with a value, as they are typed. */
export const wordFlags = {
  paper: 'paper',
  margin: 'margin',
  scale: 'scale',
  rotate: 'rotate',
  align: 'align',
  offset: 'offset',
  'paper-at': 'paperAt',
  crop: 'crop',
  pens: 'pens',
  layers: 'layers',
  tolerance: 'tolerance',
  simplify: 'simplify',
  join: 'join',
  seed: 'seed',
  rounds: 'rounds',
} as const satisfies Record<string, PlanOptionName>;

export const drawingOptions = {
  paper: { placeholder: '<size>', help: 'a6 to a0, letter, 210x297mm …; else the page of the drawing' },
  landscape: { help: 'The long side of the paper lies before you' },
  portrait: { help: 'The short side does' },
  margin: { placeholder: '<length>', help: '10mm, or top,right,bottom,left; default: 10mm' },
  fit: { help: 'What is drawn fills the paper up to the margins' },
  'fit-page': { help: 'The page of the file does' },
  'keep-size': { help: 'The size stays, also where it does not fit' },
  scale: { placeholder: '<factor>', help: 'On top of that' },
  rotate: { placeholder: '<degrees>', help: 'Clockwise, or auto' },
  align: { placeholder: '<place>', help: 'top-left, top, …, center, …, bottom-right; default: center' },
  offset: { placeholder: '<x,y>', help: 'Moved from there: 5mm,-2mm' },
  'paper-at': { placeholder: '<x,y>', help: 'The paper’s top left corner, from the machine’s origin' },
  crop: { placeholder: '<edge>', help: 'Where lines are cut off: paper, margins, none; default: paper' },
  pens: { placeholder: '<what>', help: 'What makes a pen: layers, colours, one; default: layers' },
  layers: { placeholder: '<list>', help: 'Which ones in which order, by number or name: 2,1 or Frame,Trees' },
  'skip-fills': { help: 'Shapes without a stroke are not outlined' },
  tolerance: { placeholder: '<length>', help: 'How far lines may stray from curves; default: 0.02mm' },
  simplify: { placeholder: '<length>', help: 'How far they may stray for fewer moves; default: 0.02mm' },
  join: { placeholder: '<length>', help: 'Ends this close are joined; default: 0.2mm' },
  'keep-order': { help: 'Draw in the order of the file' },
  think: { placeholder: '<time>', help: 'How long to look for a better order: 5s, 500ms; default: 2s' },
  seed: { placeholder: '<number>', help: 'Where that search begins' },
  rounds: { placeholder: '<number>', help: 'So many tries instead of a time, for the same plan every time' },
} as const satisfies Record<string, ClientOption>;

export const outputOptions = {
  'dry-run': { help: 'Plan only; without a plotter service, for our own plotter' },
  preview: {
    placeholder: '<file.svg>',
    help: 'Write what the plot will look like; “-” is standard output',
    takes: 'file',
  },
  travel: { help: 'With the ways of the lifted pen in the preview' },
  commands: {
    placeholder: '<file>',
    help: 'Write the commands, one a line; “-” is standard output',
    takes: 'file',
  },
  name: { placeholder: '<name>', help: 'What people call the job, default: the name of the file' },
  detach: { help: 'Do not follow the job' },
  'cancel-on-interrupt': { help: 'Ctrl+C cancels the job' },
} as const satisfies Record<string, ClientOption>;
