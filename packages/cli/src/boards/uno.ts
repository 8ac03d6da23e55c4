import { systemClock } from '@stationery/core';
import { type Board, portsWithIds } from './board.ts';
import { readIntelHex } from './intel-hex.ts';
import { openBoard } from './open-board.ts';
import { flashUno, unoFlashBytes, unoPageBytes } from './stk500.ts';

/** Original boards and the usual USB converters of clones. */
const usbIds = [
  ['2341', '0043'],
  ['2341', '0001'],
  ['2341', '0243'],
  ['2a03', '0043'],
  ['1a86', '7523'],
  ['0403', '6001'],
] as const;

export const uno: Board = {
  title: 'Arduino Uno or Nano',
  file: 'stationery-plotter-uno.hex',
  press: 'Plug the Arduino in. There is nothing to press.',
  find: ({ ports }) => ({ ready: portsWithIds(ports, usbIds), running: [] }),
  read: (file) => readIntelHex(file.toString('latin1'), { maxBytes: unoFlashBytes, pageBytes: unoPageBytes }),
  async write({ place, program, signal, onProgress, onRestart }) {
    await flashUno({
      ...{ program, signal, clock: systemClock },
      open: (baudRate) => openBoard(place, baudRate),
      onProgress: (step, done, total) => onProgress(step === 'write' ? done : total + done, 2 * total),
    });
    onRestart();
    return place;
  },
};
