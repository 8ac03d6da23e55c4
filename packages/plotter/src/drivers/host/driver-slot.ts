import { type CommandHandle, type Driver, type DriverName, notBegun } from '../driver.ts';
import { families } from '../families.ts';
import { type TurnedAxes, turnedAxes } from '../language/axes.ts';
import { LinkError, type LinkEvent, type LinkState, type Reply, type SendOptions } from '../link.ts';
import type { MachineFacts, Profile } from '../profile.ts';

export interface DriverSlotDeps {
  first: DriverName;
  /** `afterwards`: the port cannot be reopened while the previous driver is closing it. */
  create: (name: DriverName, afterwards: Promise<void>) => Driver;
  /** Events of the driver in use, with the axes of the profile and continuous session numbers. */
  onEvent: (event: LinkEvent) => void;
}

/** The driver in use. Session numbers continue across drivers; the axes of the profile apply to each. */
export class DriverSlot {
  readonly #deps: DriverSlotDeps;
  #driver: Driver;
  #unsubscribe: () => void;
  #profile: Profile | undefined;
  #axes: TurnedAxes | undefined;
  /** The driver's facts and the converted ones; the same object while nothing changed. */
  #facts: { of: MachineFacts; by: TurnedAxes; turned: MachineFacts } | undefined;
  /** Sessions of earlier drivers, so that numbers are never reused. */
  #sessionsBefore = 0;

  constructor(deps: DriverSlotDeps) {
    this.#deps = deps;
    this.#driver = deps.create(deps.first, Promise.resolve());
    this.#unsubscribe = this.#follow();
  }

  get driver(): Driver {
    return this.#driver;
  }

  get session(): number {
    return this.#sessionsBefore + this.#driver.session;
  }

  get facts(): MachineFacts {
    const { facts: of } = this.#driver;
    const by = this.#axes;
    if (by === undefined) return of;
    if (this.#facts?.of !== of || this.#facts.by !== by) this.#facts = { of, by, turned: by.facts(of) };
    return this.#facts.turned;
  }

  get state(): LinkState {
    const { state } = this.#driver;
    return this.#axes?.state(state) ?? state;
  }

  /** Returns whether the same position has different coordinates now. */
  configure(profile: Profile): boolean {
    const isOtherPlace = JSON.stringify(profile.axes) !== JSON.stringify(this.#profile?.axes);
    this.#apply(profile);
    return isOtherPlace;
  }

  #apply(profile: Profile): void {
    this.#profile = profile;
    this.#axes = turnedAxes(profile.axes, families[this.#driver.name].turnRawLine);
    this.#driver.configure(profile);
  }

  /** Whether a command belongs to a session of the driver in use. */
  takes({ session }: SendOptions): boolean {
    return session === undefined || session > this.#sessionsBefore;
  }

  begin(command: string, options: SendOptions): CommandHandle {
    if (!this.takes(options)) return notBegun(otherMachine(command));
    const own = this.#ownOptions(options);
    if (this.#axes === undefined) return this.#driver.begin(command, own);
    const { accepted, executed } = this.#driver.begin(this.#axes.command(command), own);
    const answered = accepted.then((reply) => ({ ...reply, sent: command }));
    // `executed` settles after `accepted` here, too.
    const done = answered.then(
      () => executed,
      () => executed,
    );
    done.catch(() => undefined);
    return { accepted: answered, executed: done };
  }

  async send(command: string, options: SendOptions): Promise<Reply> {
    if (!this.takes(options)) throw otherMachine(command);
    const own = this.#ownOptions(options);
    if (this.#axes === undefined) return this.#driver.send(command, own);
    const reply = await this.#driver.send(this.#axes.command(command), own);
    return { ...reply, sent: command };
  }

  /**
   * `isSameSession`: no command of a caller was sent, and the next driver continues with begun ones. Resolves when the
   * port of the previous driver is closed.
   */
  replace(name: DriverName, isSameSession: boolean): Promise<void> {
    const before = this.#driver;
    this.#unsubscribe();
    this.#sessionsBefore += before.session - (isSameSession ? 1 : 0);
    const gone = before.close();
    this.#driver = this.#deps.create(name, gone);
    if (this.#profile !== undefined) this.#apply(this.#profile);
    this.#unsubscribe = this.#follow();
    return gone;
  }

  async close(): Promise<void> {
    await this.#driver.close();
    this.#unsubscribe();
  }

  #follow(): () => void {
    return this.#driver.subscribe((told) => {
      const event = this.#axes?.event(told) ?? told;
      if (event.type === 'session')
        this.#deps.onEvent({ ...event, session: this.#sessionsBefore + event.session });
      else this.#deps.onEvent(event);
    });
  }

  /** Converts the session number to the driver's. Avoids copying, because this runs for every command. */
  #ownOptions(options: SendOptions): SendOptions {
    if (options.session === undefined || this.#sessionsBefore === 0) return options;
    return { ...options, session: options.session - this.#sessionsBefore };
  }
}

const otherMachine = (command: string) => new LinkError('other-session', { code: 'port-reopened' }, command);
