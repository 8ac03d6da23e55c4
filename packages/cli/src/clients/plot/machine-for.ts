import { ConnectionError, type PlotterStatus } from '@stationery/client';
import type { Machine } from '@stationery/drawing';
import type { ClientContext } from '../command.ts';

/** The machine of the plotter service. Where nothing is to be plotted, our own will do in its place. */
export async function machineFor(
  { out, signal, plotter }: Pick<ClientContext, 'out' | 'signal' | 'plotter'>,
  maybeOurs: boolean,
): Promise<Machine> {
  try {
    const service = await plotter();
    const [profile, status] = await Promise.all([service.machine({ signal }), service.status({ signal })]);
    // After ZERO the limits lie elsewhere. Services of before do not tell.
    const { reach = profile.limits }: Partial<PlotterStatus> = status;
    return { ...profile, limits: reach };
  } catch (error) {
    if (!maybeOurs || !(error instanceof ConnectionError)) throw error;
    out.note('No plotter service answers: planned for the Stationery A3 plotter.');
    return (await import('./drawing-parts.ts')).defaultMachine;
  }
}
