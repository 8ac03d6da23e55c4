import type { Machine } from './programs.ts';

interface SeenInterface extends WirelessInterface {
  readonly up: boolean;
  /** Name of the network that the interface has joined. */
  readonly joined: string | undefined;
}

/** `blind` is the reason if the interfaces cannot be read. */
export type RadioState = { readonly interfaces: readonly SeenInterface[] } | { readonly blind: string };

const neverJoining = new Set(['AP', 'AP/VLAN', 'P2P-GO', 'monitor']);

export async function readRadioState(machine: Machine): Promise<RadioState> {
  const said = await machine.run('iw', 'dev');
  if (said.status === undefined) return { blind: 'the program iw is not installed; install it' };
  if (said.status !== 0) {
    // The machine has no radio, and therefore no nl80211.
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
  // Use the link too, because some drivers report the network only there.
  return { ...each, up, joined: link ?? each.ssid };
}

interface WirelessInterface {
  readonly name: string;
  /** `AP`, `managed`, `IBSS`, `mesh point` … */
  readonly type: string;
  readonly ssid: string | undefined;
  readonly channel: number | undefined;
}

/** Parses the output of `iw dev`, which has an indented block for each interface of each radio. */
export function readIwDev(output: string): WirelessInterface[] {
  return output
    .split(/^\t(?=Interface |Unnamed)/m)
    .slice(1)
    .flatMap((block) => {
      const name = /^Interface (\S+)/.exec(block)?.[1];
      if (name === undefined) return [];
      const lines = block.split('\n');
      const value = (key: string) => {
        const lead = `\t\t${key} `;
        return lines.find((line) => line.startsWith(lead))?.slice(lead.length);
      };
      const channel = /^\d+/.exec(value('channel') ?? '')?.[0];
      const ssid = value('ssid');
      return [
        {
          name,
          type: value('type') ?? 'unknown',
          ssid: ssid === undefined ? undefined : plainText(ssid),
          channel: channel === undefined ? undefined : Number(channel),
        },
      ];
    });
}

/** Returns the name or address of the joined network. */
export function readIwLink(output: string): string | undefined {
  const joined = /^(?:Connected to|Joined IBSS) (\S+)/m.exec(output)?.[1];
  if (joined === undefined) return undefined;
  const ssid = /^\tSSID: (.*)$/m.exec(output)?.[1];
  return ssid === undefined ? joined : plainText(ssid);
}

/** Decodes the escapes, such as `\xc3`, that iw prints for bytes other than printable ASCII. */
function plainText(text: string): string {
  const bytes = text.replace(/\\x([0-9a-f]{2})|[^\\]|\\/g, (match, hex: string | undefined) =>
    hex === undefined ? Buffer.from(match).toString('latin1') : String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
