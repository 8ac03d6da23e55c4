import type { PlainLinkReason } from '@stationery/contract';
import { forgetModes, startState } from '../../kernel/gcode-language.ts';
import type { MachineFacts, Profile } from '../../profile.ts';
import type { TranslationState } from '../language/grbl-language.ts';
import { defaultPen, penOf } from '../language/pen.ts';
import { GrblMachine } from './grbl-machine.ts';

/** In steps/s; the machine's own limit applies. */
const defaultSpeed = 16_000;

/** The machine's reported settings override the profile. */
export class MachineSetup {
  readonly machine = new GrblMachine();
  readonly translation: TranslationState = {
    ...startState,
    penUpMs: 150,
    penDownMs: 150,
    speed: defaultSpeed,
    pen: penOf({}, this.machine.pen),
    axisStepsPerMm: [80, 80],
  };
  #profile: Pick<Profile, 'speed' | 'penControl' | 'penHeights'> = { speed: defaultSpeed };
  #facts: MachineFacts = {};

  /** The same object until a fact changes. */
  get facts(): MachineFacts {
    return this.#facts;
  }

  get problem(): PlainLinkReason | undefined {
    return this.machine.problem(this.translation.pen.by === 'spindle');
  }

  set isLocked(isLocked: boolean) {
    Object.assign(this.translation, { isLocked });
  }

  configure(profile: Profile): void {
    const { penUpMs, penDownMs, stepsPerMm, penUpSpeed, lowersGently = false } = profile;
    this.#profile = profile;
    Object.assign(this.translation, { penUpMs, penDownMs, stepsPerMm, penUpSpeed, lowersGently });
    this.apply();
  }

  /** Called when a board started unexpectedly, because it may be a different board. */
  restarted(banner: string): void {
    this.machine.forget();
    this.wasReset(banner);
  }

  wasReset(banner: string): void {
    this.machine.greeted(banner);
    this.forgetModes();
  }

  forgetModes(): void {
    forgetModes(this.translation);
  }

  /** Reads lines of `$$` or `$I`, which take effect with `apply()`. */
  hear(lines: readonly string[]): void {
    for (const line of lines) this.machine.hear(line);
  }

  apply(): void {
    const { speed } = this.#profile;
    const pen = penOf(this.#profile, this.machine.pen);
    const reported = this.machine.facts(speed);
    const penHeightLimits = pen.by === 'spindle' ? this.machine.spindleLimits : undefined;
    const facts =
      'stepsPerMm' in reported
        ? { ...defaultPen(this.#profile, pen), ...reported, ...(penHeightLimits && { penHeightLimits }) }
        : reported;
    if (JSON.stringify(facts) !== JSON.stringify(this.#facts)) this.#facts = facts;
    const { stepsPerMm = this.translation.stepsPerMm } = facts;
    const y = this.machine.stepsPerMm(1);
    Object.assign(this.translation, {
      stepsPerMm,
      axisStepsPerMm: [stepsPerMm, y !== undefined && y > 0 ? y : stepsPerMm],
      hasHoming: this.machine.hasHoming,
      speed: facts.speed ?? speed,
      penDownAt: undefined,
      penHeightLimits,
      pen,
    } satisfies Partial<TranslationState>);
  }
}
