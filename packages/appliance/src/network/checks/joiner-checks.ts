import type { Machine } from '../radio/programs.ts';
import { type Check, check } from './check.ts';
import type { Expected } from './radio-checks.ts';

const joiners = /^(?:\S*\/)?(wpa_supplicant|iwd|connmand|wicd)(?: |$)/;

/** Whether a program runs that could join a network. */
export async function joinerChecks(machine: Machine, expected: Expected): Promise<Check[]> {
  return [noSupplicant(machine, expected), await networkManager(machine, expected)];
}

function noSupplicant(machine: Machine, { backend, interface: name }: Expected): Check {
  const running = machine.processes().filter((line) => joiners.test(line));
  // NetworkManager runs its access point through one, without an interface of its own choice (-u: over D-Bus).
  const wrong = running.filter((line) => backend === 'hostapd' || !/^\S*wpa_supplicant(?= ).* -u/.test(line));
  return check(
    'No program that joins networks',
    wrong.length === 0,
    wrong.length === 0
      ? running.length === 0
        ? 'none runs'
        : 'only the one that NetworkManager runs the access point with'
      : `runs: ${wrong.join('; ')}`,
    `stop it; on ${name} nothing but the access point may run`,
  );
}

async function networkManager(machine: Machine, expected: Expected): Promise<Check> {
  const title = 'NetworkManager';
  const { status, stdout } = await machine.run('nmcli', '-t', '-f', 'DEVICE,STATE,CONNECTION', 'device');
  const managed = expected.backend === 'networkmanager';
  if (status !== 0) {
    return check(title, !managed, 'does not run', 'systemctl start NetworkManager');
  }
  const line = stdout.split('\n').find((each) => each.startsWith(`${expected.interface}:`));
  const [, state = 'unknown', connection = ''] = line?.split(':') ?? [];
  return managed
    ? check(
        title,
        state === 'connected' && connection === 'stationery',
        `${expected.interface} is ${state}${connection === '' ? '' : `, profile ${connection}`}`,
        'stationery network apply',
      )
    : check(
        title,
        line === undefined || state === 'unmanaged',
        line === undefined ? `does not know ${expected.interface}` : `${expected.interface} is ${state}`,
        'stationery network apply: it leaves the Wi-Fi unmanaged',
      );
}
