import { basename } from 'node:path';
import { type NetworkPlan, thisMachine } from '@stationery/station/network';

type Say = (text: string) => void;

/** Stops units that an earlier network had and this one has not, while their files are still there. */
export async function retire(removed: readonly string[], say: Say): Promise<void> {
  const units = removed.map((path) => basename(path)).filter((name) => /^stationery-.*\.service$/.test(name));
  if (units.length > 0) await step(say, 'systemctl', 'disable', '--now', ...units);
}

/** Has the files take effect. The order matters: first everything that could join goes, then the access point comes. */
export async function startNetwork(plan: NetworkPlan, say: Say): Promise<number> {
  const own = plan.backend === 'hostapd' ? ['stationery-hostapd.service'] : [];
  const units = [
    'stationery-network.service',
    ...own,
    'stationery-dnsmasq.service',
    'stationery-watchdog.service',
  ];
  const steps = [
    ['systemd-sysusers'],
    ['systemd-tmpfiles', '--create', 'stationery.conf'],
    ['systemctl', 'daemon-reload'],
    ...(await reloadNetworkManager()),
    ...(plan.backend === 'hostapd'
      ? [['systemctl', 'stop', 'wpa_supplicant.service', `wpa_supplicant@${plan.interface}.service`]]
      : []),
    ['systemctl', 'enable', '--quiet', ...units, 'stationery-station.service'],
    ['systemctl', 'restart', ...units],
    ['systemctl', 'start', 'stationery-station.service'],
  ];
  let failed = 0;
  for (const [program = '', ...args] of steps) if (!(await step(say, program, ...args))) failed++;
  return failed;
}

async function reloadNetworkManager(): Promise<string[][]> {
  const { status } = await thisMachine.run('systemctl', 'is-active', '--quiet', 'NetworkManager.service');
  return status === 0
    ? [
        ['nmcli', 'general', 'reload'],
        ['nmcli', 'connection', 'reload'],
      ]
    : [];
}

async function step(say: Say, program: string, ...args: string[]): Promise<boolean> {
  const { status, stderr } = await thisMachine.run(program, ...args);
  say(`${status === 0 ? 'Did     ' : 'FAILED  '}${[program, ...args].join(' ')}\n`);
  if (status !== 0 && stderr.trim() !== '') say(`        ${stderr.trim().replaceAll('\n', '\n        ')}\n`);
  return status === 0;
}
