import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SimulatorOptions } from '../../family.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import type { Chip } from './chip.ts';
import type { MachinePins } from './pulse-recorder.ts';

const builtFirmware = fileURLToPath(new URL('../../../../dist/firmware', import.meta.url));

interface EmulatedBoard {
  readonly title: string;
  readonly file: string;
  readonly pins: MachinePins;
  /** Imports the emulator on demand, because nothing else needs it. */
  start(program: Buffer): Promise<Chip>;
}

export const emulatedBoards: Record<'pico' | 'uno', EmulatedBoard> = {
  pico: {
    title: 'Raspberry Pi Pico',
    file: 'stationery-plotter-pico.uf2',
    pins: { step: [2, 4], direction: [3, 5], enable: 6, servo: 7 },
    async start(program) {
      const { PicoChip } = await import('./pico-chip.ts');
      return new PicoChip(program);
    },
  },
  uno: {
    title: 'Arduino Uno',
    file: 'stationery-plotter-uno.hex',
    pins: { step: [2, 3], direction: [5, 6], enable: 8, servo: 11 },
    async start(program) {
      const { UnoChip } = await import('./uno-chip.ts');
      return new UnoChip(program.toString('latin1'));
    },
  },
};

export type EmulatedBoardName = keyof typeof emulatedBoards;

export function firmwareFile(name: EmulatedBoardName): string {
  return join(builtFirmware, emulatedBoards[name].file);
}

export async function startChip(name: EmulatedBoardName): Promise<Chip> {
  return emulatedBoards[name].start(await readFile(firmwareFile(name)));
}

export async function emulateBoard(name: EmulatedBoardName, options: SimulatorOptions): Promise<Simulator> {
  const chip = await startChip(name);
  const { EmulatedPlotter } = await import('./emulated-plotter.ts');
  return new EmulatedPlotter({ ...options, chip, pins: emulatedBoards[name].pins });
}
