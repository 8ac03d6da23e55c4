import type { Begun, Driver } from './driver.ts';
import { type TurnedAxes, turnedAxes } from './language/axes.ts';
import type { LinkEvent, LinkState, Reply, SendOptions } from './link.ts';
import type { MachineFacts, Profile } from './profile.ts';

/** Turns what goes to a driver and what comes from it, as the profile says; where it says nothing, both stay as they are. */
export class AxesInUse {
  #axes: Profile['axes'];
  #turned: TurnedAxes | undefined;
  /** The facts of the driver, and the same for axes that are turned: the same object while nothing changed. */
  #facts: { of: MachineFacts; by: TurnedAxes; turned: MachineFacts } | undefined;

  /** Gives whether the same place has other coordinates now. */
  configure({ axes }: Profile): boolean {
    const isOther = JSON.stringify(axes) !== JSON.stringify(this.#axes);
    this.#axes = axes;
    this.#turned = turnedAxes(axes);
    return isOther;
  }

  facts(facts: MachineFacts): MachineFacts {
    if (this.#turned === undefined) return facts;
    if (this.#facts?.of !== facts || this.#facts.by !== this.#turned)
      this.#facts = { of: facts, by: this.#turned, turned: this.#turned.facts(facts) };
    return this.#facts.turned;
  }

  state(state: LinkState): LinkState {
    return this.#turned?.state(state) ?? state;
  }

  event(event: LinkEvent): LinkEvent {
    return this.#turned?.event(event) ?? event;
  }

  begin(driver: Driver, command: string, options: SendOptions): Begun {
    if (this.#turned === undefined) return driver.begin(command, options);
    const { accepted, executed } = driver.begin(this.#turned.command(command), options);
    const answered = accepted.then((reply) => ({ ...reply, sent: command }));
    // `executed` settles behind `accepted`, also of these.
    const done = answered.then(
      () => executed,
      () => executed,
    );
    done.catch(() => undefined);
    return { accepted: answered, executed: done };
  }

  async send(driver: Driver, command: string, options: SendOptions): Promise<Reply> {
    if (this.#turned === undefined) return driver.send(command, options);
    const reply = await driver.send(this.#turned.command(command), options);
    return { ...reply, sent: command };
  }
}
