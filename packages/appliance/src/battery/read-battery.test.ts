import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@stationery/core/testing';
import { expect, it } from 'vitest';
import { readBattery } from './read-battery.ts';

type Supplies = Record<string, Record<string, string | number>>;

async function read(supplies: Supplies) {
  const folder = await temporaryFolder();
  for (const [name, files] of Object.entries(supplies)) {
    await mkdir(join(folder, name));
    for (const [file, content] of Object.entries(files))
      await writeFile(join(folder, name, file), `${content}\n`);
  }
  return readBattery(folder);
}

const battery = (status: string, capacity: number) => ({ type: 'Battery', present: 1, status, capacity });

it('readBattery reads the charge level and whether the battery is charging', async () => {
  expect(await read({ BAT0: battery('Discharging', 54) })).toEqual({ percent: 54, isCharging: false });
  expect(await read({ BAT0: battery('Charging', 7) })).toEqual({ percent: 7, isCharging: true });
  expect(await read({ BAT0: battery('Full', 103) })).toEqual({ percent: 100, isCharging: true });
});

it("readBattery uses the charger's state if the gauge does not report charging", async () => {
  const gauge = { type: 'Battery', status: 'Unknown', capacity: 30 };
  const charger = (online: number) => ({ type: 'Mains', online });
  expect(await read({ gauge, ac: charger(1) })).toEqual({ percent: 30, isCharging: true });
  expect(await read({ gauge, ac: charger(0) })).toEqual({ percent: 30, isCharging: false });
  // A plugged-in charger that is too weak for the machine: the battery drains.
  const draining = battery('Discharging', 30);
  expect(await read({ draining, ac: charger(1) })).toEqual({ percent: 30, isCharging: false });
});

it('readBattery computes the level from energy or charge if needed, and averages several batteries', async () => {
  const energy = { type: 'Battery', status: 'Discharging', energy_now: 12_000_000, energy_full: 48_000_000 };
  const charge = { type: 'Battery', status: 'Charging', charge_now: 3_000, charge_full: 4_000 };
  expect(await read({ energy })).toEqual({ percent: 25, isCharging: false });
  expect(await read({ charge })).toEqual({ percent: 75, isCharging: true });
  expect(await read({ energy, charge })).toEqual({ percent: 50, isCharging: false });
});

it('readBattery ignores batteries of other devices, empty bays and unreadable gauges', async () => {
  const mouse = { ...battery('Discharging', 5), scope: 'Device' };
  const bay = { ...battery('Unknown', 0), present: 0 };
  const broken = { type: 'Battery', status: 'Discharging', capacity: '' };
  expect(await read({ mouse, bay, broken, usb: { type: 'USB', online: 1 } })).toBeUndefined();
  expect(await readBattery('/nowhere')).toBeUndefined();
});
