import { type Axes, each } from '../../simulator/motion/axes.ts';
import { Refusal } from './refusal.ts';

/** `number`: with three decimals. */
type Kind = 'byte' | 'flag' | 'number';

const plain: readonly [number: number, kind: Kind, factory: number][] = [
  [0, 'byte', 10],
  [1, 'byte', 25],
  [2, 'byte', 0],
  [3, 'byte', 0],
  [4, 'flag', 0],
  [5, 'flag', 0],
  [6, 'flag', 0],
  [10, 'byte', 1],
  [11, 'number', 0.01],
  [12, 'number', 0.002],
  [13, 'flag', 0],
  [20, 'flag', 0],
  [21, 'flag', 0],
  [22, 'flag', 0],
  [23, 'byte', 0],
  [24, 'number', 600],
  [25, 'number', 3000],
  [26, 'byte', 250],
  [27, 'number', 1],
  [30, 'number', 1000],
  [31, 'number', 0],
  [32, 'flag', 0],
];

/** Settings of X, Y and Z in steps/mm, mm/min, mm/s² and mm, for an A3 plotter with a short Z axis. */
const perAxis: readonly [number: number, factory: Axes][] = [
  [100, [80, 80, 80]],
  [110, [6000, 6000, 3000]],
  [120, [1000, 1000, 500]],
  [130, [420, 297, 20]],
];

const kinds = new Map<number, Kind>([
  ...plain.map(([number, kind]) => [number, kind] as const),
  ...perAxis.flatMap(([number]) => [0, 1, 2].map((axis) => [number + axis, 'number'] as const)),
]);

export class BoardSettings {
  readonly #factory: ReadonlyMap<number, number>;
  #values: Map<number, number>;

  /** `changed`: settings that the manufacturer has changed. */
  constructor(changed: Readonly<Record<number, number>> = {}) {
    this.#factory = new Map([
      ...plain.map(([number, , value]) => [number, value] as const),
      ...perAxis.flatMap(([number, axes]) => axes.map((value, axis) => [number + axis, value] as const)),
      ...Object.entries(changed).map(([number, value]) => [Number(number), value] as const),
    ]);
    this.#values = new Map(this.#factory);
  }

  get(number: number): number {
    return this.#values.get(number) ?? 0;
  }

  isOn(number: number): boolean {
    return this.get(number) !== 0;
  }

  get stepsPerMm(): Axes {
    return this.#axes(100);
  }

  get maxSpeedMmS(): Axes {
    return this.#axes(110, 1 / 60);
  }

  get accelerationMmS2(): Axes {
    return this.#axes(120);
  }

  get travelMm(): Axes {
    return this.#axes(130);
  }

  set(number: number, value: number): void {
    const kind = kinds.get(number);
    if (value < 0) throw new Refusal('negativeValue');
    if (kind === undefined) throw new Refusal('unknownStatement');
    if (number === 0 && value < 3) throw new Refusal('stepPulseTooShort');
    if (number === 20 && value >= 1 && !this.isOn(22)) throw new Refusal('softLimitsNeedHoming');
    this.#values.set(number, kept(kind, value));
    if (number === 22 && value < 1) this.#values.set(20, 0);
  }

  restore(): void {
    this.#values = new Map(this.#factory);
  }

  lines(): string[] {
    return [...kinds].map(([number, kind]) => {
      const value = this.get(number);
      return `$${number}=${kind !== 'number' ? value : number === 30 || number === 31 ? value.toFixed(0) : value.toFixed(3)}`;
    });
  }

  #axes(first: number, factor = 1): Axes {
    return each((axis) => this.get(first + axis) * factor);
  }
}

function kept(kind: Kind, value: number): number {
  if (kind === 'flag') return Math.trunc(value) === 0 ? 0 : 1;
  return kind === 'byte' ? Math.trunc(value) & 0xff : value;
}
