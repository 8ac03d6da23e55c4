import type { Family } from '../family.ts';
import { a3Plotter } from '../firmware-model/machine-model.ts';
import { turnAxisMove } from '../language/axis-move.ts';
import { type EmulatedBoardName, emulateBoard, emulatedBoards } from './emulator/boards.ts';
import { createStationeryDriver } from './stationery-driver.ts';
import { VirtualPlotter } from './virtual/virtual-plotter.ts';

export const stationery: Family<'stationery'> = {
  name: 'stationery',
  title: 'Plotter with Stationery firmware',
  titleDe: 'Plotter mit Stationery-Firmware',
  presets: [
    {
      id: 'stationery',
      title: 'Board with Stationery firmware',
      titleDe: 'Platine mit Stationery-Firmware',
      differs: {},
    },
    // Accepts lines; neither its size nor its speed is known.
    { id: 'other', title: 'Other', titleDe: 'Andere', differs: { limits: null, enforceLimits: false } },
  ],
  defaultProfile: {
    name: 'Stationery A3 plotter',
    stepsPerMm: a3Plotter.stepsPerMm,
    coordinates: 'absolute',
    size: { widthMm: a3Plotter.sheetWidthMm, heightMm: a3Plotter.sheetHeightMm },
    limits: a3Plotter.limits ?? null,
    enforceLimits: null,
    speed: a3Plotter.speed,
    acceleration: a3Plotter.acceleration,
    penUpMs: a3Plotter.penUpMs,
    penDownMs: a3Plotter.penDownMs,
  },
  recognise: {
    // Common boards run MicroPython, whose program may also use this protocol.
    usb: [
      { id: '2e8a:0005', isDefault: false },
      // The firmware on a Pico.
      { id: '2e8a:000a', isDefault: true },
    ],
    says: [/^READY stationery-plotter\b/, /^stationery-plotter \d/],
    question: { bytes: 'VERSION\n' },
    proof: 'named',
  },
  can: { penControl: [], drivenByProfile: false, linesAreCommands: true, lowersGently: false },
  // Third-party firmware of this family may have axis moves.
  turnRawLine: turnAxisMove,
  create: createStationeryDriver,
  simulator: (options) => new VirtualPlotter(options),
  firmware: {
    boards: Object.keys(emulatedBoards),
    emulate: (board, options) => emulateBoard(board as EmulatedBoardName, options),
  },
};
