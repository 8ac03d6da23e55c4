import type { ListedPort } from '@stationery/core';

export const boardNames = ['pico', 'uno'] as const;
export type BoardName = (typeof boardNames)[number];

interface Board {
  title: string;
  file: string;
  /** USB ids; a product of undefined matches all products of the vendor. */
  usb: readonly (readonly [vendorId: string, productId?: string])[];
  /** How to get the board ready for new firmware. */
  press: string;
}

export const boards: Record<BoardName, Board> = {
  pico: {
    title: 'Raspberry Pi Pico',
    file: 'stationery-plotter-pico.uf2',
    usb: [['2e8a']],
    press:
      'Unplug the Pico. Hold its BOOTSEL button, plug it in, and let go. It appears as a drive named RPI-RP2.',
  },
  uno: {
    title: 'Arduino Uno or Nano',
    file: 'stationery-plotter-uno.hex',
    usb: [
      ['2341', '0043'],
      ['2341', '0001'],
      ['2341', '0243'],
      ['2a03', '0043'],
      ['1a86', '7523'],
      ['0403', '6001'],
    ],
    press: 'Plug the Arduino in. There is nothing to press.',
  },
};

export interface FoundBoard {
  board: BoardName;
  path: string;
  /** A Pico that runs firmware; its button has to be held before new firmware can be written. */
  isRunning: boolean;
}

/** Boards at serial ports, and drives of Picos. */
export function findBoards(ports: readonly ListedPort[], drives: readonly string[]): FoundBoard[] {
  const atDrives = drives.map((path): FoundBoard => ({ board: 'pico', path, isRunning: false }));
  const atPorts = ports.flatMap((port): FoundBoard[] => {
    const board = boardNames.find((name) => boards[name].usb.some((ids) => hasIds(port, ids)));
    return board === undefined ? [] : [{ board, path: port.path, isRunning: board === 'pico' }];
  });
  return [...atDrives, ...atPorts];
}

const hasIds = ({ vendorId, productId }: ListedPort, [vendor, product]: Board['usb'][number]) =>
  vendorId?.toLowerCase() === vendor && (product === undefined || productId?.toLowerCase() === product);
