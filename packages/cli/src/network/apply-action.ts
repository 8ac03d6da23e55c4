import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  type Change,
  hideSecrets,
  keepPassphrase,
  keptPassphrase,
  lineDiff,
  type NetworkPlan,
  networkPlan,
  pendingChanges,
  renderNetwork,
  wifiCode,
  writeChanges,
} from '@stationery/station/network';
import { readOptions } from './options.ts';
import { ownProgram } from './own-program.ts';
import { qrText } from './qr-text.ts';
import { retire, startNetwork } from './start-network.ts';

/** Writes what differs, and has it take effect on the machine that runs this. */
export async function applyAction(args: string[]): Promise<number> {
  const options = readOptions(args, { values: ['root'], switches: ['dry-run'] });
  const root = resolve(options.value('root') ?? '/');
  const dryRun = options.has('dry-run');
  const passphrase =
    options.settings.wifiPassphrase ??
    (dryRun ? (keptPassphrase(root) ?? 'made when it is applied') : keepPassphrase(root));
  const plan = networkPlan(options.settings, { passphrase, program: ownProgram() });
  const changes = pendingChanges(root, renderNetwork(plan));
  if (dryRun) {
    say(changes.length === 0 ? 'Nothing would change.\n' : changes.map(describe).join('\n'));
    return 0;
  }

  const live = root === '/' && existsSync('/run/systemd/system');
  const removed = changes.filter(({ kind }) => kind === 'removed').map(({ path }) => path);
  if (live) await retire(removed, say);
  writeChanges(root, changes);
  for (const { kind, path } of changes) say(`${words[kind]} ${path}\n`);
  if (changes.length === 0) say('Every file is as it should be.\n');
  const failed = live ? await startNetwork(plan, say) : 0;
  if (!live) {
    say(
      root === '/'
        ? 'systemd does not run here, so nothing was started.\n'
        : `Nothing was started: this was for ${root}.\n`,
    );
  }
  say(invitation(plan));
  return failed > 0 ? 1 : 0;
}

const words = { new: 'Wrote  ', changed: 'Changed', removed: 'Removed' };

function describe({ kind, path, before, after }: Change): string {
  const title = { new: 'new', changed: 'changed', removed: 'would be removed' }[kind];
  const lines = lineDiff(before, after).join('\n');
  const body = lines === '' ? '  (its mode)' : hideSecrets(lines);
  return `=== ${path} (${title})\n${body}\n`;
}

function invitation(plan: NetworkPlan): string {
  const country =
    plan.country === undefined
      ? '\nNo country is set, so the radio keeps to what is allowed everywhere. Set STATION_WIFI_COUNTRY.\n'
      : '';
  return `
Network      ${plan.ssid}
Passphrase   ${plan.passphrase}
Address      http://station.local, http://${plan.subnet.address}

${qrText(wifiCode(plan), process.stdout.isTTY === true)}${country}`;
}

function say(text: string): void {
  process.stdout.write(text);
}
