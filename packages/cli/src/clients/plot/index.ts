import { statSync } from 'node:fs';
import { clientSummaries } from '../client-summaries.ts';
import type { ClientGroup } from '../command.ts';
import { draw } from './draw.ts';
import { jobCommands } from './jobs.ts';
import { machineCommands } from './machine.ts';
import { machine } from './machine-profile.ts';
import { check, run } from './run.ts';

/** A drawing, or options before one. */
const isMeant = (first: string) =>
  first === '-' || first.startsWith('--') || /\.svg$/i.test(first) || isFile(first);

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

export const plot: ClientGroup = {
  summary: clientSummaries.plot,
  direct: { command: draw, isMeant },
  commands: { run, check, ...jobCommands, ...machineCommands, machine },
  examples: [
    'stationery plot drawing.svg --paper a4 --margin 10mm --fit',
    'stationery plot send PENUP',
    'stationery plot run square.txt',
    'stationery plot jobs',
    'stationery plot pause',
    'stationery plot resume',
    'stationery plot stop',
    'stationery plot machine --set stepsPerMm=80',
  ],
};
