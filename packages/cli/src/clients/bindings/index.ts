import type { CommandGroup } from '../../command-line/command.ts';
import { exportBindings } from './export.ts';
import { importBindings } from './import.ts';

export const bindings: CommandGroup = {
  summary: 'Copy which file belongs to which tag from one station to another',
  commands: { export: exportBindings, import: importBindings },
  examples: [
    'stationery bindings export kitchen.json',
    'stationery bindings import kitchen.json --station http://attic.local',
    'stationery bindings import kitchen.json --station http://attic.local --apply',
  ],
};
