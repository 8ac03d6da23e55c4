import { AxesInUse } from './axes-in-use.ts';
import { type Begun, type Driver, type DriverName, notBegun } from './driver.ts';
import { LinkError, type LinkEvent, type LinkState, type Reply, type SendOptions } from './link.ts';
import type { MachineFacts, Profile } from './profile.ts';

export interface DriverSlotParts {
  first: DriverName;
  /** `afterwards`: the same port cannot be opened while the driver before still closes it. */
  create: (name: DriverName, afterwards: Promise<void>) => Driver;
  /** What the driver in use says, for axes and sessions as others see them. */
  onEvent: (event: LinkEvent) => void;
}

/** The driver in use, which another can replace: sessions are counted on, and the axes of the profile apply to all of them. */
export class DriverSlot {
  readonly #parts: DriverSlotParts;
  readonly #axes = new AxesInUse();
  #driver: Driver;
  #unsubscribe: () => void;
  #profile: Profile | undefined;
  /** Sessions of the drivers before count too: a number never comes again. */
  #sessionsBefore = 0;

  constructor(parts: DriverSlotParts) {
    this.#parts = parts;
    this.#driver = parts.create(parts.first, Promise.resolve());
    this.#unsubscribe = this.#follow();
  }

  get driver(): Driver {
    return this.#driver;
  }

  get session(): number {
    return this.#sessionsBefore + this.#driver.session;
  }

  get facts(): MachineFacts {
    return this.#axes.facts(this.#driver.facts);
  }

  get state(): LinkState {
    return this.#axes.state(this.#driver.state);
  }

  /** Gives whether the same place has other coordinates now. */
  configure(profile: Profile): boolean {
    const isOtherPlace = this.#axes.configure(profile);
    this.#profile = profile;
    this.#driver.configure(profile);
    return isOtherPlace;
  }

  /** Whether a command belongs to a session of the driver in use, not of one before it. */
  takes(options: SendOptions): boolean {
    return this.#sessionOf(options) !== undefined;
  }

  begin(command: string, options: SendOptions): Begun {
    const session = this.#sessionOf(options);
    if (session === undefined) return notBegun(otherMachine(command));
    return this.#axes.begin(this.#driver, command, { ...options, session });
  }

  async send(command: string, options: SendOptions): Promise<Reply> {
    const session = this.#sessionOf(options);
    if (session === undefined) throw otherMachine(command);
    return this.#axes.send(this.#driver, command, { ...options, session });
  }

  /** `isSameSession`: nothing that somebody asked for was sent, and whatever was begun continues with the next driver. */
  replace(name: DriverName, isSameSession: boolean): void {
    const before = this.#driver;
    this.#unsubscribe();
    this.#sessionsBefore += before.session - (isSameSession ? 1 : 0);
    const gone = before.close();
    this.#driver = this.#parts.create(name, gone);
    if (this.#profile !== undefined) this.#driver.configure(this.#profile);
    this.#unsubscribe = this.#follow();
  }

  async close(): Promise<void> {
    await this.#driver.close();
    this.#unsubscribe();
  }

  #follow(): () => void {
    return this.#driver.subscribe((told) => {
      const event = this.#axes.event(told);
      if (event.type === 'session')
        this.#parts.onEvent({ ...event, session: this.#sessionsBefore + event.session });
      else this.#parts.onEvent(event);
    });
  }

  #sessionOf({ session }: SendOptions): number | undefined {
    if (session === undefined) return this.#driver.session;
    return session > this.#sessionsBefore ? session - this.#sessionsBefore : undefined;
  }
}

const otherMachine = (command: string) => new LinkError('other-session', { code: 'port-reopened' }, command);
