import { clientSummaries } from '../client-summaries.ts';
import type { ClientGroup } from '../command.ts';
import { exportBindings } from './export.ts';
import { importBindings } from './import.ts';

export const bindings: ClientGroup = {
  summary: clientSummaries.bindings,
  commands: { export: exportBindings, import: importBindings },
  examples: [
    'stationery bindings export kitchen.json',
    'stationery bindings import kitchen.json --station http://attic.local',
    'stationery bindings import kitchen.json --station http://attic.local --apply',
  ],
};
