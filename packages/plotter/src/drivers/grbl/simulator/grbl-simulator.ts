import { BootingMachine, type BootingMachineOptions } from '../../simulator/booting-machine.ts';
import type { Frame, SimulatedPen } from '../../simulator/motion/carriage.ts';
import { GrblBoard } from './grbl-board.ts';

export interface GrblSimulatorOptions extends BootingMachineOptions {
  /** Settings that differ from the factory settings, by number: `{ 22: 1 }`. */
  settings?: Readonly<Record<number, number>>;
  pen?: SimulatedPen;
  /** Ends of the axes; without it, no limit is ever hit. */
  frame?: Frame;
  /** Compatible firmware of a different name. */
  dialect?: GrblDialect;
}

interface GrblDialect {
  readonly banner: string;
  readonly buildInfo: readonly string[];
}

export const grblDialects = {
  grbl: { banner: "Grbl 1.1h ['$' for help]", buildInfo: ['[VER:1.1h.20190830:]', '[OPT:V,15,128]'] },
  grblHal: {
    banner: "GrblHAL 1.1f ['$' or '$HELP' for help]",
    buildInfo: ['[VER:1.1f.20240115:]', '[OPT:VNMSL,35,1024,3,0]', '[FIRMWARE:grblHAL]', '[BOARD:Simulated]'],
  },
  fluidNc: {
    banner: "Grbl 3.7 [FluidNC v3.7.16 (wifi) '$' for help]",
    buildInfo: ['[VER:3.7 FluidNC v3.7.16:]', '[OPT:PHS]'],
  },
  drawCore: {
    banner: "DrawCore V2.18 ['$' for help]",
    buildInfo: ['[VER:1.1h.DrawCore V2.18:]', '[OPT:V,15,128]'],
  },
} as const satisfies Record<string, GrblDialect>;

const servo: SimulatedPen = { by: 'spindle', downAbove: 300, moveMs: 100 };

export class GrblSimulator extends BootingMachine {
  readonly board: GrblBoard;

  constructor(options: GrblSimulatorOptions = {}) {
    super(options, '\r\n');
    const { clock } = this;
    const { line } = this.cable;
    const { speedFactor = 1, settings = {}, pen = servo, frame, maxTracePoints = 1_000_000 } = options;
    const { banner, buildInfo } = options.dialect ?? grblDialects.grbl;
    this.board = new GrblBoard({
      clock,
      settings,
      pen,
      frame,
      maxTracePoints,
      banner,
      buildInfo,
      slowness: speedFactor > 0 ? 1 / speedFactor : 0,
      say: (text) => line.say(text),
      reply: (text) => line.endReply(text),
      lineBegins: () => this.mishap(),
    });
  }

  setDoor(open: boolean): void {
    this.board.setDoor(open);
  }

  protected hear(bytes: Uint8Array): void {
    let before = -1;
    for (const byte of bytes) {
      // A fault may have cut the power meanwhile.
      if (!this.isOn) return;
      // The board answers several pending queries once, because they set one flag.
      if (byte !== 0x3f || before !== 0x3f) this.board.hear(byte);
      before = byte;
    }
  }
}
