import { describeReason, type PlainLinkReason } from '@stationery/contract';
import type { Clock, Logger } from '@stationery/core';
import type { LinkPort } from '../link/link-port.ts';
import { type Detected, detect } from './detect.ts';
import { type Begun, type Driver, type DriverName, notBegun } from './driver.ts';
import type { DriverKind, DriverParts } from './driver-kind.ts';
import { DriverSlot } from './driver-slot.ts';
import { EarlyCommands } from './early-commands.ts';
import { ForwardingDriver } from './forwarding-driver.ts';
import { driverKind } from './kinds.ts';
import { LinkError, type LinkEvent, type LinkState, type Reply, type SendOptions } from './link.ts';
import { LinkListeners } from './link-listeners.ts';
import { isOurCommand } from './our-language.ts';
import type { MachineFacts, Profile } from './profile.ts';
import { isGrblRefusal, recogniseAnswer, recogniseLine, recogniseUsb } from './recognise.ts';
import { type DriverChoice, type PortMemory, Recognition } from './recognition.ts';

export interface DriverHostParts {
  choice: DriverChoice;
  port: LinkPort;
  clock: Clock;
  log: Logger;
  times?: DriverParts['times'];
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
  readonly #recognition: Recognition;
  readonly #slot: DriverSlot;
  /** Counts wishes to connect or not: an answer to an older one is void. */
  #wish = 0;
  #isLooking = false;
  #isClosed = false;
  /** Why nothing is sent to the machine that is there, until its port is opened again. */
  #wrongMachine: Extract<PlainLinkReason, { code: 'wrong-machine' }> | undefined;
  /** The session in which the machine was asked what it is because it refused a command. */
  #askedIn = 0;
  readonly #early = new EarlyCommands();

  constructor(parts: DriverHostParts) {
    super();
    this.#parts = parts;
    this.#listeners = new LinkListeners(parts.log);
    this.#recognition = new Recognition(parts.choice, parts.port, parts.log);
    this.#slot = new DriverSlot({
      first: this.#recognition.expected,
      create: (name, afterwards) => this.#create(name, afterwards),
      onEvent: (event) => this.#pass(event),
    });
  }

  protected get inner(): Driver {
    return this.#slot.driver;
  }

  get choice(): DriverChoice {
    return this.#recognition.choice;
  }

  /** Whether it is certain that this is the driver for the machine that is there. */
  override get isRecognised(): boolean {
    // The machine may have answered in the way of its driver.
    return this.#recognition.isCertain || this.identity.firmware !== null;
  }

  get kind(): DriverKind {
    return driverKind(this.inner.name);
  }

  override get facts(): MachineFacts {
    return this.#slot.facts;
  }

  override get state(): LinkState {
    if (this.#isLooking) return opening;
    const cause = this.#wrongMachine;
    if (cause !== undefined && this.inner.isOpen)
      return { state: 'suspect', reason: describeReason(cause), cause };
    return this.#slot.state;
  }

  override get session(): number {
    return this.#slot.session;
  }

  override configure(profile: Profile): void {
    const isOtherPlace = this.#slot.configure(profile);
    if (isOtherPlace) this.#listeners.tell({ type: 'told', told: { position: null } });
  }

  override begin(command: string, options: SendOptions): Begun {
    if (!this.#isFindingOut) return this.#beginNow(command, options);
    const begun = this.#early.wait(command, options).then(() => this.begin(command, options));
    const accepted = begun.then(({ accepted }) => accepted);
    const executed = begun.then(({ executed }) => executed);
    accepted.catch(() => undefined);
    executed.catch(() => undefined);
    return { accepted, executed };
  }

  #beginNow(command: string, options: SendOptions): Begun {
    if (this.#wrongMachine && this.#slot.takes(options))
      return notBegun(new LinkError('not-ready', this.#wrongMachine, command));
    const begun = this.#slot.begin(command, options);
    // A job that a machine refuses as GRBL does is not continued, for it was made for another: but the machine is known then.
    if (!this.isRecognised || this.choice !== 'auto')
      begun.accepted.then(
        (reply) => this.#isRefusedByGrbl(command, reply) && this.#isGrbl(),
        () => undefined,
      );
    return begun;
  }

  /** A command that other machines know, in the words of GRBL. A driver that was chosen says that it is the wrong one. */
  #isRefusedByGrbl(command: string, { ok, terminalLine }: Reply): boolean {
    if (ok || !isGrblRefusal(terminalLine)) return false;
    if (this.choice !== 'auto' && isOurCommand(command)) this.#refuseOther('grbl', terminalLine);
    return true;
  }

  override async send(command: string, options: SendOptions): Promise<Reply> {
    while (this.#isFindingOut) await this.#early.wait(command, options);
    if (this.#wrongMachine && this.#slot.takes(options))
      throw new LinkError('not-ready', this.#wrongMachine, command);
    const reply = await this.#slot.send(command, options);
    if (!this.#isRefusedByGrbl(command, reply) || this.isRecognised) return reply;
    // A machine that said nothing when its port was opened refuses as GRBL does; nothing has moved.
    if (!(await this.#isGrbl())) return reply;
    while (this.#isFindingOut || isStarting(this.inner.state)) await this.#early.wait(command, options);
    return this.#slot.send(command, { ...options, session: this.session });
  }

  /** Asks the question that only GRBL answers, once for each opening; then its driver takes over. */
  async #isGrbl(): Promise<boolean> {
    const { session } = this;
    if (this.choice !== 'auto' || this.#askedIn === session) return false;
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
    const { usbIds } = this.#recognition.port;
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
        const name = this.#recognition.foundUsb(ids);
        if (name !== undefined && this.choice === 'auto') {
          this.#recognition.recognised(name, this.name);
          this.#use(name);
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
    return this.#recognition.asksVersion(this.name) && (state === 'opening' || state === 'settling');
  }

  override disconnect(): Promise<void> {
    this.#leave();
    this.#recognition.forget();
    return this.inner.disconnect();
  }

  override async usePort(port: LinkPort): Promise<void> {
    this.#leave();
    this.#recognition.forget();
    this.#recognition.port = port;
    const gone = this.inner.usePort(this.#recognition.guarded(port));
    this.#use(this.#recognition.expected);
    await gone;
  }

  /**
   * Speaks to the machine as one of this family from now on. Disconnects, unless it does so already; connecting again is
   * left to the caller.
   */
  async useDriver(choice: DriverChoice): Promise<void> {
    if (choice === this.name) {
      this.#recognition.choice = choice;
      return;
    }
    this.#leave();
    this.#recognition.forget();
    const gone = this.inner.disconnect();
    this.#recognition.choice = choice;
    this.#use(this.#recognition.expected);
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
    const { openPort, settle, usbIds } = this.#recognition.port;
    const ids = await usbIds?.().catch(() => undefined);
    const byIds = ids && recogniseUsb(ids);
    const found =
      byIds === undefined ? await detect({ openPort, settle, clock }) : { driver: byIds, lines: [] };
    if (wish !== this.#wish || found.driver === undefined) return found;
    this.#recognition.recognised(found.driver, this.name);
    if (this.choice === 'auto') this.#use(found.driver);
    return found;
  }

  /** Before the first connection: the driver that a port needed the last time is tried first. */
  remember(memory: PortMemory): void {
    this.#recognition.remember(memory);
    this.#use(this.#recognition.expected);
  }

  override subscribe(listener: (event: LinkEvent) => void): () => void {
    return this.#listeners.add(listener);
  }

  override async close(): Promise<void> {
    this.#isClosed = true;
    this.#leave();
    await this.#slot.close();
    this.#listeners.clear();
  }

  #leave(): void {
    this.#wish++;
    this.#early.fail('closed', () => ({ code: 'disconnected' }));
    this.#wrongMachine = undefined;
    this.#isLooking = false;
  }

  #pass(event: LinkEvent): void {
    if (event.type === 'state' && this.#isLooking) return;
    this.#listeners.tell(event);
    if (event.type === 'session') this.#wrongMachine = undefined;
    if (event.type === 'received') this.#heard(event.line);
    if (event.type === 'state' && !this.#isFindingOut) this.#early.release();
  }

  /** The machine may identify as another kind than was assumed. */
  #heard(line: string): void {
    const name = recogniseLine(line) ?? recogniseAnswer(line);
    if (name === undefined) return;
    if (this.choice !== 'auto') {
      this.#refuseOther(name, line);
      return;
    }
    this.#recognition.recognised(name, this.name);
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

  #use(name: DriverName): void {
    if (name !== this.name) this.#replace(name);
  }

  #replace(name: DriverName): void {
    // Nothing that somebody asked for was sent: whatever was begun continues with this driver.
    const isSameSession = this.#isFindingOut && this.inner.isOpen;
    this.#slot.replace(name, isSameSession);
    if (isSameSession) {
      this.#listeners.tell({ type: 'recognised' });
      return;
    }
    const reason = { code: 'port-reopened' } as const;
    this.#listeners.tell({ type: 'session', session: this.session, reason, owed: [] });
    this.#listeners.tell({ type: 'state', state: this.state });
  }

  /** The same port cannot be opened while the driver before still closes it. */
  #create(name: DriverName, afterwards: Promise<void>): Driver {
    const { clock, log, times = {} } = this.#parts;
    const port = this.#recognition.guarded(this.#recognition.port);
    const openPort = async () => {
      await afterwards;
      return port.openPort();
    };
    const asksVersion = () => this.#recognition.asksVersion(name);
    return driverKind(name).create({ ...port, openPort, clock, log, times, asksVersion });
  }
}

const isStarting = ({ state }: LinkState) => state === 'opening' || state === 'settling';

const isDown = ({ state }: LinkState) => state === 'closed' || state === 'waiting';
