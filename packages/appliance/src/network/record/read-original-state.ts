import { existsSync, readdirSync } from 'node:fs';
import type { Machine } from '../radio/programs.ts';
import { readRadioState } from '../radio/radio-state.ts';
import type { OriginalState } from './original-state.ts';

export interface ChangedParts {
  /** Services of others that are going to be stopped. */
  readonly units: readonly string[];
  readonly interface: string;
  /** Users that are going to be made. */
  readonly users: readonly string[];
}

const forwardingParameters = ['net/ipv4/ip_forward', 'net/ipv6/conf/all/forwarding'];

/** How the machine is now, of everything that “network apply” is about to change. */
export async function readOriginalState(
  machine: Machine,
  changedParts: ChangedParts,
): Promise<OriginalState> {
  const units = new Map<string, boolean>();
  for (const unit of changedParts.units) {
    units.set(unit, (await machine.run('systemctl', 'is-active', '--quiet', unit)).status === 0);
  }
  const sysctl = forwardingParameters.flatMap((path) => {
    const value = machine.read(`/proc/sys/${path}`)?.trim();
    return value === undefined ? [] : [[path, value] as const];
  });
  const passwd = machine.read('/etc/passwd') ?? '';
  return {
    units: Object.fromEntries(units),
    sysctl: Object.fromEntries(sysctl),
    blocked: Object.fromEntries(wifiSwitches(machine).map(({ name, blocked }) => [name, blocked])),
    country: await countryNow(machine),
    interfaces: await interfaceNow(machine, changedParts.interface),
    newUsers: changedParts.users.filter(
      (user) => !passwd.split('\n').some((line) => line.startsWith(`${user}:`)),
    ),
  };
}

export interface WifiSwitch {
  readonly id: string;
  readonly name: string;
  readonly blocked: boolean;
}

/** What rfkill has for the Wi-Fi radios. */
export function wifiSwitches(machine: Machine, folder = '/sys/class/rfkill'): WifiSwitch[] {
  const radios = existsSync(folder) ? readdirSync(folder) : [];
  const read = (radio: string, file: string) => machine.read(`${folder}/${radio}/${file}`)?.trim() ?? '';
  return radios
    .filter((radio) => /^rfkill\d+$/.test(radio) && read(radio, 'type') === 'wlan')
    .map((radio) => ({
      id: radio.slice('rfkill'.length),
      name: read(radio, 'name'),
      blocked: read(radio, 'soft') === '1',
    }));
}

async function countryNow(machine: Machine): Promise<string> {
  const { stdout } = await machine.run('iw', 'reg', 'get');
  return /^country (\S\S):/m.exec(stdout)?.[1] ?? '00';
}

async function interfaceNow(machine: Machine, name: string): Promise<OriginalState['interfaces']> {
  const look = await readRadioState(machine);
  const found = 'interfaces' in look ? look.interfaces.find((each) => each.name === name) : undefined;
  // One that comes later was not there, and so not on.
  if (found === undefined) return { [name]: { up: false, addresses: [] } };
  const { stdout } = await machine.run('ip', '-o', 'address', 'show', 'dev', name, 'scope', 'global');
  const addresses = [...stdout.matchAll(/ inet6? (\S+)/g)].map((match) => match[1] ?? '');
  return { [name]: { up: found.up, addresses } };
}
