import type { RefusalCode } from '@stationery/contract';
import type { CommandHandle, Driver, DriverName, Evidence, Identity } from '../driver.ts';
import { families } from '../families.ts';
import type { Family } from '../family.ts';
import { type TurnedAxes, turnedAxes } from '../language/axes.ts';
import type { Effect } from '../language/effect.ts';
import type { LinkEvent, LinkState, SendOptions } from '../link.ts';
import type { MachineFacts, Profile } from '../profile.ts';

/** Commands are turned to the axes of the profile before the driver sees them, and its reports are turned back. */
export abstract class DriverInUse {
  protected driver!: Driver;
  #profile: Profile | undefined;
  #axes: TurnedAxes | undefined;
  /** Replaced only when something changes. */
  #facts: { of: MachineFacts; by: TurnedAxes; turned: MachineFacts } | undefined;

  get name(): DriverName {
    return this.driver.name;
  }

  get identity(): Identity {
    return this.driver.identity;
  }

  get evidence(): Evidence {
    return this.driver.evidence ?? 'named';
  }

  get window(): number {
    return this.driver.window;
  }

  get isStrict(): boolean {
    return this.driver.isStrict;
  }

  get tellsPosition(): Driver['tellsPosition'] {
    return this.driver.tellsPosition;
  }

  get isOpen(): boolean {
    return this.driver.isOpen;
  }

  get portPath(): string {
    return this.driver.portPath;
  }

  effectOf(command: string): Effect {
    return this.driver.effectOf(command);
  }

  acknowledgementOf(command: string): string {
    return this.driver.acknowledgementOf(command);
  }

  refusalOf(terminalLine: string): RefusalCode {
    return this.driver.refusalOf(terminalLine);
  }

  endHold(): void {
    this.driver.endHold();
  }

  get session(): number {
    return this.driver.session;
  }

  get family(): Family {
    return families[this.driver.name];
  }

  get facts(): MachineFacts {
    const { facts: of } = this.driver;
    const by = this.#axes;
    if (by === undefined) return of;
    if (this.#facts?.of !== of || this.#facts.by !== by) this.#facts = { of, by, turned: by.facts(of) };
    return this.#facts.turned;
  }

  protected get turnedState(): LinkState {
    const { state } = this.driver;
    return this.#axes?.state(state) ?? state;
  }

  protected use(driver: Driver): void {
    this.driver = driver;
    if (this.#profile !== undefined) this.apply(this.#profile);
  }

  /** Returns whether the axes changed. */
  protected apply(profile: Profile): boolean {
    const isOther = JSON.stringify(profile.axes) !== JSON.stringify(this.#profile?.axes);
    this.#profile = profile;
    this.#axes = turnedAxes(profile.axes, this.family.turnRawLine);
    this.driver.configure(profile);
    return isOther;
  }

  protected beginTurned(command: string, options: SendOptions): CommandHandle {
    if (this.#axes === undefined) return this.driver.begin(command, options);
    const { accepted, executed } = this.driver.begin(this.#axes.command(command), options);
    const answered = accepted.then((reply) => ({ ...reply, sent: command }));
    // `executed` settles after `accepted` here, too.
    const done = answered.then(
      () => executed,
      () => executed,
    );
    done.catch(() => undefined);
    return { accepted: answered, executed: done };
  }

  protected follow(listener: (event: LinkEvent) => void): () => void {
    return this.driver.subscribe((event) => listener(this.#axes?.event(event) ?? event));
  }
}
