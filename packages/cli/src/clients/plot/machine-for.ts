import { ConnectionError, PlotterError, type PlotterStatus } from '@stationery/client';
import type { Machine, PalettePen } from '@stationery/drawing';
import type { CommandContext } from '../../command-line/command.ts';

/** The machine and the pens of the plotter service. For a dry run without a service, the Stationery plotter. */
export async function machineFor(
  { out, signal, plotter }: Pick<CommandContext, 'out' | 'signal' | 'plotter'>,
  isDryRun: boolean,
): Promise<{ machine: Machine; palette: readonly PalettePen[] }> {
  try {
    const service = await plotter();
    const [profile, status, palette] = await Promise.all([
      service.machine({ signal }),
      service.status({ signal }),
      // Older services have no pens.
      service.pens({ signal }).catch((error: unknown) => {
        if (error instanceof PlotterError && error.status === 404) return [];
        throw error;
      }),
    ]);
    // After ZERO the limits are elsewhere. Older services do not report that.
    const { reach = profile.limits }: Partial<PlotterStatus> = status;
    return { machine: { ...profile, limits: reach }, palette };
  } catch (error) {
    if (!isDryRun || !(error instanceof ConnectionError)) throw error;
    out.note('Can’t reach a plotter service: planned for the Stationery A3 plotter.');
    return { machine: (await import('./drawing-parts.ts')).defaultMachine, palette: [] };
  }
}
