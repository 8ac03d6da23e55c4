import type { CommandGroup } from '../../command-line/command.ts';
import { exportCollection } from './export.ts';
import { importCollection } from './import.ts';

export const collection: CommandGroup = {
  summary: 'Copy the whole of a station: files, tags, playlists, settings',
  commands: { export: exportCollection, import: importCollection },
  examples: [
    'stationery collection export kitchen.tar',
    'stationery collection import kitchen.tar --station http://attic.local --dry-run',
    'stationery collection import kitchen.tar --station http://attic.local',
    'stationery collection export --folder /media/card/kitchen',
  ],
};
