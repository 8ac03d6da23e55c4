import { dirname } from 'node:path';
import type { RenderedFile } from '../rendered-file.ts';
import { systemCalls } from './hardening.ts';
import { setupPathUnit, setupRequestPath, setupResultPath, stationUnit } from './service-units.ts';
import { commandLine, unitFile } from './unit-file.ts';

interface SetupUnitOptions {
  readonly program: readonly string[];
  readonly unitFolder?: string | undefined;
}

/** Returns units that apply the settings chosen on the page, also after a power cut. They start with the station. */
export function setupUnits({ program, unitFolder }: SetupUnitOptions): RenderedFile[] {
  const path = {
    Unit: { Description: 'Stationery settings chosen on the page', PartOf: stationUnit },
    Path: { PathExists: setupRequestPath },
  };
  const service = {
    Unit: {
      Description: 'Stationery settings chosen on the page, as root',
      // Wait for the unit that sets up the network at boot on the SD card image.
      After: 'stationery-setup.service',
    },
    Service: {
      Type: 'oneshot',
      ExecStart: commandLine([...program, 'setup', setupRequestPath, '--result', setupResultPath]),
      RuntimeDirectory: dirname(setupResultPath).replace(/^\/run\//, ''),
      RuntimeDirectoryPreserve: 'yes',
      // Starting a network may take three minutes, and restoring the previous network just as long.
      TimeoutStartSec: '15min',
      ...systemCalls('@clock'),
    },
  };
  return [
    unitFile(setupPathUnit, path, unitFolder),
    unitFile(setupPathUnit.replace('.path', '.service'), service, unitFolder),
  ];
}
