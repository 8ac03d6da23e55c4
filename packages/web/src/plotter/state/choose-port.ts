import { connectionTexts } from '../../texts/connection.ts';
import { showToast } from '../../ui/index.ts';
import { plotter } from '../client.ts';
import { runAction } from './run-action.ts';

export async function choosePort(path: string, name: string): Promise<void> {
  const status = await runAction(`port ${path}`, () => plotter.choosePort(path));
  if (status !== undefined) showToast({ message: connectionTexts.ports.chosen(name) });
}
