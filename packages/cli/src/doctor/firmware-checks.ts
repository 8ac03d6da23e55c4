import { existsSync } from 'node:fs';
import { messageOf } from '@stationery/core';
import { readPublicKey, shortKey, stateFolder } from '@stationery/station';
import { SlotFolder } from '@stationery/station/launcher';
import { bad, type Finding, good, skipped } from './finding.ts';
import { isWritable } from './folder-state.ts';
import type { Patient } from './patient.ts';

export function keyCheck({ station }: Patient): Finding {
  const name = 'Firmware keys';
  const make = 'make a pair with “stationery firmware keygen”, and set firmwareKeys to the .pub file';
  try {
    const keys = station.firmwareKeys.map((key) => shortKey(readPublicKey(key)));
    if (station.firmwareAllowUnsigned === 'yes') {
      return bad(
        name,
        'firmware that nobody signed is taken too',
        'set firmwareAllowUnsigned to no: it is for development only',
      );
    }
    // Whoever tries it out with a simulated reader has no device to update yet.
    if (keys.length === 0 && station.reader === 'sim:')
      return skipped(name, `none, so no update is taken; for a real station ${make}`);
    if (keys.length === 0) return bad(name, 'none: no update will be taken', make);
    return good(name, keys.join(', '));
  } catch (error) {
    return bad(name, messageOf(error), make);
  }
}

export function slotCheck({ station, running }: Patient): Finding {
  const name = 'Versions';
  const path = station.firmwareSlots ?? `${stateFolder}/firmware`;
  if (station.firmwareInstaller !== 'slots')
    return skipped(name, `updates are the business of “${station.firmwareInstaller}”`);
  if (!existsSync(path))
    return skipped(
      name,
      'nothing was launched yet: “stationery launch” starts a station that can be updated',
    );
  const folder = new SlotFolder(path);
  const { active, trial, last } = folder.read();
  const content = folder.contentOf(active);
  if (active !== 'factory' && content === undefined) {
    return bad(
      name,
      `the version in slot ${active} is not whole any more; another one is started`,
      'send the update again',
    );
  }
  if (running === undefined && !isWritable(path)) {
    return bad(name, `${path} may not be written`, `sudo chown -R stationery: ${path}`);
  }
  const told = [
    `${content?.version ?? 'the installed one'} (${active})`,
    ...(trial === null ? [] : [`${trial.version} is on trial`]),
    ...(last?.result === 'rolled-back' ? [`the last update was rolled back: ${last.reason}`] : []),
  ];
  return good(name, told.join('; '));
}
