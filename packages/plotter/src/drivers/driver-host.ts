import { describeReason, type PlainLinkReason } from '@stationery/contract';
import type { Clock, Logger } from '@stationery/core';
import type { LinkPort } from '../link/link-port.ts';
import { PortFailure } from '../link/port-failure.ts';
import { type TurnedAxes, turnedAxes } from './axes.ts';
import { type Detected, detect } from './detect.ts';
import { type Begun, type Driver, type DriverName, notBegun } from './driver.ts';
import type { DriverKind, DriverParts } from './driver-kind.ts';
import { EarlyCommands } from './early-commands.ts';
import { ForwardingDriver } from './forwarding-driver.ts';
import { driverKind, driverKinds } from './kinds.ts';
import { LinkError, type LinkEvent, type LinkState, type Reply, type SendOptions } from './link.ts';
import { LinkListeners } from './link-listeners.ts';
import { isOurCommand } from './our-language.ts';
import type { MachineFacts, Profile } from './profile.ts';
import {
  canBeFor,
  isConverter,
  isGrblRefusal,
  recogniseAnswer,
  recogniseLine,
  recogniseUsb,
  usbName,
} from './recognise.ts';

export type DriverChoice = DriverName | 'auto';

export interface DriverHostParts {
  choice: DriverChoice;
  port: LinkPort;
  clock: Clock;
  log: Logger;
  times?: DriverParts['times'];
}

/** Which machine was last recognised at a port. */
export interface PortMemory {
  get(portPath: string): DriverName | undefined;
  set(portPath: string, driver: DriverName): void;
}

const askTimeoutMs = 1_000;
const opening: LinkState = { state: 'opening' };

/**
 * The driver that the service speaks to: the one that was chosen, or the one for the machine that is there. A machine is
 * recognised by its port (a simulator, a USB device) before anything is sent, and by what it says of itself. One behind a
 * USB-to-serial converter, which can be any machine, is asked a question that moves none; what people send waits until
 * then. A machine that is not recognised is spoken to in lines of our own language; only one that refuses a
 * command as GRBL does is asked for its version.
 */
export class DriverHost extends ForwardingDriver {
  readonly #parts: DriverHostParts;
  readonly #listeners: LinkListeners;
  #choice: DriverChoice;
  #port: LinkPort;
  protected inner: Driver;
  #unsubscribe: () => void = () => {};
  #profile: Profile | undefined;
  #turned: TurnedAxes | undefined;
  /** The facts of the driver, and the same for axes that are turned: the same object while nothing changed. */
  #facts: { of: MachineFacts; by: TurnedAxes; turned: MachineFacts } | undefined;
  /** Sessions of the drivers before count too: a number never comes again. */
  #sessionsBefore = 0;
  /** Counts wishes to connect or not: an answer to an older one is void. */
  #wish = 0;
  #isLooking = false;
  #isClosed = false;
  #isRecognised = false;
  /** Why nothing is sent to the machine that is there, until its port is opened again. */
  #wrongMachine: Extract<PlainLinkReason, { code: 'wrong-machine' }> | undefined;
  /** The port is a USB device that says nothing of the machine behind it. */
  #isConverter = false;
  /** The session in which the machine was asked what it is because it refused a command. */
  #askedIn = 0;
  readonly #early = new EarlyCommands();
  #memory: PortMemory | undefined;

  constructor(parts: DriverHostParts) {
    super();
    this.#parts = parts;
    this.#listeners = new LinkListeners(parts.log);
    this.#choice = parts.choice;
    this.#port = parts.port;
    this.inner = this.#create(this.#expected());
    this.#follow();
  }

  get choice(): DriverChoice {
    return this.#choice;
  }

  /** Whether it is certain that this is the driver for the machine that is there. */
  override get isRecognised(): boolean {
    if (this.#choice !== 'auto' || this.#port.driver !== undefined || this.#isRecognised) return true;
    // The machine has answered in the way of its driver.
    return this.identity.firmware !== null;
  }

  get kind(): DriverKind {
    return driverKind(this.inner.name);
  }

  override get facts(): MachineFacts {
    const { facts } = this.inner;
    if (this.#turned === undefined) return facts;
    if (this.#facts?.of !== facts || this.#facts.by !== this.#turned)
      this.#facts = { of: facts, by: this.#turned, turned: this.#turned.facts(facts) };
    return this.#facts.turned;
  }

  override get state(): LinkState {
    if (this.#isLooking) return opening;
    const cause = this.#wrongMachine;
    if (cause !== undefined && this.inner.isOpen)
      return { state: 'suspect', reason: describeReason(cause), cause };
    return this.#turned?.state(this.inner.state) ?? this.inner.state;
  }

  override get session(): number {
    return this.#sessionsBefore + this.inner.session;
  }

  override configure(profile: Profile): void {
    const isTurned = JSON.stringify(profile.axes) !== JSON.stringify(this.#profile?.axes);
    this.#profile = profile;
    this.#turned = turnedAxes(profile.axes);
    this.inner.configure(profile);
    // The same place has other coordinates now.
    if (isTurned) this.#listeners.tell({ type: 'told', told: { position: null } });
  }

  override begin(command: string, options: SendOptions): Begun {
    if (!this.#isFindingOut) return this.#askedIfRefused(command, this.#begin(command, options));
    const begun = this.#early.wait(command, options).then(() => this.begin(command, options));
    const accepted = begun.then(({ accepted }) => accepted);
    const executed = begun.then(({ executed }) => executed);
    accepted.catch(() => undefined);
    executed.catch(() => undefined);
    return { accepted, executed };
  }

  /**
   * A job that a machine refuses as GRBL does is not continued, for it was made for another: but the machine is known then.
   */
  #askedIfRefused(command: string, begun: Begun): Begun {
    if (!this.isRecognised || this.#choice !== 'auto')
      begun.accepted.then(
        (reply) => this.#isRefusedByGrbl(command, reply) && this.#isGrbl(),
        () => undefined,
      );
    return begun;
  }

  /** A command that other machines know, in the words of GRBL. A driver that was chosen says that it is the wrong one. */
  #isRefusedByGrbl(command: string, { ok, terminalLine }: Reply): boolean {
    if (ok || !isGrblRefusal(terminalLine)) return false;
    if (this.#choice !== 'auto' && isOurCommand(command)) this.#refuseOther('grbl', terminalLine);
    return true;
  }

  #begin(command: string, options: SendOptions): Begun {
    const session = this.#sessionOf(options);
    if (session === undefined) return notBegun(otherMachine(command));
    if (this.#wrongMachine) return notBegun(new LinkError('not-ready', this.#wrongMachine, command));
    const turned = this.#turned;
    if (turned === undefined) return this.inner.begin(command, { ...options, session });
    const { accepted, executed } = this.inner.begin(turned.command(command), { ...options, session });
    const answered = accepted.then((reply) => ({ ...reply, sent: command }));
    // `executed` settles behind `accepted`, also of these.
    const done = answered.then(
      () => executed,
      () => executed,
    );
    done.catch(() => undefined);
    return { accepted: answered, executed: done };
  }

  override async send(command: string, options: SendOptions): Promise<Reply> {
    while (this.#isFindingOut) await this.#early.wait(command, options);
    const session = this.#sessionOf(options);
    if (session === undefined) throw otherMachine(command);
    if (this.#wrongMachine) throw new LinkError('not-ready', this.#wrongMachine, command);
    const reply = await this.#send(command, { ...options, session });
    if (!this.#isRefusedByGrbl(command, reply) || this.isRecognised) return reply;
    // A machine that said nothing when its port was opened refuses as GRBL does; nothing has moved.
    if (!(await this.#isGrbl())) return reply;
    while (this.#isFindingOut || isStarting(this.inner.state)) await this.#early.wait(command, options);
    return this.#send(command, { ...options, session: this.inner.session });
  }

  async #send(command: string, options: SendOptions): Promise<Reply> {
    if (this.#turned === undefined) return this.inner.send(command, options);
    const reply = await this.inner.send(this.#turned.command(command), options);
    return { ...reply, sent: command };
  }

  /** Asks the question that only GRBL answers, once for each opening; then its driver takes over. */
  async #isGrbl(): Promise<boolean> {
    const { session } = this;
    if (this.#choice !== 'auto' || this.#askedIn === session) return false;
    this.#askedIn = session;
    // Its driver takes over as soon as the answer is heard.
    await this.inner.send('$I', { timeoutMs: askTimeoutMs }).catch(() => undefined);
    return this.name === 'grbl';
  }

  override withdraw(): void {
    this.#early.fail('aborted', (command) => ({ code: 'abandoned-unsent', command }));
    this.inner.withdraw();
  }

  override stop(onWritten?: () => void): Promise<Reply> {
    this.#early.fail('aborted', () => ({ code: 'stopped-unsent' }));
    return this.inner.stop(onWritten);
  }

  override connect(): void {
    if (this.#isClosed) return;
    const { usbIds } = this.#port;
    if (usbIds === undefined || !isDown(this.inner.state)) {
      this.inner.connect();
      return;
    }
    const wish = ++this.#wish;
    this.#isLooking = true;
    this.#listeners.tell({ type: 'state', state: opening });
    void usbIds()
      .catch(() => undefined)
      .then((ids) => {
        if (wish !== this.#wish) return;
        const name = ids && recogniseUsb(ids);
        this.#isConverter = ids !== undefined && isConverter(ids);
        if (name !== undefined && this.#choice === 'auto') {
          this.#recognised(name);
          if (name !== this.name) this.#replace(name);
        }
        this.#isLooking = false;
        this.#connectInner();
      });
  }

  #connectInner(): void {
    this.inner.connect();
    if (!this.#isFindingOut) this.#early.release();
  }

  /** What is at the port is opened as a board of our own language, and may still say that it is another. */
  get #isFindingOut(): boolean {
    if (this.#isLooking) return true;
    const { state } = this.inner.state;
    return this.#asksVersion(this.name) && (state === 'opening' || state === 'settling');
  }

  #asksVersion(name: DriverName): boolean {
    return name === 'stationery' && this.#isConverter;
  }

  override disconnect(): Promise<void> {
    this.#leave();
    this.#isRecognised = false;
    return this.inner.disconnect();
  }

  override async usePort(port: LinkPort): Promise<void> {
    this.#leave();
    this.#isRecognised = false;
    this.#port = port;
    const gone = this.inner.usePort(this.#guarded(port));
    if (this.#expected() !== this.name) this.#replace(this.#expected());
    await gone;
  }

  /**
   * Speaks to the machine as one of this family from now on. Disconnects, unless it does so already; connecting again is
   * left to the caller.
   */
  async useDriver(choice: DriverChoice): Promise<void> {
    if (choice === this.name) {
      this.#choice = choice;
      return;
    }
    this.#leave();
    this.#isRecognised = false;
    const gone = this.inner.disconnect();
    this.#choice = choice;
    if (this.#expected() !== this.name) this.#replace(this.#expected());
    await gone;
  }

  /**
   * Asks the machine what it is, for a person who wants to know: its port is opened for that, which resets most boards.
   * Disconnected afterwards; what was recognised is used from the next `connect()` on, where the driver is not chosen.
   */
  async detect(): Promise<Detected> {
    await this.disconnect();
    const wish = this.#wish;
    const { clock } = this.#parts;
    const { openPort, settle, usbIds } = this.#port;
    const ids = await usbIds?.().catch(() => undefined);
    const byIds = ids && recogniseUsb(ids);
    const found =
      byIds === undefined ? await detect({ openPort, settle, clock }) : { driver: byIds, lines: [] };
    if (wish !== this.#wish || found.driver === undefined) return found;
    this.#recognised(found.driver);
    if (this.#choice === 'auto' && found.driver !== this.name) this.#replace(found.driver);
    return found;
  }

  /** Before the first connection: the driver that a port needed the last time is tried first. */
  remember(memory: PortMemory): void {
    this.#memory = memory;
    if (this.#expected() !== this.name) this.#replace(this.#expected());
  }

  override subscribe(listener: (event: LinkEvent) => void): () => void {
    return this.#listeners.add(listener);
  }

  override async close(): Promise<void> {
    this.#isClosed = true;
    this.#leave();
    await this.inner.close();
    this.#unsubscribe();
    this.#listeners.clear();
  }

  #leave(): void {
    this.#wish++;
    this.#early.fail('closed', () => ({ code: 'disconnected' }));
    this.#wrongMachine = undefined;
    this.#isLooking = false;
  }

  /** What is known before the port is opened. */
  #expected(): DriverName {
    if (this.#choice !== 'auto') return this.#choice;
    const last = this.#memory?.get(this.#port.portPath);
    const remembered = driverKinds.find(({ name }) => name === last)?.name;
    return this.#port.driver ?? remembered ?? 'stationery';
  }

  #recognised(name: DriverName): void {
    if (this.#isRecognised && name === this.name) return;
    this.#isRecognised = true;
    if (this.#port.driver !== undefined) return;
    try {
      this.#memory?.set(this.#port.portPath, name);
    } catch (error) {
      this.#parts.log.warn({ error }, 'the recognised machine cannot be remembered');
    }
  }

  #sessionOf({ session }: SendOptions): number | undefined {
    if (session === undefined) return this.inner.session;
    return session > this.#sessionsBefore ? session - this.#sessionsBefore : undefined;
  }

  #follow(): void {
    this.#unsubscribe = this.inner.subscribe((told) => {
      const event = this.#turned?.event(told) ?? told;
      if (event.type === 'state' && this.#isLooking) return;
      if (event.type === 'session')
        this.#listeners.tell({ ...event, session: this.#sessionsBefore + event.session });
      else this.#listeners.tell(event);
      if (event.type === 'session') this.#wrongMachine = undefined;
      if (event.type === 'received') this.#heard(event.line);
      if (event.type === 'state' && !this.#isFindingOut) this.#early.release();
    });
  }

  /** The machine may identify as another kind than was assumed. */
  #heard(line: string): void {
    const name = recogniseLine(line) ?? recogniseAnswer(line);
    if (name === undefined) return;
    if (this.#choice !== 'auto') {
      this.#refuseOther(name, line);
      return;
    }
    this.#recognised(name);
    if (name === this.name) return;
    this.#parts.log.info({ line, driver: name }, 'the machine is recognised');
    // Not in the middle of a chunk that the driver is reading. What waits still waits.
    const wish = ++this.#wish;
    this.#isLooking = this.#isFindingOut;
    queueMicrotask(() => {
      if (wish !== this.#wish) return;
      this.#replace(name);
      this.#isLooking = false;
      this.#connectInner();
    });
  }

  /** A driver that was chosen for another machine sends this one nothing. */
  #refuseOther(name: DriverName, line: string): void {
    if (name === this.name || this.#wrongMachine) return;
    this.#wrongMachine = { code: 'wrong-machine', driver: this.name, heard: line.slice(0, 60) };
    this.#listeners.tell({ type: 'state', state: this.state });
  }

  #replace(name: DriverName): void {
    const before = this.inner;
    // Nothing that somebody asked for was sent: whatever was begun continues with this driver.
    const isSameSession = this.#isFindingOut && before.isOpen;
    this.#unsubscribe();
    this.#sessionsBefore += before.session - (isSameSession ? 1 : 0);
    const gone = before.close();
    this.inner = this.#create(name, gone);
    if (this.#profile !== undefined) this.inner.configure(this.#profile);
    this.#follow();
    if (isSameSession) {
      this.#listeners.tell({ type: 'recognised' });
      return;
    }
    const reason = { code: 'port-reopened' } as const;
    this.#listeners.tell({ type: 'session', session: this.session, reason, owed: [] });
    this.#listeners.tell({ type: 'state', state: this.state });
  }

  /** A driver that was chosen does not open a device that is certainly of another family: that alone may reset it. */
  #guarded(port: LinkPort): LinkPort {
    const openPort = async () => {
      const driver = this.#choice;
      const ids = driver === 'auto' ? undefined : await port.usbIds?.().catch(() => undefined);
      if (driver !== 'auto' && ids !== undefined && !canBeFor(driver, ids))
        throw new PortFailure({ code: 'wrong-machine', driver, heard: `USB ${usbName(ids)}` });
      return port.openPort();
    };
    return { ...port, openPort };
  }

  /** The same port cannot be opened while the driver before still closes it. */
  #create(name: DriverName, afterwards: Promise<void> = Promise.resolve()): Driver {
    const { clock, log, times = {} } = this.#parts;
    const port = this.#guarded(this.#port);
    const openPort = async () => {
      await afterwards;
      return port.openPort();
    };
    const asksVersion = () => this.#asksVersion(name);
    return driverKind(name).create({ ...port, openPort, clock, log, times, asksVersion });
  }
}

const isStarting = ({ state }: LinkState) => state === 'opening' || state === 'settling';

const isDown = ({ state }: LinkState) => state === 'closed' || state === 'waiting';

const otherMachine = (command: string) => new LinkError('other-session', { code: 'port-reopened' }, command);
