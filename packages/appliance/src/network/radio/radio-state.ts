import { readIwDev, readIwLink, type WirelessInterface } from './iw-output.ts';
import type { Machine } from './programs.ts';

interface SeenInterface extends WirelessInterface {
  readonly up: boolean;
  /** The name of the network that it has joined. */
  readonly joined: string | undefined;
}

/** All wireless interfaces, or the reason why they cannot be read. */
export type RadioState = { readonly interfaces: readonly SeenInterface[] } | { readonly blind: string };

const neverJoining = new Set(['AP', 'AP/VLAN', 'P2P-GO', 'monitor']);

export async function readRadioState(machine: Machine): Promise<RadioState> {
  const said = await machine.run('iw', 'dev');
  if (said.status === undefined) return { blind: 'the program iw is not there; install it' };
  if (said.status !== 0) {
    // A machine without a radio has no nl80211.
    if (/nl80211 not found/.test(said.stderr)) return { interfaces: [] };
    return { blind: `iw says: ${said.stderr.trim()}` };
  }
  const interfaces = await Promise.all(readIwDev(said.stdout).map((each) => seen(machine, each)));
  return { interfaces };
}

async function seen(machine: Machine, each: WirelessInterface): Promise<SeenInterface> {
  const flags = Number(machine.read(`/sys/class/net/${each.name}/flags`)?.trim() ?? 0);
  const up = (flags & 1) === 1;
  if (neverJoining.has(each.type)) return { ...each, up, joined: undefined };
  const link = readIwLink((await machine.run('iw', 'dev', each.name, 'link')).stdout);
  // Some drivers report the network only here.
  return { ...each, up, joined: link ?? each.ssid };
}
