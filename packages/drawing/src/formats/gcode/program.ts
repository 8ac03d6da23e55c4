import { type Notes, quoted } from '../../reading/notes.ts';
import { type Block, maxLineLength, readBlock } from './block.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

interface ArcCentre {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly from: number;
  readonly sweep: number;
}

/** Maximum deviation of an arc's end point, as a share of the radius and in millimetres. Grbl allows less. */
const maxOffPart = 0.05;
const maxOffMm = 0.5;

/** Returns the centre of an arc; undefined if no arc fits its words. */
function centreOf(
  from: Point,
  to: Point,
  isClockwise: boolean,
  words: { readonly i: number; readonly j: number } | { readonly radius: number },
): ArcCentre | undefined {
  const centre =
    'radius' in words
      ? byRadius(from, to, isClockwise, words.radius)
      : { x: from.x + words.i, y: from.y + words.j };
  const radius = Math.hypot(from.x - centre.x, from.y - centre.y);
  const endRadius = Math.hypot(to.x - centre.x, to.y - centre.y);
  const off = Math.abs(radius - endRadius);
  if (!(radius > 0 && Number.isFinite(radius) && (off <= maxOffMm || off <= maxOffPart * radius)))
    return undefined;
  const start = Math.atan2(from.y - centre.y, from.x - centre.x);
  const end = Math.atan2(to.y - centre.y, to.x - centre.x);
  const full = 2 * Math.PI;
  // An arc from a position to itself is a full circle.
  const turn = (((end - start) % full) + full) % full;
  const counter = turn < 1e-9 ? full : turn;
  const sweep = isClockwise ? (turn < 1e-9 ? -full : turn - full) : counter;
  return { ...centre, radius, from: start, sweep };
}

/**
 * Returns the centre of an arc with a given radius, on the side given by the direction. A negative radius
 * selects the longer arc.
 */
function byRadius(from: Point, to: Point, isClockwise: boolean, radius: number): Point {
  const x = to.x - from.x;
  const y = to.y - from.y;
  const chord = Math.hypot(x, y);
  const high = Math.sqrt(Math.max(0, radius * radius - (chord * chord) / 4)) / chord;
  const side = (isClockwise ? -1 : 1) * (radius < 0 ? -1 : 1);
  return { x: from.x + x / 2 - side * high * y, y: from.y + y / 2 + side * high * x };
}

/** A move in x and y (mm), or a change of state that may lift the pen. */
export interface Motion {
  /** G code of the move: 0 is rapid, 1 a line, 2 a clockwise arc, 3 a counterclockwise arc. */
  readonly code: 0 | 1 | 2 | 3;
  readonly x: number;
  readonly y: number;
  readonly arc: ArcCentre | undefined;
  readonly isInPlace: boolean;
  readonly machine: MachineState;
}

/** The modes and positions with which a program may lift the pen. */
export interface MachineState {
  /** Z before the move; undefined until the file sets Z. */
  readonly zBefore: number | undefined;
  readonly z: number | undefined;
  readonly spindle: boolean;
  /** The last `S`. */
  readonly s: number | undefined;
  /** The last value of `M280` or `M300`. */
  readonly servo: number | undefined;
}

interface ProgramEvents {
  motion(motion: Motion): void;
  /** A tool change. */
  tool(number: number): void;
  comment(text: string): void;
  read(at: number): void;
}

const known = new Set(
  'G0 G1 G2 G3 G4 G10 G17 G20 G21 G28 G30 G40 G43.1 G49 G50 G53 G54 G61 G64 G80 G90 G90.1 G91 G91.1 G92 G92.1 G93 G94 M0 M1 M2 M3 M4 M5 M6 M7 M8 M9 M17 M18 M30 M84 M104 M105 M106 M107 M109 M110 M114 M117 M118 M140 M190 M201 M203 M204 M205 M220 M221 M280 M300 M400 M600'.split(
    ' ',
  ),
);

const inch = 25.4;

/** Runs G-code as a machine would and reports its moves. */
export class Program {
  private readonly text: string;
  private readonly notes: Notes;
  private readonly events: ProgramEvents;
  private code: 0 | 1 | 2 | 3 = 0;
  private unit = 1;
  private isRelative = false;
  private areCentresAbsolute = false;
  private isFlat = true;
  /** Position in millimetres from the start. */
  private readonly place = { X: 0, Y: 0, Z: 0 };
  /** Origin set by `G92`. */
  private readonly origin = { X: 0, Y: 0, Z: 0 };
  private isZKnown = false;
  private spindle = false;
  private s: number | undefined = undefined;
  private servo: number | undefined = undefined;
  private told: MachineState | undefined = undefined;

  constructor(text: string, notes: Notes, events: ProgramEvents) {
    this.text = text;
    this.notes = notes;
    this.events = events;
  }

  run(): void {
    const { text, notes } = this;
    let at = text.startsWith('\ufeff') ? 1 : 0;
    while (at < text.length) {
      const found = text.indexOf('\n', at);
      const end = found < 0 ? text.length : found;
      const line = text.slice(at, Math.min(end, at + maxLineLength)).trim();
      if (end - at > maxLineLength)
        notes.add(
          'instruction-mistake',
          'A line is longer than any machine takes; the rest of it was passed over.',
        );
      at = end + 1;
      // Skip settings and queries, which are for the machine itself.
      if (line !== '' && !/^[$?!~]/.test(line) && this.follow(readBlock(line), line)) return;
      this.events.read(at);
    }
  }

  /** Executes a block. Returns true at the end of the program. */
  private follow(block: Block, line: string): boolean {
    if (block.comment !== '') this.events.comment(block.comment);
    if (block.problem !== undefined) {
      this.notes.add(
        'instruction-mistake',
        block.problem === 'checksum'
          ? 'Lines whose checksum is wrong were passed over.'
          : `A line that can’t be read was passed over: ${quoted(line)}.`,
      );
      return false;
    }
    const { words, codes } = block;
    if (words.has('T')) this.events.tool(words.get('T') as number);
    if (words.has('S')) this.s = words.get('S');
    let isMove = true;
    for (const code of codes) {
      if (!this.apply(code, words)) isMove = false;
      if (!known.has(code))
        this.notes.add(
          'instruction-skipped',
          `The code ${quoted(code)} is unknown here and was passed over.`,
        );
    }
    if (isMove && (words.has('X') || words.has('Y') || words.has('Z') || words.has('I') || words.has('J')))
      this.move(words);
    this.tellChange();
    return codes.includes('M2') || codes.includes('M30');
  }

  /** Applies a code. Returns false if the numbers of the line do not belong to a move. */
  private apply(code: string, words: ReadonlyMap<string, number>): boolean {
    const number = Number(code.slice(1));
    if (code[0] === 'M') {
      if (number === 3 || number === 4) this.spindle = true;
      if (number === 5) this.spindle = false;
      if (number === 280 || number === 300) this.servo = words.get('S');
      // The numbers of other codes are times, temperatures and filament lengths.
      return number <= 9;
    }
    if (number === 0 || number === 1 || number === 2 || number === 3) this.code = number;
    else if (number === 20 || number === 21) this.unit = number === 20 ? inch : 1;
    else if (number === 90 || number === 91) this.isRelative = number === 91;
    else if (number === 90.1 || number === 91.1) this.areCentresAbsolute = number === 90.1;
    else if (number === 17) this.isFlat = true;
    else if (number === 18 || number === 19) this.isFlat = false;
    else if (number === 92) this.setOrigin(words);
    else if (number === 92.1) Object.assign(this.origin, { X: 0, Y: 0, Z: 0 });
    else if (number === 28 || number === 30) this.goHome(words);
    return ![4, 10, 28, 28.1, 30, 30.1, 92, 92.1, 92.2, 92.3].includes(number) && known.has(code);
  }

  /** Assigns these coordinates to the current position; without coordinates, makes it the origin. */
  private setOrigin(words: ReadonlyMap<string, number>): void {
    const axes = (['X', 'Y', 'Z'] as const).filter((axis) => words.has(axis));
    for (const axis of axes.length > 0 ? axes : (['X', 'Y', 'Z'] as const))
      this.origin[axis] = this.place[axis] - (words.get(axis) ?? 0) * this.unit;
    if (words.has('Z')) this.isZKnown = true;
  }

  /** Moves to the home position with the pen up, as machines do. */
  private goHome(words: ReadonlyMap<string, number>): void {
    const axes = (['X', 'Y', 'Z'] as const).filter((axis) => words.has(axis));
    for (const axis of axes.length > 0 ? axes : (['X', 'Y', 'Z'] as const)) this.place[axis] = 0;
    this.tell(0, undefined, this.zNow);
  }

  private move(words: ReadonlyMap<string, number>): void {
    const { place } = this;
    const zBefore = this.zNow;
    const from = { x: place.X, y: place.Y };
    for (const axis of ['X', 'Y', 'Z'] as const) {
      const value = words.get(axis);
      if (value === undefined) continue;
      place[axis] = value * this.unit + (this.isRelative ? place[axis] : this.origin[axis]);
      if (axis === 'Z') this.isZKnown = true;
    }
    const isArc = this.code >= 2;
    if (!(words.has('X') || words.has('Y') || isArc)) return;
    const to = { x: place.X, y: place.Y };
    const arc =
      isArc && this.isFlat ? centreOf(from, to, this.code === 2, this.arcWords(words, from)) : undefined;
    if (isArc && arc === undefined)
      this.notes.add(
        'instruction-mistake',
        'Arcs that can’t be drawn, or that are not flat, are drawn as lines.',
      );
    this.tell(isArc && arc === undefined ? 1 : this.code, arc, zBefore);
  }

  /** Returns the vector from the start of the arc to its centre, or the radius. */
  private arcWords(words: ReadonlyMap<string, number>, from: Point) {
    const { unit, origin, areCentresAbsolute } = this;
    const radius = words.get('R');
    if (radius !== undefined) return { radius: radius * unit };
    const [i, j] = [words.get('I'), words.get('J')];
    if (!areCentresAbsolute) return { i: (i ?? 0) * unit, j: (j ?? 0) * unit };
    return {
      i: i === undefined ? 0 : i * unit + origin.X - from.x,
      j: j === undefined ? 0 : j * unit + origin.Y - from.y,
    };
  }

  private tell(code: 0 | 1 | 2 | 3, arc: ArcCentre | undefined, zBefore: number | undefined): void {
    const machine = this.machineAfter(zBefore);
    this.told = machine;
    this.events.motion({ code, x: this.place.X, y: this.place.Y, arc, isInPlace: false, machine });
  }

  /** Reports a change of state without a move, because a pen may be lowered and lifted in place. */
  private tellChange(): void {
    const { told, code, place } = this;
    const machine = this.machineAfter(told?.z);
    if (told !== undefined && isSameState(told, machine)) return;
    this.told = machine;
    this.events.motion({ code, x: place.X, y: place.Y, arc: undefined, isInPlace: true, machine });
  }

  private machineAfter(zBefore: number | undefined): MachineState {
    const { spindle, s, servo } = this;
    return { zBefore, z: this.zNow, spindle: spindle && s !== 0, s, servo };
  }

  private get zNow(): number | undefined {
    return this.isZKnown ? this.place.Z : undefined;
  }
}

function isSameState(one: MachineState, other: MachineState): boolean {
  return one.z === other.z && one.spindle === other.spindle && one.s === other.s && one.servo === other.servo;
}
