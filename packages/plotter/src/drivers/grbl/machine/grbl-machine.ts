import type { PlainLinkReason } from '@stationery/contract';
import type { Identity } from '../../driver.ts';
import type { Area } from '../../language/geometry.ts';
import type { MachineFacts } from '../../profile.ts';
import type { StatusReport } from './status-report.ts';

/** Assumed planner size if the machine does not report it. No firmware has more. */
const maxBlocks = 256;
/** No firmware has fewer; a smaller number was misread. */
const minBlocks = 15;
/** Maximum number of segments that have left the planner but are not finished. */
const stepperSegments = 6;
/** The smallest receive buffer, less its last byte, which other senders found unusable. */
const receiveBytes = 127;

/** The machine as it describes itself in `$$` and `$I`. */
export class GrblMachine {
  readonly #settings = new Map<number, number>();
  #firmware: string | null = null;
  #model: string | null = null;
  #blocks = maxBlocks;
  #receiveBytes = receiveBytes;

  forget(): void {
    this.#settings.clear();
    this.#firmware = null;
    this.#model = null;
    this.#blocks = maxBlocks;
    this.#receiveBytes = receiveBytes;
  }

  /** Reads the banner, or a line of `$$` or `$I`. */
  hear(line: string): void {
    const setting = /^\$(\d{1,3})=(-?[\d.]{1,20})/.exec(line);
    if (setting !== null) this.#settings.set(Number(setting[1]), Number(setting[2]));
    const options = /^\[OPT:[^,\]]{0,40},(\d{1,4}),(\d{1,5})/.exec(line);
    if (options !== null) {
      this.#blocks = Math.max(minBlocks, Number(options[1]));
      // Assuming a smaller buffer costs nothing, because the planner keeps the machine busy.
      this.#receiveBytes = Math.min(receiveBytes, Math.max(40, Number(options[2]) - 1));
    }
    const version = /^\[VER:([^:\]]{1,60})/.exec(line);
    if (version !== null) this.#name(version[1]!);
  }

  greeted(banner: string): void {
    // Cut off the hint: `Grbl 1.1h ['$' for help]`.
    const help = banner.search(/\['?\$/);
    this.#name(banner.slice(0, help < 0 ? 60 : Math.min(help, 60)).trim());
  }

  #name(text: string): void {
    const fluidNc = /FluidNC (v[\w.-]{1,20})/.exec(text);
    if (fluidNc !== null) [this.#model, this.#firmware] = ['FluidNC', `FluidNC ${fluidNc[1]}`];
    else if (/DrawCore/i.test(text))
      [this.#model, this.#firmware] = ['iDraw', text.replace(/^.*(?=DrawCore)/i, '')];
    else if (/grblHAL/i.test(text)) [this.#model, this.#firmware] = ['grblHAL', text.trim()];
    else if (this.#model === null || this.#model === 'Grbl') {
      this.#model = 'Grbl';
      this.#firmware = text.startsWith('Grbl') ? text.trim() : `Grbl ${text.trim()}`;
    }
  }

  /** Why firmware before 1.1 is refused: reports differ, and no real-time stop keeps the position. */
  get tooOld(): PlainLinkReason | undefined {
    const version = /^Grbl v?0\.\d/i.test(this.#firmware ?? '');
    return version ? { code: 'firmware-too-old', firmware: this.#firmware!, needed: 'Grbl 1.1' } : undefined;
  }

  get identity(): Identity {
    return { model: this.#model, firmware: this.#firmware };
  }

  /** Number of later moves whose acceptance proves that a command was executed. */
  get blocksBehind(): number {
    return this.#blocks + stepperSegments + 1;
  }

  get receiveBytes(): number {
    return this.#receiveBytes;
  }

  get hasHoming(): boolean {
    return this.#get(22) !== 0;
  }

  get reportsInches(): boolean {
    return this.#get(13) !== 0;
  }

  /** Returns undefined until the machine has reported its scale. */
  stepsPerMm(axis: 0 | 1): number | undefined {
    return this.#settings.get(100 + axis);
  }

  problem(penIsSpindle: boolean): PlainLinkReason | undefined {
    for (const setting of [100, 101, 110, 111, 120, 121]) {
      // Some firmware stores its settings elsewhere and reports none.
      const value = this.#settings.get(setting);
      if (value !== undefined && !(value > 0)) return wrongSetting(setting, value, `$${setting}=`);
    }
    // In laser mode the spindle pin follows the motion, and so would the pen.
    return penIsSpindle && this.#get(32) !== 0 ? wrongSetting(32, 1, '$32=0') : undefined;
  }

  /** Range of a servo on the spindle pin, up to the spindle's top speed. */
  get spindleLimits(): { min: number; max: number } | undefined {
    const max = this.#get(30);
    return max > 0 ? { min: 0, max } : undefined;
  }

  /** The model, and the feed of a pen on the Z axis, which moves at its maximum rate. */
  get pen(): { model: string | null; zFeedMmMin: number } {
    return { model: this.#model, zFeedMmMin: this.#get(112) > 0 ? this.#get(112) : 1000 };
  }

  /** `speed`: set by the user, in steps/s. The machine reports only its maximum speed. */
  facts(speed: number): MachineFacts {
    const scale = this.stepsPerMm(0);
    if (scale === undefined || !(scale > 0)) return {};
    const [topSpeed, acceleration] = [(this.#lesser(110) / 60) * scale, this.#lesser(120) * scale];
    const [widthMm, heightMm] = [this.#get(130), this.#get(131)];
    return {
      stepsPerMm: scale,
      coordinates: 'absolute',
      accelerationPerAxis: true,
      ...(topSpeed > 0 && topSpeed < speed ? { speed: topSpeed } : {}),
      ...(topSpeed > 0 ? { speedLimits: { min: 1, max: topSpeed } } : {}),
      ...(acceleration > 0 ? { acceleration } : {}),
      ...(this.#settings.has(11) ? { cornerDeviationMm: this.#get(11) } : {}),
      ...(widthMm > 0 && heightMm > 0 ? { size: { widthMm, heightMm } } : {}),
    };
  }

  /** Returns the reachable area in steps from the work origin. It is known only if the machine can home. */
  reach({ offset }: StatusReport): Area | undefined {
    const scale = this.stepsPerMm(0);
    if (!this.hasHoming || this.#get(20) === 0 || scale === undefined || offset === undefined)
      return undefined;
    const [x, y] = offset;
    // After homing the machine counts from 0 downwards. (Adding 0 converts -0 to 0.)
    return {
      minX: Math.ceil((-this.#get(130) - x) * scale) + 0,
      maxX: Math.floor(-x * scale) + 0,
      minY: Math.ceil((-this.#get(131) - y) * scale) + 0,
      maxY: Math.floor(-y * scale) + 0,
    };
  }

  #get(setting: number): number {
    return this.#settings.get(setting) ?? 0;
  }

  #lesser(first: number): number {
    return Math.min(this.#get(first), this.#get(first + 1));
  }
}

/** `remedy`: the command that corrects the setting. It ends in `=` if only the user knows the right number. */
function wrongSetting(setting: number, value: number, remedy: string): PlainLinkReason {
  return { code: 'machine-setting', setting: `$${setting}`, value: String(value), remedy };
}
