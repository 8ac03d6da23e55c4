import { statSync } from 'node:fs';
import { type CommandGroup, defineCommand } from '../../command-line/command.ts';
import { firmwareCommand } from '../../flash/firmware-command.ts';
import { inkscapeCommand } from '../../inkscape/inkscape-command.ts';
import { checkPhoto } from './check-photo.ts';
import { draw, plotFiles, plotOptions } from './draw.ts';
import { exportDrawing } from './export.ts';
import { plotterFleet } from './fleet.ts';
import { jobCommands } from './jobs.ts';
import { machineCommands } from './machine.ts';
import { machine } from './machine-profile.ts';
import { pens } from './pens.ts';
import { check, run } from './run.ts';
import { setup } from './setup.ts';
import { text } from './text.ts';

const testCard = defineCommand({
  summary: 'Plot a card that shows what to adjust',
  about: 'Scale, round circles, pointed corners, pen height and times. docs/plotters.md says what to change.',
  service: 'plotter',
  options: plotOptions,
  examples: ['stationery plot test-card', 'stationery plot test-card --dry-run --preview card.svg'],
  run: (context) =>
    plotFiles(
      context,
      async () => {
        const { testCardSvg } = await import('./drawing-parts.ts');
        return [Buffer.from(testCardSvg())];
      },
      'Test card',
    ),
});

/** A word with a dot or a slash is a path, even if the file is missing. */
const isSelected = (first: string) =>
  first === '-' || first.startsWith('--') || /[./]/.test(first) || isFile(first);

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

export const plot: CommandGroup = {
  summary: 'Plot drawings, send commands, manage jobs',
  direct: { command: draw, isSelected, example: 'drawing.svg' },
  commands: {
    text,
    run,
    check,
    'check-photo': checkPhoto,
    export: exportDrawing,
    ...jobCommands,
    ...machineCommands,
    machine,
    pens,
    setup,
    'test-card': testCard,
    firmware: firmwareCommand(setup),
    inkscape: inkscapeCommand,
    fleet: plotterFleet,
  },
  examples: [
    'stationery plot drawing.svg --paper a4 --margin 10mm --fit',
    'stationery plot text "Happy birthday" --paper a6 --size 12mm',
    'stationery plot send PENUP',
    'stationery plot run square.txt',
    'stationery plot jobs',
    'stationery plot pause',
    'stationery plot resume',
    'stationery plot stop',
    'stationery plot setup',
    'stationery plot machine --set stepsPerMm=80',
  ],
};
