import { existsSync, readFileSync } from 'node:fs';
import { bootIdPath, plotterRuntimeFolder, writePresets } from '@stationery/appliance';
import { AppError, writeDurablySync } from '@stationery/core';

/** Returns a function that shuts the machine down, or undefined if it must not: only the packaged service may. */
export function machineShutDown(setupFile: string | undefined): (() => void) | undefined {
  if (setupFile === undefined || existsSync(plotterRuntimeFolder)) return undefined;
  return () => {
    if (existsSync(setupFile))
      throw new AppError('setup-applying', 'The settings are being changed. Wait a minute, then try again.');
    const power = readFileSync(bootIdPath, 'utf8').trim();
    writeDurablySync(setupFile, writePresets(new Map([['power', power]])), undefined, 0o600);
  };
}
