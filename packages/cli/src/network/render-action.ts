import {
  hideSecrets,
  isLink,
  keepPassphrase,
  keptPassphrase,
  networkPlan,
  pendingChanges,
  renderNetwork,
  writeChanges,
} from '@stationery/station/network';
import { readOptions } from './options.ts';
import { ownProgram } from './own-program.ts';

/** Prints every file of the network, or writes them below a folder. */
export function renderAction(args: string[]): number {
  const options = readOptions(args, { values: ['out'] });
  const out = options.value('out');
  const plan = (passphrase: string) => networkPlan(options.settings, { passphrase, program: ownProgram() });
  if (out !== undefined) {
    const { wifiPassphrase } = options.settings;
    const rendered = renderNetwork(plan(wifiPassphrase ?? keptPassphrase('/') ?? keepPassphrase(out)));
    writeChanges(out, pendingChanges(out, rendered));
    process.stdout.write(`${rendered.map(({ path }) => `${out}${path}`).join('\n')}\n`);
    return 0;
  }
  for (const rendered of renderNetwork(plan('made at the first “apply”'))) {
    const [kind, content] = isLink(rendered)
      ? ['link', `to ${rendered.target}\n`]
      : [rendered.mode.toString(8).padStart(4, '0'), hideSecrets(rendered.content)];
    process.stdout.write(`=== ${rendered.path} (${kind})\n${content}\n`);
  }
  return 0;
}
