import { ConnectionError } from '@stationery/client';
import type { Machine, PalettePen } from '@stationery/drawing';
import type { CommandContext } from '../../command-line/command.ts';
import { connectSetup } from './setup-client.ts';

/**
 * Returns the machine of the plotter service. Without a service, a dry run uses the Stationery plotter without pens.
 */
export async function machineFor(
  { out, signal, plotter, sources }: Pick<CommandContext, 'out' | 'signal' | 'plotter' | 'sources'>,
  isDryRun: boolean,
): Promise<{ machine: Machine; palette: readonly PalettePen[] }> {
  try {
    const [service, setup] = await Promise.all([plotter(), connectSetup({ sources })]);
    const [profile, status, palette] = await Promise.all([
      service.machine({ signal }),
      service.status({ signal }),
      setup.pens({ signal }),
    ]);
    // Use the reach from the status, because ZERO shifts the limits of the profile.
    return { machine: { ...profile, limits: status.reach }, palette };
  } catch (error) {
    if (!isDryRun || !(error instanceof ConnectionError)) throw error;
    out.note('Can’t reach a plotter service: planned for the Stationery A3 plotter.');
    return { machine: (await import('./drawing-parts.ts')).defaultMachine, palette: [] };
  }
}
