import { type Axes, difference } from '../../simulator/motion/axes.ts';
import type { BoardSettings } from './board-settings.ts';
import type { ParserState, StoredCoordinates } from './parser-state.ts';

const mmPerInch = 25.4;

export interface Snapshot {
  state: string;
  machine: Axes;
  blocksFree: number;
  bytesFree: number;
  /** mm/min. */
  feed: number;
  spindleSpeed: number;
  pins: string;
  overrides: { feed: number; rapid: number; spindle: number };
  accessories: string;
}

/** Rarely changing fields are in every tenth report, less often while moving. */
export class StatusReports {
  #untilOffset = 0;
  #untilOverrides = 0;

  refreshOffset(): void {
    this.#untilOffset = 0;
  }

  refreshOverrides(): void {
    this.#untilOverrides = 0;
  }

  line(snapshot: Snapshot, settings: BoardSettings, offset: Axes): string {
    const mask = settings.get(10);
    const busy = /^(Run|Hold|Jog|Home|Door)/.test(snapshot.state);
    const machine = (mask & 1) !== 0;
    const fields = [
      snapshot.state,
      `${machine ? 'MPos' : 'WPos'}:${axesText(machine ? snapshot.machine : difference(snapshot.machine, offset), settings)}`,
    ];
    if ((mask & 2) !== 0) fields.push(`Bf:${snapshot.blocksFree},${snapshot.bytesFree}`);
    fields.push(`FS:${rateText(snapshot.feed, settings)},${snapshot.spindleSpeed.toFixed(0)}`);
    if (snapshot.pins !== '') fields.push(`Pn:${snapshot.pins}`);
    if (this.#untilOffset > 0) this.#untilOffset--;
    else {
      this.#untilOffset = busy ? 29 : 9;
      if (this.#untilOverrides === 0) this.#untilOverrides = 1;
      fields.push(`WCO:${axesText(offset, settings)}`);
    }
    if (this.#untilOverrides > 0) this.#untilOverrides--;
    else {
      this.#untilOverrides = busy ? 19 : 9;
      const { feed, rapid, spindle } = snapshot.overrides;
      fields.push(`Ov:${feed},${rapid},${spindle}`);
      if (snapshot.accessories !== '') fields.push(`A:${snapshot.accessories}`);
    }
    return `<${fields.join('|')}>`;
  }
}

/** The answer to `$G`. */
export function modesLine(state: ParserState, settings: BoardSettings): string {
  const { modes, tool, feed, spindleSpeed } = state;
  const words = [
    `G${modes.motion}`,
    `G${54 + modes.coordinates}`,
    `G${modes.plane}`,
    `G${modes.units}`,
    `G${modes.distance}`,
    `G${modes.feedMode}`,
    `M${modes.spindle}`,
    `M${modes.coolant}`,
    `T${tool}`,
    `F${rateText(feed, settings)}`,
    `S${spindleSpeed.toFixed(0)}`,
  ];
  return `[GC:${words.join(' ')}]`;
}

/** The answer to `$#`. */
export function coordinateLines(
  state: ParserState,
  stored: StoredCoordinates,
  settings: BoardSettings,
): string[] {
  const names = ['G54', 'G55', 'G56', 'G57', 'G58', 'G59', 'G28', 'G30'];
  return [
    ...names.map((name, at) => `[${name}:${axesText(stored[at]!, settings)}]`),
    `[G92:${axesText(state.shift, settings)}]`,
    `[TLO:${lengthText(0, settings)}]`,
    `[PRB:${axesText([0, 0, 0], settings)}:0]`,
  ];
}

function axesText(axes: Axes, settings: BoardSettings): string {
  return axes.map((value) => lengthText(value, settings)).join(',');
}

function lengthText(mm: number, settings: BoardSettings): string {
  const text = settings.isOn(13) ? (mm / mmPerInch).toFixed(4) : mm.toFixed(3);
  return /^-0\.0+$/.test(text) ? text.slice(1) : text;
}

function rateText(mmPerMinute: number, settings: BoardSettings): string {
  return settings.isOn(13) ? (mmPerMinute / mmPerInch).toFixed(1) : mmPerMinute.toFixed(0);
}
