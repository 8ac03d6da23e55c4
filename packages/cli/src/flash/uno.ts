import { systemClock } from '@stationery/core';
import { Failure } from '../terminal/exit-codes.ts';
import { type Board, portsWithIds } from './board.ts';
import { openBoard } from './open-board.ts';
import { flashUno, unoFlashBytes, unoPageBytes } from './stk500.ts';

const maxTextLength = 1_000_000;

/** Parses an Intel HEX file into whole pages from address 0 on. Gaps are filled with 0xFF, as in erased flash. */
export function readIntelHex(
  text: string,
  { maxBytes, pageBytes }: { maxBytes: number; pageBytes: number },
): Uint8Array {
  const bytes = new Uint8Array(maxBytes).fill(0xff);
  let end = 0;
  if (text.length > maxTextLength) throw broken('it is too large');
  for (const line of text.split(/\r?\n/)) {
    if (line === '') continue;
    if (!/^:(?:[0-9A-Fa-f]{2}){5,260}$/.test(line)) throw broken('a line is damaged');
    const record = Buffer.from(line.slice(1), 'hex');
    const [count = 0, , , type] = record;
    const isWhole = record.length === count + 5;
    if (!isWhole || record.reduce((sum, byte) => sum + byte, 0) % 256 !== 0) {
      throw broken('a checksum is wrong');
    }
    if (type === 1) return bytes.subarray(0, Math.ceil(end / pageBytes) * pageBytes);
    if (type !== 0) throw broken('it is for a larger board');
    const address = record.readUInt16BE(1);
    if (address + count > maxBytes) throw broken(`it is larger than the ${maxBytes} bytes of the board`);
    bytes.set(record.subarray(4, 4 + count), address);
    end = Math.max(end, address + count);
  }
  throw broken('its end is missing');
}

const broken = (reason: string) => new Failure(`This is not firmware for an Arduino Uno: ${reason}.`);

/** USB ids of original boards and of the usual USB converters of clones. */
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
      program,
      signal,
      clock: systemClock,
      open: (baudRate) => openBoard(place, baudRate),
      onProgress: (step, done, total) => onProgress(step === 'write' ? done : total + done, 2 * total),
    });
    onRestart();
    return place;
  },
};
