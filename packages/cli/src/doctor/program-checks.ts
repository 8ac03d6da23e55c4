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
  // Of the command that asks; which version the station is, is said by another check.
  const detail = `this command is Stationery ${packageVersion} on Node ${version}`;
  return isNewEnough
    ? good('Program', detail)
    : bad('Program', detail, `it needs Node ${oldestNode.join('.')} or newer; the Debian package brings one`);
}

/** A machine without a battery wakes up in the past. Nothing can be older than the program that is asked. */
export function clockCheck(now = new Date(), newestFile = statSync(ownFile).mtime): Finding {
  const detail = now.toISOString();
  if (now >= newestFile) return good('Clock', detail);
  const fix =
    'the station works all the same, but dates of files are wrong: timedatectl set-time "2026-01-31 12:00", or a network cable for a moment';
  return bad('Clock', `${detail} is before ${newestFile.toISOString()}, when this program was made`, fix);
}
