import type { Machine } from '../radio/programs.ts';
import { type Check, check } from './check.ts';
import type { Expected } from './radio-checks.ts';

const apply = 'stationery network apply';

/** Whether the address is there, and nothing leads on from the station's network. */
export async function isolationChecks(machine: Machine, expected: Expected): Promise<Check[]> {
  return [
    await address(machine, expected),
    await guestsReachStationOnly(machine, expected),
    await nothingHandedOn(machine, expected),
    await noMasquerade(machine),
    await noDefaultRoute(machine, expected),
  ];
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

/** The rules as the kernel has them, in the words of nft. */
async function guestsReachStationOnly(machine: Machine, expected: Expected): Promise<Check> {
  const title = 'Guests reach the station only';
  const { stdout } = await machine.run('nft', 'list', 'table', 'inet', 'stationery');
  const isAsked = stdout.includes(`iifname "${expected.interface}" jump guests`);
  const [, fromGuests = ''] = stdout.split('chain guests {', 2);
  const [guests = ''] = fromGuests.split('\n\t}', 1);
  const open = /tcp dport \{ ([\d, ]+) \} accept/.exec(guests)?.[1]?.split(', ').map(Number) ?? [];
  const wanted = [53, ...expected.guestPorts];
  const isSame = open.length === wanted.length && wanted.every((port) => open.includes(port));
  const isClosed = guests.slice(guests.lastIndexOf('\n') + 1).trim() === 'drop';
  const seen = isAsked && isClosed ? `TCP ports ${open.join(', ')}` : 'the rules are missing';
  return check(title, isAsked && isClosed && isSame, seen, 'stationery network apply');
}

async function nothingHandedOn(machine: Machine, { interface: name }: Expected): Promise<Check> {
  const value = (path: string) => machine.read(`/proc/sys/net/${path}`)?.trim();
  const kernel = value('ipv4/ip_forward') === '0' && (value('ipv6/conf/all/forwarding') ?? '0') === '0';
  const rules = await machine.run('nft', 'list', 'table', 'inet', 'stationery');
  const dropped =
    rules.stdout.includes(`iifname "${name}" drop`) && rules.stdout.includes(`oifname "${name}" drop`);
  const seen = `the kernel ${kernel ? 'hands nothing on' : 'hands packets on'}; the rule that drops them ${dropped ? 'is there' : 'is missing'}`;
  return check('Nothing is routed', kernel && dropped, seen, `systemctl restart stationery-network`);
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
  return check('No way out through it', found === '', found || 'no default route', apply);
}
