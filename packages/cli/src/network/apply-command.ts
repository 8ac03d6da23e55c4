import { resolve } from 'node:path';
import {
  type Change,
  ensurePassphrase,
  hideSecrets,
  lineDiff,
  type NetworkPlan,
  networkPlan,
  pendingChanges,
  renderNetwork,
  saveOriginalState,
  stationSerial,
  storedPassphrase,
  wifiCode,
  writeChanges,
} from '@stationery/appliance/network';
import { encode } from 'uqr';
import { defineCommand } from '../command-line/command.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import { type NetworkOptions, networkSettings, readOptions } from './network-options.ts';
import { ownProgram } from './own-program.ts';
import { type Say, stepOutput } from './run-step.ts';
import { isRunningSystem, runsSystemd } from './running-system.ts';
import { enablingLinks, retire, startNetwork } from './start-network.ts';

export const apply = defineCommand({
  summary: 'Set up the network and start it',
  about: `Writes the files that differ, starts what they describe, and prints how to join: name, passphrase and a QR code.`,
  options: {
    'dry-run': { help: 'Show what would change, and change nothing' },
    root: {
      placeholder: '<folder>',
      help: 'Write files below this folder, for the image of a system; nothing is started',
      completes: 'folder',
    },
  },
  settings: networkSettings,
  examples: [
    'sudo stationery network apply --dry-run',
    'sudo stationery network apply',
    'stationery network apply --root /mnt/image --wifi-ssid Kitchen --wifi-country DE',
  ],
  async run(context) {
    const { out } = context;
    const say = stepOutput(out);
    const options = readOptions(context);
    const root = resolve(context.options.root ?? '/');
    const dryRun = context.options['dry-run'];
    const passphrase =
      options.settings.wifiPassphrase ??
      (dryRun ? (storedPassphrase(root) ?? 'made when it is applied') : ensurePassphrase(root));
    const plan = planOf(options, passphrase, root);
    const changes = pendingChanges(root, renderNetwork(plan));
    const changed = changes.map(({ kind, path }) => ({ kind, path }));
    if (dryRun) {
      say(changes.length === 0 ? 'Nothing would change.\n' : changes.map(describe).join('\n'));
      out.result({ applied: false, changes: changed }, () => undefined);
      return exitCodes.good;
    }
    const started = await applyChanges(plan, changes, root, say);
    const { ssid, subnet } = plan;
    out.result(
      {
        applied: true,
        changes: changed,
        started,
        ssid,
        passphrase: plan.passphrase,
        address: subnet.address,
      },
      () => started && out.line(invitation(plan).replace(/\n$/, '')),
    );
    return started ? exitCodes.good : exitCodes.failed;
  },
});

/** Applies the changes. Returns false if the network does not work afterwards. */
async function applyChanges(
  plan: NetworkPlan,
  changes: readonly Change[],
  root: string,
  say: Say,
): Promise<boolean> {
  const live = isRunningSystem(root) && runsSystemd();
  const removed = changes.filter(({ kind }) => kind === 'removed').map(({ path }) => path);
  saveOriginalState(root, { files: changes, besides: enablingLinks });
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
      'The network does not run as it should. Fix the cause, then run this again; “stationery network remove” undoes it.\n',
    );
  }
  return started;
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

function invitation(plan: NetworkPlan): string {
  const country =
    plan.country === undefined
      ? '\nNo country is set, so the radio uses only what every country allows. Set STATION_WIFI_COUNTRY.\n'
      : '';
  return `
Network      ${plan.ssid}
Passphrase   ${plan.isOpen ? 'none: everyone nearby can join' : plan.passphrase}
Address      http://station.local, http://${plan.subnet.address}

${qrText(wifiCode(plan), process.stdout.isTTY === true)}${country}`;
}

function planOf(options: NetworkOptions, passphrase: string, root: string): NetworkPlan {
  const { settings, plotterPort } = options;
  return networkPlan(settings, {
    passphrase,
    serial: stationSerial(root, settings.dataDir),
    program: ownProgram(),
    plotterPort,
  });
}

/** Width of the white border that the standard requires; some phones find no code without it. */
const quietZone = 4;

/**
 * Draws a QR code in half-block characters, so that its modules
 * are square. With colour it is black on white in any terminal.
 */
export function qrText(content: string, colour: boolean): string {
  const { size, data } = encode(content, { ecc: 'M', border: quietZone });
  const dark = (row: number, column: number) => data[row]?.[column] === true;
  const lines = Array.from({ length: Math.ceil(size / 2) }, (_, line) =>
    Array.from({ length: size }, (__, column) => {
      const [upper, lower] = [dark(2 * line, column), dark(2 * line + 1, column)];
      return upper ? (lower ? '█' : '▀') : lower ? '▄' : ' ';
    }).join(''),
  );
  return lines.map((line) => (colour ? `\x1b[38;5;16;48;5;231m${line}\x1b[0m\n` : `${line}\n`)).join('');
}
