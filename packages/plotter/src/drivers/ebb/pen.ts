/** Pulse widths are in units of 83.3 ns. */
export interface PenServo {
  /** The board pin of the servo (B1, B2); undefined for the board's default. */
  readonly portPin: number | undefined;
  readonly downPulse: number;
  readonly upPulse: number;
  readonly sweepMs: number;
  /** Number of time slots. With fewer slots, pulses are repeated more often. */
  readonly channels: number;
}

export interface PenHeights {
  readonly up: number;
  readonly down: number;
}

const slotMs = 3;

/** AxiDraw. */
const standardPen: PenServo = {
  portPin: undefined,
  downPulse: 9855,
  upPulse: 27_831,
  sweepMs: 200,
  channels: 8,
};

/** NextDraw, and AxiDraw with the brushless servo. */
const brushlessPen: PenServo = {
  portPin: 2,
  downPulse: 5400,
  upPulse: 12_600,
  sweepMs: 70,
  channels: 1,
};

/** Percentages of the servo range: 0 is lowest. */
function heightsOf({ downPulse, upPulse }: PenServo, upPercent: number, downPercent: number): PenHeights {
  const pulse = (percent: number) => Math.round(downPulse + ((upPulse - downPulse) * percent) / 100);
  return { up: pulse(upPercent), down: pulse(downPercent) };
}

export const standardHeights = heightsOf(standardPen, 60, 30);
export const brushlessHeights = heightsOf(brushlessPen, 60, 30);

/**
 * Derives the servo from the heights, because the board does not report it. Heights of a brushless servo are below all
 * common heights of a standard one.
 */
export function servoFor({ up, down }: PenHeights): PenServo {
  return Math.max(up, down) <= brushlessPen.upPulse ? brushlessPen : standardPen;
}

/** `gentleMs`: duration of a gentle lowering. */
export function penSettings(heights: PenHeights, servo = servoFor(heights), gentleMs?: number): string[] {
  const { downPulse, upPulse, sweepMs, channels } = servo;
  const rateOf = (pulses: number, ms: number) => Math.round((pulses * channels * slotMs) / ms);
  const rate = rateOf(upPulse - downPulse, sweepMs);
  const gentleRate = rateOf(Math.abs(heights.up - heights.down), gentleMs ?? 1);
  const downRate = gentleMs === undefined ? rate : Math.min(rate, Math.max(1, gentleRate));
  const within = (pulse: number) => Math.round(Math.min(upPulse, Math.max(downPulse, pulse)));
  return [
    `SC,8,${channels}`,
    `SC,4,${within(heights.up)}`,
    `SC,5,${within(heights.down)}`,
    `SC,11,${rate}`,
    `SC,12,${downRate}`,
  ];
}

/** Returns the command (`SP`) that moves the pen. The board's queue then waits until the pen has moved. */
export function penLine(heights: PenHeights, isDown: boolean, delayMs: number): string {
  const { portPin } = servoFor(heights);
  const pin = portPin === undefined ? '' : `,${portPin}`;
  return `SP,${isDown ? 0 : 1},${Math.min(65_535, Math.max(1, Math.round(delayMs)))}${pin}`;
}
