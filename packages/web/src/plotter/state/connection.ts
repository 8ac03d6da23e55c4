import { plotterTexts } from '../../texts/plotter.ts';
import { showToast } from '../../ui/index.ts';
import { plotter } from '../client.ts';
import { runAction } from './run-action.ts';

/** Opens and closes the plotter's port. Its new state comes by an event. */
export const connect = () => void runAction('connect', () => plotter.connect());
export const disconnect = () => void runAction('disconnect', () => plotter.disconnect());

/** Uses another port from now on, also after a restart of the service. */
export async function choosePort(path: string, name: string): Promise<void> {
  const status = await runAction(`port ${path}`, () => plotter.choosePort(path));
  if (status !== undefined) showToast({ message: plotterTexts.ports.chosen(name) });
}
