import { resolve } from 'node:path';
import {
  type Change,
  hideSecrets,
  keepPassphrase,
  keptPassphrase,
  lineDiff,
  type NetworkPlan,
  pendingChanges,
  readOriginalState,
  renderNetwork,
  saveOriginalState,
  thisMachine,
  wifiCode,
  writeChanges,
} from '@stationery/station/network';
import { readOptions } from './options.ts';
import { planOf } from './plan-of.ts';
import { qrText } from './qr-text.ts';
import { enablingLinks, retire, startNetwork, touchedBy } from './start-network.ts';
import { isRunningSystem, runsSystemd } from './where-we-are.ts';

/** Writes what differs, and has it take effect on the machine that runs this. */
export async function applyAction(args: string[]): Promise<number> {
  const options = readOptions(args, { values: ['root'], switches: ['dry-run'] });
  const root = resolve(options.value('root') ?? '/');
  const dryRun = options.has('dry-run');
  const passphrase =
    options.settings.wifiPassphrase ??
    (dryRun ? (keptPassphrase(root) ?? 'made when it is applied') : keepPassphrase(root));
  const plan = await planOf(options, passphrase, root);
  const changes = pendingChanges(root, renderNetwork(plan));
  if (dryRun) {
    say(changes.length === 0 ? 'Nothing would change.\n' : changes.map(describe).join('\n'));
    return 0;
  }

  const here = isRunningSystem(root);
  const live = here && runsSystemd();
  const removed = changes.filter(({ kind }) => kind === 'removed').map(({ path }) => path);
  const machine = here ? await readOriginalState(thisMachine, touchedBy(plan)) : undefined;
  saveOriginalState(root, { files: changes, besides: enablingLinks(plan), machine });
  if (live) await retire(removed, say);
  writeChanges(root, changes);
  for (const { kind, path } of changes) say(`${words[kind]} ${path}\n`);
  if (changes.length === 0) say('Every file is as it should be.\n');
  const started = live ? await startNetwork(plan, say) : true;
  if (!live) {
    say(
      root === '/'
        ? 'systemd does not run here, so nothing was started.\n'
        : `Nothing was started: this was for ${root}.\n`,
    );
  }
  if (!started) {
    say(
      'The network does not run as it should. Run this again when the cause is gone; “remove” undoes it.\n',
    );
    return 1;
  }
  say(invitation(plan));
  return 0;
}

const words = { new: 'Wrote   ', changed: 'Changed ', removed: 'Removed ', restored: 'Restored' };

function describe({ kind, path, before, after }: Change): string {
  const title = {
    new: 'new',
    changed: 'changed',
    removed: 'would be removed',
    restored: 'would be as it was',
  }[kind];
  const lines = lineDiff(before, after).join('\n');
  const body = lines === '' ? '  (its mode)' : hideSecrets(lines);
  return `=== ${path} (${title})\n${body}\n`;
}

const securityOf = ({ wpa3 }: NetworkPlan) => (wpa3 ? 'WPA2 and WPA3' : 'WPA2');

function invitation(plan: NetworkPlan): string {
  const country =
    plan.country === undefined
      ? '\nNo country is set, so the radio keeps to what is allowed everywhere. Set STATION_WIFI_COUNTRY.\n'
      : '';
  return `
Network      ${plan.ssid}
Passphrase   ${plan.passphrase}
Security     ${securityOf(plan)}
Address      http://station.local, http://${plan.subnet.address}

${qrText(wifiCode(plan), process.stdout.isTTY === true)}${country}`;
}

function say(text: string): void {
  process.stdout.write(text);
}
