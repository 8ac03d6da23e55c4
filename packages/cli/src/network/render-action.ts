import {
  hideSecrets,
  isLink,
  keepPassphrase,
  keptPassphrase,
  pendingChanges,
  renderNetwork,
  writeChanges,
} from '@stationery/station/network';
import { readOptions } from './options.ts';
import { planOf } from './plan-of.ts';

/** Prints every file of the network, or writes them below a folder. */
export async function renderAction(args: string[]): Promise<number> {
  const options = readOptions(args, { values: ['out'] });
  const out = options.value('out');
  if (out !== undefined) {
    const { wifiPassphrase } = options.settings;
    const rendered = renderNetwork(
      await planOf(options, wifiPassphrase ?? keptPassphrase('/') ?? keepPassphrase(out)),
    );
    writeChanges(out, pendingChanges(out, rendered));
    process.stdout.write(`${rendered.map(({ path }) => `${out}${path}`).join('\n')}\n`);
    return 0;
  }
  for (const rendered of renderNetwork(await planOf(options, 'made at the first “apply”'))) {
    const [kind, content] = isLink(rendered)
      ? ['link', `to ${rendered.target}\n`]
      : [rendered.mode.toString(8).padStart(4, '0'), hideSecrets(rendered.content)];
    process.stdout.write(`=== ${rendered.path} (${kind})\n${content}\n`);
  }
  return 0;
}
