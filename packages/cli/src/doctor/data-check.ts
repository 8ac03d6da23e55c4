import { resolve } from 'node:path';
import { type DataSpec, type DataState, examineDatabase } from '@stationery/core';
import { plotterData } from '@stationery/plotter';
import { stationData } from '@stationery/station';
import { bad, type CheckInput, type Finding, good, skipped } from './finding.ts';
import { existingFolder, isFolder, isWritable } from './folder-state.ts';
import { type Installation, setAdvice } from './installation.ts';

export function dataCheck({ station, running, installation }: CheckInput): Finding {
  const name = 'Data folder';
  const folder = resolve(station.dataDir);
  const owner = `sudo install -d -o stationery -g stationery ${folder}`;
  const set = setAdvice(installation, { key: 'dataDir', variable: 'STATION_DATA_DIR' });
  const existing = existingFolder(folder);
  if (!isFolder(existing)) return bad(name, `${existing} is not a folder`, `move it away, or ${set}`);
  if (running !== undefined) return good(name, `${folder}, in use by the station that runs`);
  if (!isWritable(existing)) return bad(name, `${existing} may not be written`, `${owner}; or ${set}`);
  return good(name, existing === folder ? folder : `${folder}, which the first start makes`);
}

export function databaseChecks({ station, plotter, installation }: CheckInput): Finding[] {
  return [
    databaseCheck('Station database', station.dataDir, stationData, installation),
    databaseCheck('Plotter database', plotter.dataDir, plotterData, installation),
  ];
}

function databaseCheck(name: string, dataDir: string, spec: DataSpec, installation: Installation): Finding {
  const folder = resolve(dataDir);
  if (!isFolder(folder)) return skipped(name, `none in ${folder} yet`);
  if (!isWritable(folder))
    return skipped(name, `${folder} may not be written by this user: run this as root`);
  const examined = examineDatabase(folder, spec);
  const { path, state, reason } = examined;
  switch (state) {
    case 'none':
      return skipped(name, `none in ${folder} yet`);
    case 'in use':
      return skipped(name, reason ?? `${path} is in use; stop the ${spec.owner} to check it`);
    case 'newer':
      return bad(
        name,
        `${path} was written by a newer version`,
        installation.isPackaged
          ? 'install the newer package, or send the update again'
          : 'update this program',
      );
    case 'damaged':
      return bad(name, `${path} is damaged: ${reason}`, repairHint(examined, spec, installation));
    default:
      return good(name, path);
  }
}

function repairHint({ copyOf }: DataState, { owner }: DataSpec, { isPackaged }: Installation): string {
  const unit = `stationery-${owner}`;
  const command = isPackaged
    ? `sudo systemctl stop ${unit}; sudo stationery doctor --repair; sudo systemctl start ${unit}`
    : `stop the ${owner}, then: stationery doctor --repair`;
  return copyOf === undefined
    ? `${command}; there is no copy to restore from, so only what can still be read is kept`
    : `${command}; it restores from the copy of ${copyOf}`;
}
