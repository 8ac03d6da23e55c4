import { resolve } from 'node:path';
import { bad, type Finding, good } from './finding.ts';
import { existingFolder, isFolder, isWritable } from './folder-state.ts';
import type { Patient } from './patient.ts';

export function dataCheck({ station, running }: Patient): Finding {
  const name = 'Data folder';
  const folder = resolve(station.dataDir);
  const owner = `sudo install -d -o stationery -g stationery ${folder}`;
  const existing = existingFolder(folder);
  if (!isFolder(existing))
    return bad(name, `${existing} is no folder`, 'move it away, or set STATION_DATA_DIR');
  if (running !== undefined) return good(name, `${folder}, in use by the station that runs`);
  if (!isWritable(existing))
    return bad(name, `${existing} may not be written`, `${owner}, or set STATION_DATA_DIR`);
  return good(name, existing === folder ? folder : `${folder}, which the first start makes`);
}
