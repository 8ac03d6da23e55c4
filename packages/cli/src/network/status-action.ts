import { messageOf } from '@stationery/core';
import {
  type Check,
  keptPassphrase,
  type NetworkPlan,
  type NetworkSettings,
  networkChecks,
  pendingChanges,
  renderNetwork,
} from '@stationery/station/network';
import { readOptions } from './options.ts';
import { planOf } from './plan-of.ts';

/** Looks at the machine and says what is well and what is not. */
export async function statusAction(args: string[]): Promise<number> {
  const options = readOptions(args, { switches: ['json'] });
  const plan = await planOf(options, '');
  const checks = [files(options.settings, plan), ...(await networkChecks(plan))];
  const ok = checks.every((check) => check.ok);
  if (options.has('json')) {
    process.stdout.write(`${JSON.stringify({ ok, checks }, undefined, 2)}\n`);
  } else {
    process.stdout.write(checks.map(line).join(''));
    process.stdout.write(ok ? 'No problems.\n' : 'Problems found.\n');
  }
  return ok ? 0 : 1;
}

function line({ ok, name, detail, fix }: Check): string {
  return `${ok ? '✓' : '✗'} ${name}: ${detail}\n${fix === undefined ? '' : `    → ${fix}\n`}`;
}

/** Whether the files are those that the settings ask for. */
function files(settings: NetworkSettings, plan: NetworkPlan): Check {
  const name = 'Files';
  try {
    const passphrase = settings.wifiPassphrase ?? keptPassphrase('/') ?? '';
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
