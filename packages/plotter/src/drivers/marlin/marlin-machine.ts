import { forgetModes, startState } from '../kernel/gcode-language.ts';
import type { MachineFacts, Profile } from '../profile.ts';
import { penHeightLimits, type TranslationState } from './marlin-language.ts';

/** Returns a value of a line of `M503`, such as `echo:  M204 P800.00 T1500.00`. */
function valueIn(line: string, code: string, letter: string): number | undefined {
  const words = line.slice(0, 200).split(/[ :]/);
  const at = words.indexOf(code);
  const word = at < 0 ? undefined : words.slice(at + 1, at + 10).find((each) => each.startsWith(letter));
  const value = Number(/^\d{1,7}(?:\.\d{1,6})?/.exec(word?.slice(1) ?? '')?.[0]);
  return value > 0 ? value : undefined;
}

/** Values reported with `M115` and `M503` override the profile. */
export class MarlinMachine {
  firmware: string | null = null;
  isKlipper = false;
  /** Whether the board reads a stop before earlier lines. */
  hasEmergencyParser = false;
  readonly translation: TranslationState = {
    ...startState,
    speed: 4000,
    zFeedMmMin: 600,
    penControl: 'servo',
    penHeights: { up: 90, down: 30 },
  };
  facts: MachineFacts = {};
  #profile: Profile | undefined;
  #settings: MachineFacts = {};
  #zFeedMmMin: number | undefined;

  /** Called after a restart or at a different port, where the machine may be a different one. */
  forget(): void {
    this.firmware = null;
    this.isKlipper = false;
    this.hasEmergencyParser = false;
    this.#settings = {};
    this.#zFeedMmMin = undefined;
    forgetModes(this.translation);
  }

  configure(profile: Profile): void {
    this.#profile = profile;
    this.apply();
  }

  /** `lines`: the answer to `M115`. */
  introduced(lines: readonly string[]): void {
    for (const line of lines) {
      const name = /FIRMWARE_NAME:\s?([\w .-]{1,40}?)(?= \(| [A-Z_]{3,}:|$)/.exec(line)?.[1];
      const version = /FIRMWARE_VERSION:(\S{1,40})/.exec(line)?.[1];
      if (name !== undefined) this.firmware = version === undefined ? name : `${name} ${version}`;
      if (/^Cap:EMERGENCY_PARSER:1/.test(line)) this.hasEmergencyParser = true;
    }
    this.isKlipper = /^Klipper/.test(this.firmware ?? '');
  }

  /** `lines`: the answer to `M503`. Klipper has none. */
  hearSettings(lines: readonly string[]): void {
    const find = (code: string, letter: string) =>
      lines.map((line) => valueIn(line, code, letter)).find((value) => value !== undefined);
    const stepsPerMm = find('M92', 'X');
    if (stepsPerMm === undefined) return;
    const least = (...values: (number | undefined)[]) =>
      Math.min(...values.map((value) => value ?? Number.POSITIVE_INFINITY)) * stepsPerMm;
    const topSpeed = least(find('M203', 'X'), find('M203', 'Y'));
    // Moves without an extruder use the travel acceleration; old firmware has only one.
    const acceleration = least(find('M204', 'T') ?? find('M204', 'P'), find('M201', 'X'), find('M201', 'Y'));
    const cornerDeviationMm = find('M205', 'J');
    const zSpeed = find('M203', 'Z');
    this.#zFeedMmMin = zSpeed && zSpeed * 60;
    this.#settings = {
      stepsPerMm,
      coordinates: 'absolute',
      ...(Number.isFinite(topSpeed) && { speedLimits: { min: 1, max: topSpeed } }),
      ...(Number.isFinite(acceleration) && { acceleration }),
      ...(cornerDeviationMm !== undefined && { cornerDeviationMm }),
    };
  }

  apply(): void {
    const profile = this.#profile;
    const { penControl = 'servo', speed = 4000 } = profile ?? {};
    const heights = { servo: { up: 90, down: 30 }, spindle: { up: 0, down: 255 }, z: { up: 5, down: 0 } };
    const { penHeights = heights[penControl] } = profile ?? {};
    const limits = penHeightLimits(penControl);
    const top = this.#settings.speedLimits?.max ?? Number.POSITIVE_INFINITY;
    const facts: MachineFacts = {
      ...this.#settings,
      ...(profile?.penControl === undefined && { penControl }),
      ...(profile?.penHeights === undefined && { penHeights }),
      ...(limits && { penHeightLimits: limits }),
      ...(top < speed && { speed: top }),
    };
    // Keeps the same object until something changes, because callers compare it.
    if (JSON.stringify(facts) !== JSON.stringify(this.facts)) this.facts = facts;
    Object.assign(this.translation, {
      penControl,
      penHeights,
      speed: Math.min(speed, top),
      penDownAt: undefined,
      penHeightLimits: limits,
      penUpMs: profile?.penUpMs ?? 200,
      penDownMs: profile?.penDownMs ?? 200,
      lowersGently: profile?.lowersGently ?? false,
      penUpSpeed: profile?.penUpSpeed,
      hasHoming: profile?.homing === true,
      stepsPerMm: this.#settings.stepsPerMm ?? profile?.stepsPerMm ?? 80,
      zFeedMmMin: this.#zFeedMmMin ?? 600,
    } satisfies Partial<TranslationState>);
  }
}
