import type { MachineState, Motion } from './program.ts';

type IsDown = (motion: Motion) => boolean;

/** Differences in Z up to this size do not count. */
const sameMm = 1e-6;
/** A file with more values is not for a pen. */
const maxValues = 1000;

/** Numbers of rapid and drawn moves made with one value. */
type Moves = { rapid: number; drawn: number };

/**
 * Detects how a file lifts its pen: with the spindle or a laser, a servo, or Z. Chooses the value that changes most
 * often between moves. If no value changes, all moves except rapid ones are drawn.
 */
export class PenControl {
  private last: MachineState | undefined = undefined;
  private switched = 0;
  private sChanged = 0;
  private servoChanged = 0;
  private zChanged = 0;
  private rapid = 0;
  private readonly spindleMoves = new Map<number, Moves>();
  private readonly sMoves = new Map<number, Moves>();
  private readonly servoMoves = new Map<number, Moves>();
  private lowestRapid = Infinity;
  private highestRapid = -Infinity;
  private lowestDrawn = Infinity;
  private highestDrawn = -Infinity;

  see({ code, machine, isInPlace }: Motion): void {
    const isRapid = code === 0;
    if (isRapid && !isInPlace) this.rapid++;
    const { last } = this;
    if (last !== undefined) {
      if (last.spindle !== machine.spindle) this.switched++;
      if (last.spindle && machine.spindle && last.s !== machine.s) this.sChanged++;
      if (last.servo !== machine.servo) this.servoChanged++;
      if (last.z !== machine.z) this.zChanged++;
    }
    this.last = machine;
    const kind = isInPlace ? undefined : isRapid ? 'rapid' : 'drawn';
    count(this.spindleMoves, machine.spindle ? 1 : 0, kind);
    if (machine.spindle) count(this.sMoves, machine.s ?? 0, kind);
    if (machine.servo !== undefined) count(this.servoMoves, machine.servo, kind);
    if (machine.z !== undefined) this.seeHeight(machine.z, isRapid);
  }

  /** How the file lifts its pen; `rapid` if it has no pen control. */
  get by(): 'spindle' | 's' | 'servo' | 'z' | 'rapid' {
    const spindle = this.switched >= 3 || this.sChanged < 2 ? 'spindle' : 's';
    const changes = [
      [spindle, spindle === 's' ? this.sChanged : this.switched],
      ['servo', this.servoChanged],
      ['z', this.zChanged],
    ] as const;
    const [name, count] = changes.reduce((best, each) => (each[1] > best[1] ? each : best));
    return count === 0 ? 'rapid' : name;
  }

  get hasRapid(): boolean {
    return this.rapid > 0;
  }

  isDown(): IsDown {
    switch (this.by) {
      case 'spindle': {
        const drawsRapid = (this.spindleMoves.get(1)?.drawn ?? 0) === 0;
        return ({ code, machine, isInPlace }) => machine.spindle && (code !== 0 || drawsRapid || isInPlace);
      }
      case 's': {
        const down = valuesDown(this.sMoves);
        return ({ machine }) => machine.spindle && down.has(machine.s ?? 0);
      }
      case 'servo': {
        const down = valuesDown(this.servoMoves);
        return ({ machine }) => machine.servo !== undefined && down.has(machine.servo);
      }
      case 'z': {
        const isLow = this.isLow();
        return ({ machine: { z, zBefore }, isInPlace }) =>
          z !== undefined && isLow(z) && (isInPlace || (zBefore !== undefined && isLow(zBefore)));
      }
      default:
        return ({ code, isInPlace }) => code !== 0 && !isInPlace;
    }
  }

  private seeHeight(z: number, isRapid: boolean): void {
    if (isRapid) {
      this.lowestRapid = Math.min(this.lowestRapid, z);
      this.highestRapid = Math.max(this.highestRapid, z);
    } else {
      this.lowestDrawn = Math.min(this.lowestDrawn, z);
      this.highestDrawn = Math.max(this.highestDrawn, z);
    }
  }

  /**
   * Returns which heights are pen-down. Rapid moves are made with the pen up, so the pen is down below their
   * heights, or above them on machines where greater heights are lower.
   */
  private isLow(): (z: number) => boolean {
    const { lowestRapid, highestRapid, lowestDrawn, highestDrawn } = this;
    if (lowestRapid < Infinity && lowestRapid > lowestDrawn + sameMm) return (z) => z < lowestRapid - sameMm;
    if (highestRapid < highestDrawn - sameMm && highestRapid > -Infinity)
      return (z) => z > highestRapid + sameMm;
    const down = Math.max(0, Math.min(lowestDrawn, lowestRapid));
    return (z) => z <= down + sameMm;
  }
}

/** Counts a move with a value. If `kind` is undefined, only records the value. */
function count(moves: Map<number, Moves>, value: number, kind: keyof Moves | undefined): void {
  let found = moves.get(value);
  if (found === undefined) {
    if (moves.size >= maxValues) return;
    found = { rapid: 0, drawn: 0 };
    moves.set(value, found);
  }
  if (kind !== undefined) found[kind]++;
}

/**
 * Returns the values with which more moves are drawn than rapid. If that applies to all values, returns only
 * the most frequent one. If only dots are drawn, returns the values set without moves.
 */
function valuesDown(moves: ReadonlyMap<number, Moves>): ReadonlySet<number> {
  let down = [...moves].filter(([, { rapid, drawn }]) => drawn > rapid);
  if (down.length === 0) down = [...moves].filter(([, { rapid }]) => rapid === 0);
  if (down.length < moves.size) return new Set(down.map(([value]) => value));
  const [best] = down.toSorted(([, one], [, other]) => other.drawn - one.drawn);
  return new Set(best === undefined ? [] : [best[0]]);
}
