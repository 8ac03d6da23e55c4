import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const powerSupplyFolder = '/sys/class/power_supply';

export interface BatteryLevel {
  percent: number;
  isCharging: boolean;
}

/**
 * Reads the batteries of this machine (sysfs-class-power in the kernel's documentation). Ignores batteries of
 * mice and headphones.
 */
export async function readBattery(folder: string): Promise<BatteryLevel | undefined> {
  const names = await readdir(folder).catch(() => []);
  const supplies = await Promise.all(names.map((name) => readSupply(join(folder, name))));
  const own = supplies.filter(({ scope }) => scope !== 'Device');
  const isPlugged = own.some(({ type, online }) => type !== 'Battery' && online === '1');
  const batteries = own.flatMap(({ type, status, percent }) =>
    type === 'Battery' && percent !== undefined ? [{ status, percent }] : [],
  );
  if (batteries.length === 0) return undefined;
  const sum = batteries.reduce((total, { percent }) => total + percent, 0);
  return {
    percent: Math.round(sum / batteries.length),
    isCharging: batteries.every(({ status }) => chargingStatus.get(status) ?? isPlugged),
  };
}

/**
 * Whether a status means charging. For all others the charger decides, because gauges that do not see it report
 * `Unknown` or no status.
 */
const chargingStatus = new Map<string | undefined, boolean>([
  ['Charging', true],
  ['Full', true],
  ['Not charging', true],
  ['Discharging', false],
]);

async function readSupply(folder: string) {
  const read = async (name: string) => {
    const text = await readFile(join(folder, name), 'latin1').catch(() => undefined);
    return text?.trim();
  };
  const [type, scope, online, status] = await Promise.all(['type', 'scope', 'online', 'status'].map(read));
  return { type, scope, online, status, percent: await readPercent(read) };
}

async function readPercent(read: (name: string) => Promise<string | undefined>): Promise<number | undefined> {
  if ((await read('present')) === '0') return undefined;
  const number = async (name: string) => Number((await read(name)) || Number.NaN);
  const ratio = async (kind: string) =>
    (100 * (await number(`${kind}_now`))) / (await number(`${kind}_full`));
  for (const percent of [await number('capacity'), await ratio('energy'), await ratio('charge')])
    if (Number.isFinite(percent)) return Math.min(100, Math.max(0, percent));
  return undefined;
}
