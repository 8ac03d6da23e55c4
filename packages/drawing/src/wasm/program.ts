import { programText } from './program-text.ts';

type Flag = 0 | 1;
interface Variable {
  readonly value: number;
}

/**
 * The memory of programs. Programs can share a memory; each has its own variables. A memory reserves at least 8
 * GB of address space, and a small machine has room for only a few dozen, so a plan uses one memory for all
 * pens.
 */
interface Memory {
  readonly buffer: ArrayBuffer;
}

/** Exports of the program in `assembly/`. Arrays are passed as addresses in its memory. */
export interface Program {
  readonly memory: Memory;
  take(bytes: number): number;
  nextFree(): number;
  freeFrom(address: number): void;

  sortedByNumber(numbers: number, count: number): number;

  setEnds(x: number, y: number, ends: number, meetMm: number): void;
  isMet(end: number): Flag;
  meetingEnds(x: number, y: number, ends: number, meetMm: number): number;
  readonly one: Variable;
  readonly other: Variable;

  segmentsOf(xy: number, points: number, starts: number, strokes: number): number;
  readonly count: Variable;
  readonly totalMm: Variable;
  readonly minX: Variable;
  readonly minY: Variable;
  readonly maxX: Variable;
  readonly maxY: Variable;

  findOverlaps(
    xy: number,
    lengthMm: number,
    isLeftOut: number,
    points: number,
    count: number,
    totalMm: number,
    minX: number,
    minY: number,
    maxX: number,
    maxY: number,
    toleranceMm: number,
    maxLooks: number,
    maxComparisons: number,
    maxParts: number,
  ): Flag;
  readonly parts: Variable;
  readonly partCount: Variable;

  beginLinks(x: number, y: number, strokes: number): void;
  findLinks(): Flag;
  setLinks(links: number, squaredLengths: number, count: number): void;
  findNeighbours(): void;
  linkShortestFirst(): number;
  followLinks(): number;
  readonly chains: Variable;
  readonly free: Variable;
  readonly freeX: Variable;
  readonly freeY: Variable;
  readonly links: Variable;
  readonly linkCount: Variable;
  readonly neighbourStarts: Variable;
  readonly neighbourIds: Variable;

  setLinkCost(
    joinMm: number,
    liftMs: number,
    rampsMm: number,
    rampsMs: number,
    msPerMm: number,
    accelerationMmMs2: number,
    byLongerAxis: Flag,
  ): void;
  setTour(
    x: number,
    y: number,
    order: number,
    position: number,
    link: number,
    linkMs: number,
    strokes: number,
  ): void;
  strokesBetween(from: number, to: number): number;
  costMs(from: number, to: number): number;
  totalMs(): number;
  isAsFastAsFile(): Flag;
  setLink(a: number, b: number): void;
  moveStrokes(first: number, last: number, c: number, d: number): void;
  markTour(): void;
  goBack(): void;

  turnStrokes(): number;
  readonly turnedPlaces: Variable;
  readonly turnedCount: Variable;

  beginSearch(): void;
  setMostTurned(strokes: number): void;
  setNeighbours(starts: number, ids: number, costsMs: number): void;
  lookAt(end: number): void;
  lookAtAll(): void;
  lookAtLongest(links: number): void;
  next(many: number): number;
  readonly queued: Variable;
}

/** Declared here, because the types of Node lack it. */
declare const WebAssembly: {
  Module: new (program: Uint8Array) => object;
  Instance: new (module: object, given: { env: { memory: Memory } }) => { exports: Omit<Program, 'memory'> };
  Memory: new (size: { initial: number }) => Memory;
};

let compiled: object | undefined;

function programIn(memory: Memory): Program {
  compiled ??= new WebAssembly.Module(fromBase64(programText));
  return { ...new WebAssembly.Instance(compiled, { env: { memory } }).exports, memory };
}

const newMemory = () => new WebAssembly.Memory({ initial: 1 });

/** Above this size, a new memory is used after the work, because a memory never shrinks. */
const maxKeptBytes = 2 ** 26;

/** Memory for all programs created within `use`. */
export class PlanMemory {
  #program = programIn(newMemory());
  readonly #begin = this.#program.nextFree();

  get program(): Program {
    return this.#program;
  }

  use<Result>(work: () => Result): Result {
    const before = current;
    current = this;
    try {
      return work();
    } finally {
      current = before;
    }
  }

  freeFrom(address: number): void {
    this.#program.freeFrom(address);
    const isLarge = this.#program.memory.buffer.byteLength > maxKeptBytes;
    if (isLarge && address === this.#begin) this.#program = programIn(newMemory());
  }
}

let current: PlanMemory | undefined;
/** Memory for work outside of a plan. */
let shared: PlanMemory | undefined;
let isWorking = false;

/** Creates a program whose data stays in the memory of the plan. */
export function newProgram(): Program {
  if (isWorking) throw new Error('Memory allocated here would be freed when the work ends.');
  return programIn(current?.program.memory ?? newMemory());
}

/** Runs `work` and frees everything that it put in the memory. */
export function withProgram<Result>(work: (program: Program) => Result): Result {
  if (current === undefined) shared ??= new PlanMemory();
  const memory = current ?? shared!;
  const { program } = memory;
  const free = program.nextFree();
  const wasWorking = isWorking;
  isWorking = true;
  try {
    return work(program);
  } finally {
    isWorking = wasWorking;
    memory.freeFrom(free);
  }
}

/** Decodes base64 in a loop, because `Uint8Array.from` takes four times as long. */
function fromBase64(text: string): Uint8Array {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = letters.charCodeAt(at);
  return bytes;
}
