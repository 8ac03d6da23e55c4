import { clientSummaries } from '../client-summaries.ts';
import type { ClientGroup } from '../command.ts';
import { jobCommands } from './jobs.ts';
import { machineCommands } from './machine.ts';
import { check, run } from './run.ts';

export const plot: ClientGroup = {
  summary: clientSummaries.plot,
  commands: { run, check, ...jobCommands, ...machineCommands },
  examples: [
    'stationery plot send PENUP',
    'stationery plot run square.txt',
    'stationery plot jobs',
    'stationery plot pause',
    'stationery plot resume',
    'stationery plot stop',
  ],
};
