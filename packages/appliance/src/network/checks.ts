import type { NetworkPlan } from './network-plan.ts';
import { type Machine, thisMachine } from './radio/programs.ts';
import { type RadioState, readRadioState } from './radio/radio-state.ts';
import { dnsmasqConfPath, hostapdConfPath, watchdogReportPath } from './units/index.ts';
import { parseReport } from './watchdog/report.ts';

export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly fix?: string;
}

type Expected = Pick<NetworkPlan, 'interface' | 'ssid' | 'channel' | 'subnet' | 'guestPorts'>;

const apply = 'stationery network apply';
const joiners = /^(?:\S*\/)?(wpa_supplicant|iwd|connmand|wicd)(?: |$)/;
const freshMs = 30_000;

function check(name: string, ok: boolean, detail: string, fix: string): Check {
  return ok ? { name, ok, detail } : { name, ok, detail, fix };
}

/** Checks the state of the machine itself, not the configuration files. */
export async function networkChecks(
  expected: Expected,
  machine: Machine = thisMachine,
  now = new Date(),
): Promise<Check[]> {
  const state = await readRadioState(machine);
  const radio = radioChecks(state, expected);
  // Without a radio, skip the other checks: all of them would fail, and their advice to restart would not help.
  if ('interfaces' in state && state.interfaces.length === 0) return radio;
  return [
    ...radio,
    noSupplicant(machine, expected),
    await unmanaged(machine, expected),
    await address(machine, expected),
    await guestsReachStationOnly(machine, expected),
    await nothingForwarded(machine, expected),
    await noMasquerade(machine),
    await noDefaultRoute(machine, expected),
    running(machine, 'hostapd', hostapdConfPath),
    running(machine, 'dnsmasq', dnsmasqConfPath),
    watchdog(machine, now),
  ];
}

function radioChecks(radio: RadioState, expected: Expected): Check[] {
  const title = 'Access point';
  if ('blind' in radio) return [check(title, false, radio.blind, 'apt-get install iw')];
  if (radio.interfaces.length === 0) {
    const none = `there is no Wi-Fi interface ${expected.interface}: this machine has no Wi-Fi at all`;
    return [
      check(title, false, none, 'plug in a Wi-Fi adapter; a station on a cable needs no network of its own'),
    ];
  }
  const own = radio.interfaces.find(({ name }) => name === expected.interface);
  const joined = radio.interfaces.filter((each) => each.joined !== undefined);
  const known = radio.interfaces.map(({ name }) => name).join(', ');
  return [
    own === undefined
      ? check(
          title,
          false,
          `there is no Wi-Fi interface ${expected.interface} (${known})`,
          'set STATION_WIFI_INTERFACE',
        )
      : check(
          title,
          own.type === 'AP' && own.up,
          `${own.name} is ${own.up ? '' : 'switched off, '}in mode ${own.type}${own.channel === undefined ? '' : `, channel ${own.channel}`}`,
          `${apply}, then: journalctl -u stationery-hostapd`,
        ),
    check(
      'Name of the network',
      own?.type === 'AP' && own.ssid === expected.ssid,
      own?.type === 'AP' ? `“${own.ssid ?? ''}”` : 'no network',
      `it should be “${expected.ssid}”: ${apply}`,
    ),
    check(
      'Not joined to another network',
      joined.length === 0,
      joined.map(({ name, joined: network }) => `${name} has joined “${network}”`).join(', ') ||
        `checked ${known}`,
      'rfkill block wifi, then find out what joined: systemctl status wpa_supplicant NetworkManager',
    ),
  ];
}

function noSupplicant(machine: Machine, { interface: name }: Expected): Check {
  const found = machine.processes().filter((line) => joiners.test(line));
  return check(
    'No program that joins networks',
    found.length === 0,
    found.length === 0 ? 'none runs' : `runs: ${found.join('; ')}`,
    `stop it; on ${name} nothing but the access point may run`,
  );
}

async function unmanaged(machine: Machine, { interface: name }: Expected): Promise<Check> {
  const { status, stdout } = await machine.run('nmcli', '-t', '-f', 'DEVICE,STATE', 'device');
  const line = stdout.split('\n').find((each) => each.startsWith(`${name}:`));
  const state = line?.slice(name.length + 1);
  const seen = state === undefined ? `does not know ${name}` : `${name} is ${state}`;
  return check(
    'NetworkManager',
    status !== 0 || state === undefined || state === 'unmanaged',
    status === 0 ? seen : 'does not run',
    `${apply}: it leaves the Wi-Fi unmanaged`,
  );
}

async function address(machine: Machine, { interface: name, subnet }: Expected): Promise<Check> {
  const { stdout } = await machine.run('ip', '-4', '-o', 'address', 'show', 'dev', name);
  const found = [...stdout.matchAll(/ inet (\S+)/g)].map((match) => match[1]);
  const wanted = `${subnet.address}/${subnet.prefix}`;
  return check(
    'Address',
    found.length === 1 && found[0] === wanted,
    found.join(', ') || 'none',
    `it should be ${wanted} alone: systemctl restart stationery-network`,
  );
}

/** Checks the firewall rules that are active in the kernel, as nft prints them. */
async function guestsReachStationOnly(machine: Machine, expected: Expected): Promise<Check> {
  const { stdout } = await machine.run('nft', 'list', 'table', 'inet', 'stationery');
  const isAsked = stdout.includes(`iifname "${expected.interface}" jump guests`);
  const [, fromGuests = ''] = stdout.split('chain guests {', 2);
  const [guests = ''] = fromGuests.split('\n\t}', 1);
  const open = /tcp dport \{ ([\d, ]+) \} accept/.exec(guests)?.[1]?.split(', ').map(Number) ?? [];
  const wanted = [53, ...expected.guestPorts];
  const isSame = open.length === wanted.length && wanted.every((port) => open.includes(port));
  const isClosed = guests.slice(guests.lastIndexOf('\n') + 1).trim() === 'drop';
  const seen = isAsked && isClosed ? `TCP ports ${open.join(', ')}` : 'the rules are missing';
  return check('Guests reach the station only', isAsked && isClosed && isSame, seen, apply);
}

async function nothingForwarded(machine: Machine, { interface: name }: Expected): Promise<Check> {
  const value = (path: string) => machine.read(`/proc/sys/net/${path}`)?.trim();
  const kernel = value('ipv4/ip_forward') === '0' && (value('ipv6/conf/all/forwarding') ?? '0') === '0';
  const rules = await machine.run('nft', 'list', 'table', 'inet', 'stationery');
  const dropped =
    rules.stdout.includes(`iifname "${name}" drop`) && rules.stdout.includes(`oifname "${name}" drop`);
  const seen = `the kernel ${kernel ? 'forwards nothing' : 'forwards packets'}; the rule that drops them ${dropped ? 'is there' : 'is missing'}`;
  return check('Nothing is routed', kernel && dropped, seen, 'systemctl restart stationery-network');
}

async function noMasquerade(machine: Machine): Promise<Check> {
  const { status, stdout, stderr } = await machine.run('nft', 'list', 'ruleset');
  const title = 'Nothing is masqueraded';
  if (status !== 0)
    return check(title, false, `cannot tell: ${stderr.trim() || 'no nft'}`, 'run this as root');
  const found = stdout.split('\n').find((line) => /\b(masquerade|snat)\b/.test(line));
  return check(
    title,
    found === undefined,
    found?.trim() ?? 'no such rule',
    'remove the rule: nft list ruleset',
  );
}

async function noDefaultRoute(machine: Machine, { interface: name }: Expected): Promise<Check> {
  const four = await machine.run('ip', '-4', 'route', 'show', 'default', 'dev', name);
  const six = await machine.run('ip', '-6', 'route', 'show', 'default', 'dev', name);
  const found = `${four.stdout}${six.stdout}`.trim();
  return check('No default route through it', found === '', found || 'no default route', apply);
}

function running(machine: Machine, program: string, conf: string): Check {
  const found = machine.processes().some((line) => line.includes(conf));
  return check(program, found, found ? 'runs' : 'does not run', `journalctl -u stationery-${program}`);
}

function watchdog(machine: Machine, now: Date): Check {
  const report = parseReport(machine.read(watchdogReportPath) ?? '');
  const fix = 'systemctl restart stationery-watchdog';
  if (report === undefined) return check('Watchdog', false, 'has not reported yet', fix);
  const ageMs = Math.abs(now.getTime() - Date.parse(report.checkedAt));
  const { trouble } = report;
  const before = trouble === null ? '' : `; on ${trouble.at}: ${trouble.what}; ${trouble.done}`;
  if (!(ageMs < freshMs)) {
    return check('Watchdog', false, `last check on ${report.checkedAt}: ${report.what}${before}`, fix);
  }
  return check('Watchdog', report.ok, `${report.what}${before}`, apply);
}
