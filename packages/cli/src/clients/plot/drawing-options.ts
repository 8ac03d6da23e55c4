import { pictureStyles } from '@stationery/contract/picture-formats';
import type { PlanOptionName } from '@stationery/drawing';
import type { CommandOption } from '../../command-line/command.ts';

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
  layer: 'layerSettings',
  tolerance: 'tolerance',
  simplify: 'simplify',
  overlap: 'overlap',
  join: 'join',
  'drop-shorter': 'dropShorter',
  seed: 'seed',
  rounds: 'rounds',
  from: 'from',
  marks: 'marks',
  operations: 'operations',
  style: 'style',
  points: 'points',
  brightness: 'brightness',
  contrast: 'contrast',
  part: 'part',
  'pen-width': 'penWidth',
  'picture-size': 'pictureSize',
  inks: 'inks',
} as const satisfies Record<string, PlanOptionName>;

export const drawingOptions = {
  paper: {
    placeholder: '<size>',
    help: 'a6 to a0, letter, 210x297mm …; default: the page of the drawing',
    completes: 'paper',
  },
  landscape: { help: 'Paper in landscape' },
  portrait: { help: 'Paper in portrait' },
  margin: { placeholder: '<length>', help: '10mm, or top,right,bottom,left; default: 10mm' },
  fit: { help: 'Fit the drawing to the paper, inside the margins' },
  'fit-page': { help: 'Fit the page of the file to the paper' },
  'keep-size': { help: 'Actual size, even if it does not fit' },
  scale: { placeholder: '<factor>', help: 'Scale by this factor in addition' },
  rotate: { placeholder: '<degrees>', help: 'Rotate clockwise, or auto' },
  align: { placeholder: '<place>', help: 'top-left, top, …, center, …, bottom-right; default: center' },
  offset: { placeholder: '<x,y>', help: 'Move the drawing: 5mm,-2mm' },
  'paper-at': {
    placeholder: '<x,y>',
    help: 'Position of the paper’s top left corner, from the origin of the plotter',
  },
  crop: { placeholder: '<edge>', help: 'Cut lines at: paper, margins, none; default: paper' },
  pens: {
    placeholder: '<what>',
    help: 'One pen for each: layers, colours; palette: your pens by colour; or one; default: layers',
  },
  layers: {
    placeholder: '<list>',
    help: 'Layers to plot, in this order, by number or name: 2,1 or Frame,Trees',
  },
  layer: {
    placeholder: '<settings>',
    help: 'Settings of layers: 2:pen=Fine,speed=20,height=100,delay=100,passes=2,repeat=1,pause=yes; several separated by “;”',
  },
  'skip-fills': { help: 'Do not outline shapes without a stroke' },
  place: {
    placeholder: '<list>',
    help: 'Where the centre of each drawing lies on the paper, with scale and rotation: "1@50,60 2@150,60*0.5/90"',
  },
  copies: { placeholder: '<count>', help: 'Copies in columns and rows: 3x4; or fill, as many as fit' },
  operations: {
    placeholder: '<list>',
    help: 'Hatch, hide lines, copy, frame …: "hatch angle=45 spacing=0.5mm; hide; frame gap=5mm"',
  },
  tolerance: { placeholder: '<length>', help: 'How far lines may deviate from curves; default: 0.02mm' },
  simplify: { placeholder: '<length>', help: 'How far lines may deviate for fewer moves; default: 0.02mm' },
  overlap: {
    placeholder: '<length>',
    help: 'Draw lines once that are this close to each other; 0 draws all; default: 0.05mm',
  },
  join: { placeholder: '<length>', help: 'Join ends that are this close; default: half the pen width' },
  'drop-shorter': {
    placeholder: '<length>',
    help: 'Leave out lines shorter than this, dots too; 0 draws all; default: only those in the ink of another line',
  },
  'keep-order': { help: 'Plot in the order of the file' },
  style: {
    placeholder: '<name>',
    help: `How to draw a picture: ${pictureStyles.join(', ')}; default: ${pictureStyles[0]}`,
  },
  points: { placeholder: '<number>', help: 'Detail of a picture: its number of points; default: 10000' },
  brightness: { placeholder: '<number>', help: 'Of a picture, -100 to 100; default: 0' },
  contrast: { placeholder: '<number>', help: 'Of a picture, -100 to 100; default: 0' },
  part: { placeholder: '<x,y,w,h>', help: 'Draw only a part of a picture, in percent: 10,0,80,100' },
  'pen-width': { placeholder: '<length>', help: 'Width of the pen for pictures; default: 0.4mm' },
  'picture-size': { placeholder: '<length>', help: 'Longer side of a picture; default: 150mm' },
  inks: { placeholder: '<colours>', help: 'Pens for a picture: #000000,#cc0000 or cmyk; default: #000000' },
  think: { placeholder: '<time>', help: 'How long to search for a better order: 5s, 500ms; default: 2s' },
  seed: { placeholder: '<number>', help: 'Seed of that search' },
  rounds: {
    placeholder: '<number>',
    help: 'Number of tries instead of a time, for the same plan every time',
  },
  from: {
    placeholder: '<stroke>',
    help: 'Leave out the strokes before this one; the order is not searched further, so that it is the same every time',
  },
  marks: {
    placeholder: '<list>',
    help: 'Marks on a sheet that lies elsewhere, as planned and as found: "10,10=11,10.5; 200,10=201,9"',
  },
} as const satisfies Record<string, CommandOption>;

export const outputOptions = {
  'dry-run': { help: 'Plan only; works without a plotter service' },
  preview: { placeholder: '<file.svg>', help: 'Save a preview; “-” is standard output', completes: 'file' },
  travel: { help: 'Show pen-up travel in the preview' },
  commands: {
    placeholder: '<file>',
    help: 'Save the commands, one per line; “-” is standard output',
    completes: 'file',
  },
  name: { placeholder: '<name>', help: 'Name of the job, default: the name of the file' },
  detach: { help: 'Queue the job, and do not watch it' },
  'same-sheet': { help: 'Behind another job, do not ask for a new sheet of paper first' },
  'cancel-on-interrupt': { help: 'Ctrl+C cancels the job' },
} as const satisfies Record<string, CommandOption>;
