import { AppError } from '@stationery/core';
import type { Installer } from './installer.ts';

/** For a station that was not started by the launcher, so no other version could be started. */
export function absentInstaller(incomingDir: string): Installer {
  const refuse = (): never => {
    throw new AppError(
      'firmware-rejected',
      'This station was not started by “stationery launch”, so it cannot update itself. Start it with “stationery launch”, or set STATION_FIRMWARE_INSTALLER.',
    );
  };
  return {
    name: 'none',
    incomingDir,
    requireReady: refuse,
    makeRoom: () => undefined,
    lowestVersion: () => null,
    install: async () => refuse(),
  };
}
