import { accessSync, constants, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ListedInput {
  path: string;
  name: string;
  isReadable: boolean;
}

const maxDevices = 32;

/** Lists keyboards, remotes and buttons, but neither mice nor touch screens. */
export function listInputDevices(sys = '/sys/class/input', dev = '/dev/input'): ListedInput[] {
  const names = read(() => readdirSync(sys)) ?? [];
  return names
    .filter((name) => /^event\d{1,4}$/.test(name))
    .sort((one, other) => Number(one.slice(5)) - Number(other.slice(5)))
    .flatMap((event) => {
      const ofDevice = (file: string) =>
        read(() => readFileSync(join(sys, event, 'device', file), 'utf8').trim()) ?? '';
      const has = (kind: string) => /[1-9a-f]/.test(ofDevice(`capabilities/${kind}`));
      // The last word has the lowest bits.
      const hasXAndY = (kind: string) =>
        (Number.parseInt(ofDevice(`capabilities/${kind}`).at(-1) ?? '', 16) & 3) === 3;
      if (hasXAndY('rel') || hasXAndY('abs') || !(has('key') || has('rel'))) return [];
      const path = join(dev, event);
      const isReadable = read(() => accessSync(path, constants.R_OK) ?? true) ?? false;
      return [{ path, name: ofDevice('name'), isReadable }];
    })
    .slice(0, maxDevices);
}

/** Returns undefined on errors, because devices may vanish at any time. */
function read<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
