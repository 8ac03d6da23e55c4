import { existsSync, readFileSync } from 'node:fs';
import { bootIdPath, plotterRuntimeFolder, writePresets } from '@stationery/appliance';
import { AppError, writeDurablySync } from '@stationery/core';

/** Undefined if the station may not shut the machine down: only the service of the package can ask for it. */
export function machineShutDown(setupFile: string | undefined): (() => void) | undefined {
  if (setupFile === undefined || existsSync(plotterRuntimeFolder)) return undefined;
  return () => {
    if (existsSync(setupFile))
      throw new AppError('setup-applying', 'The settings are being changed. Wait a minute, then try again.');
    const power = readFileSync(bootIdPath, 'utf8').trim();
    writeDurablySync(setupFile, writePresets(new Map([['power', power]])), undefined, 0o600);
  };
}
