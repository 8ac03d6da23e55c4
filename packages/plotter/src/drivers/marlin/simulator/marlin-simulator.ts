import { BootingMachine, type BootingMachineOptions } from '../../simulator/booting-machine.ts';
import type { SimulatedPen } from '../../simulator/motion/carriage.ts';
import { MarlinBoard, type MarlinBoardOptions } from './marlin-board.ts';

export interface MarlinSimulatorOptions
  extends BootingMachineOptions,
    Partial<Pick<MarlinBoardOptions, 'pen' | 'isKlipper' | 'hasEmergencyParser'>> {}

/** The board receives 180 less the angle, so a small angle is down. */
const servo: SimulatedPen = { by: 'spindle', downAbove: 120, moveMs: 100 };

export class MarlinSimulator extends BootingMachine {
  readonly board: MarlinBoard;
  damage: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes;

  constructor(options: MarlinSimulatorOptions = {}) {
    super(options, '\n');
    const { clock } = this;
    const { line } = this.cable;
    const { speedFactor = 1, pen = servo, maxTracePoints = 1_000_000 } = options;
    const { isKlipper = false, hasEmergencyParser = false } = options;
    this.board = new MarlinBoard({
      clock,
      pen,
      isKlipper,
      hasEmergencyParser,
      maxTracePoints,
      slowness: speedFactor > 0 ? 1 / speedFactor : 0,
      say: (text) => line.say(text),
      reply: (text) => line.endReply(text),
      lineBegins: () => this.mishap(),
    });
  }

  protected hear(bytes: Uint8Array): void {
    this.board.hear(this.damage(bytes));
  }
}
