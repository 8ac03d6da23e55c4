import { listSerialPorts, sleep, systemClock } from '@stationery/core';
import { Failure } from '../terminal/exit-codes.ts';
import { type Board, portsWithIds } from './board.ts';
import { checkUf2, writePicoDrive } from './pico-drive.ts';

const usbIds = [['2e8a']] as const;
const restartMs = 10_000;

export const pico: Board = {
  title: 'Raspberry Pi Pico',
  file: 'stationery-plotter-pico.uf2',
  press:
    'Unplug the Pico. Hold its BOOTSEL button, plug it in, and let go. It appears as a drive named RPI-RP2.',
  find: ({ ports, drives }) => ({ ready: [...drives], running: portsWithIds(ports, usbIds) }),
  read(file) {
    checkUf2(file);
    return file;
  },
  async write({ place, program, signal, onProgress, onRestart }) {
    const before = new Set(portsWithIds(await listSerialPorts(), usbIds));
    await writePicoDrive(place, program, onProgress);
    onRestart();
    for (const endMs = systemClock.nowMs() + restartMs; systemClock.nowMs() < endMs; ) {
      await sleep(systemClock, 200, signal);
      const started = portsWithIds(await listSerialPorts(), usbIds).find((path) => !before.has(path));
      if (started !== undefined) return started;
    }
    throw new Failure(
      'The Pico did not come back. Unplug it, plug it in again, and run: stationery plot setup',
    );
  },
};
