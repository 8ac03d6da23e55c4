import { ConnectionError, type PlotterStatus } from '@stationery/client';
import type { Machine } from '@stationery/drawing';
import type { CommandContext } from '../../command-line/command.ts';

/** The machine of the plotter service. For a dry run without a service, the Stationery plotter. */
export async function machineFor(
  { out, signal, plotter }: Pick<CommandContext, 'out' | 'signal' | 'plotter'>,
  isDryRun: boolean,
): Promise<Machine> {
  try {
    const service = await plotter();
    const [profile, status] = await Promise.all([service.machine({ signal }), service.status({ signal })]);
    // After ZERO the limits are elsewhere. Older services do not report that.
    const { reach = profile.limits }: Partial<PlotterStatus> = status;
    return { ...profile, limits: reach };
  } catch (error) {
    if (!isDryRun || !(error instanceof ConnectionError)) throw error;
    out.note('Can’t reach a plotter service: planned for the Stationery A3 plotter.');
    return (await import('./drawing-parts.ts')).defaultMachine;
  }
}
