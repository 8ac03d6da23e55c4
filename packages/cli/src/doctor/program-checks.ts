import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { packageVersion } from '@stationery/core';
import { bad, type Finding, good } from './finding.ts';

const oldestNode = [20, 19];
const ownFile = fileURLToPath(new URL('../../package.json', import.meta.url));

export function nodeCheck(version: string = process.versions.node): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [minMajor = 0, minMinor = 0] = oldestNode;
  const isNewEnough = major > minMajor || (major === minMajor && minor >= minMinor);
  // The version of this command; a separate check reports that of the station.
  const detail = `this command is Stationery ${packageVersion} on Node ${version}`;
  return isNewEnough
    ? good('Program', detail)
    : bad('Program', detail, `it needs Node ${oldestNode.join('.')} or newer; the Debian package brings one`);
}

/**
 * A machine without a clock battery boots in the past. The current time cannot be before the date of the
 * program file.
 */
export function clockCheck(now = new Date(), newestFile = statSync(ownFile).mtime): Finding {
  const detail = now.toISOString();
  if (now >= newestFile) return good('Clock', detail);
  const fix =
    'the station works, but file dates are wrong: timedatectl set-time "2026-01-31 12:00", or a network cable for a moment';
  return bad('Clock', `${detail} is before ${newestFile.toISOString()}, when this program was made`, fix);
}
