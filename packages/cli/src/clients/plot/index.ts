import { statSync } from 'node:fs';
import { firmwareCommand } from '../../boards/firmware-command.ts';
import type { CommandGroup } from '../../command-line/command.ts';
import { inkscapeCommand } from '../../inkscape/inkscape-command.ts';
import { draw } from './draw.ts';
import { exportDrawing } from './export.ts';
import { plotterFleet } from './fleet.ts';
import { jobCommands } from './jobs.ts';
import { machineCommands } from './machine.ts';
import { machine } from './machine-profile.ts';
import { pens } from './pens.ts';
import { check, run } from './run.ts';
import { setup } from './setup.ts';
import { testCard } from './test-card.ts';
import { text } from './text.ts';

/** A word with a dot or a slash is a path, even if the file is missing. */
const isMeant = (first: string) =>
  first === '-' || first.startsWith('--') || /[./]/.test(first) || isFile(first);

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

export const plot: CommandGroup = {
  summary: 'Plot drawings, send commands, manage jobs',
  direct: { command: draw, isMeant, example: 'drawing.svg' },
  commands: {
    text,
    run,
    check,
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
