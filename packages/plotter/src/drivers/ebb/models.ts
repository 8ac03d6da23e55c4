/** How a machine of this family lifts its pen. */
export interface PenModel {
  /** B1 or B2 of the board; undefined for the one that the board takes by itself. */
  readonly portPin: number | undefined;
  /** Widths of the servo's pulse, in units of 83.3 ns: all the way down (0 %) and all the way up (100 %). */
  readonly downPulse: number;
  readonly upPulse: number;
  /** How long the pulse takes over the whole range, at most. */
  readonly sweepMs: number;
  /** Slots of the servo's signal: fewer repeat it sooner. */
  readonly channels: number;
}

export interface EbbModel {
  readonly title: string;
  readonly widthMm: number;
  readonly heightMm: number;
  readonly pen: PenModel;
}

const slotMs = 3;

const standardPen: PenModel = {
  portPin: undefined,
  downPulse: 9855,
  upPulse: 27_831,
  sweepMs: 200,
  channels: 8,
};
const brushlessPen: PenModel = { portPin: 2, downPulse: 5400, upPulse: 12_600, sweepMs: 70, channels: 1 };

/** The board does not say which of these is around it. */
export const ebbModels = {
  'axidraw-v3': { title: 'AxiDraw V3', widthMm: 300, heightMm: 218, pen: standardPen },
  'axidraw-a3': { title: 'AxiDraw V3/A3 or SE/A3', widthMm: 430, heightMm: 297, pen: standardPen },
  'nextdraw-8511': { title: 'NextDraw 8511', widthMm: 297, heightMm: 216, pen: brushlessPen },
  'nextdraw-1117': { title: 'NextDraw 1117', widthMm: 432, heightMm: 297, pen: brushlessPen },
  'nextdraw-2234': { title: 'NextDraw 2234', widthMm: 864, heightMm: 594, pen: brushlessPen },
} satisfies Record<string, EbbModel>;

export type EbbModelName = keyof typeof ebbModels;

export interface PenHeights {
  /** From 0, all the way down, to 100. */
  readonly upPercent: number;
  readonly downPercent: number;
}

export const defaultHeights: PenHeights = { upPercent: 60, downPercent: 30 };

/** What tells the board how its pen moves. */
export function penSettings(pen: PenModel, heights: PenHeights): string[] {
  const { downPulse, upPulse, sweepMs, channels } = pen;
  const range = upPulse - downPulse;
  const pulse = (percent: number) =>
    Math.round(downPulse + (range * Math.min(100, Math.max(0, percent))) / 100);
  const rate = Math.round((range * channels * slotMs) / sweepMs);
  return [
    `SC,8,${channels}`,
    `SC,4,${pulse(heights.upPercent)}`,
    `SC,5,${pulse(heights.downPercent)}`,
    `SC,11,${rate}`,
    `SC,12,${rate}`,
  ];
}

/** `SP`: the queue of the board waits for as long as the pen needs. */
export function penLine(pen: PenModel, isDown: boolean, delayMs: number): string {
  const pin = pen.portPin === undefined ? '' : `,${pen.portPin}`;
  return `SP,${isDown ? 0 : 1},${Math.min(65_535, Math.max(0, Math.round(delayMs)))}${pin}`;
}
