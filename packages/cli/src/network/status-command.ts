import {
  type Check,
  type NetworkPlan,
  type NetworkSettings,
  networkChecks,
  pendingChanges,
  renderNetwork,
  storedPassphrase,
} from '@stationery/appliance/network';
import { messageOf } from '@stationery/core';
import { defineCommand } from '../command-line/command.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import { networkSettings, readOptions } from './network-options.ts';
import { planOf } from './plan-of.ts';

export const status = defineCommand({
  summary: 'Check the network',
  about: `Checks that the interface is an access point, that nothing can join a network or be routed, and that all parts run. Exits with
0 if there are no problems, otherwise with 1. Some checks need root.`,
  settings: networkSettings,
  examples: ['sudo stationery network status', 'sudo stationery network status --json'],
  async run(context) {
    const { out } = context;
    const options = readOptions(context);
    const plan = await planOf(options, '');
    const checks = [files(options.settings, plan), ...(await networkChecks(plan))];
    const ok = checks.every((check) => check.ok);
    out.result({ ok, checks }, () => {
      out.line(`${checks.map(line).join('')}${ok ? 'No problems.' : 'Problems found.'}`);
    });
    return ok ? exitCodes.good : exitCodes.failed;
  },
});

function line({ ok, name, detail, fix }: Check): string {
  return `${ok ? '✓' : '✗'} ${name}: ${detail}\n${fix === undefined ? '' : `    → ${fix}\n`}`;
}

/** Whether the files match the settings. */
function files(settings: NetworkSettings, plan: NetworkPlan): Check {
  const name = 'Files';
  try {
    const passphrase = settings.wifiPassphrase ?? storedPassphrase('/') ?? '';
    const rendered = renderNetwork({ ...plan, passphrase });
    const changes = pendingChanges('/', rendered);
    if (changes.length === 0) return { name, ok: true, detail: `${rendered.length} are as they should be` };
    const detail =
      changes.length === 1 ? 'one is missing or differs' : `${changes.length} are missing or differ`;
    return { name, ok: false, detail, fix: 'stationery network apply --dry-run shows them' };
  } catch (error) {
    return { name, ok: false, detail: messageOf(error), fix: 'run this as root' };
  }
}
