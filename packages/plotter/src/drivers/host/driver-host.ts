import type { RefusalCode } from '@stationery/contract';
import type { Clock, Logger } from '@stationery/core';
import type { LinkPort } from '../../link/link-port.ts';
import type { CommandHandle, Driver, DriverName, Evidence, Identity } from '../driver.ts';
import { families } from '../families.ts';
import type { DriverDeps, Family } from '../family.ts';
import { LinkListeners } from '../kernel/session.ts';
import type { Effect } from '../language/effect.ts';
import type { LinkEvent, LinkState, Reply, SendOptions } from '../link.ts';
import type { MachineFacts, Profile } from '../profile.ts';
import { BaudRateSearch } from './baud-rate-search.ts';
import { CommandGate } from './command-gate.ts';
import { type Detected, detect } from './detect.ts';
import { DriverMismatch } from './driver-mismatch.ts';
import { DriverSlot } from './driver-slot.ts';
import { recogniseLine, recogniseRefusal, recogniseUsb } from './recognise.ts';
import { type DriverChoice, type PortMemory, Recognition } from './recognition.ts';

export interface DriverHostDeps {
  choice: DriverChoice;
  port: LinkPort;
  clock: Clock;
  log: Logger;
  times?: DriverDeps['times'];
}

const opening: LinkState = { state: 'opening' };

/**
 * The driver in use: the chosen one, or the one for the connected machine. A machine is recognised by its port (a
 * simulator, a USB device) before anything is sent, and by the lines it sends. If needed, it is asked a question that
 * moves no machine; commands wait until then (`command-gate.ts`). If a driver was chosen for a different machine,
 * nothing is sent that could move it (`driver-mismatch.ts`).
 */
export class DriverHost implements Driver {
  readonly #deps: DriverHostDeps;
  readonly #listeners: LinkListeners;
  readonly #recognition: Recognition;
  readonly #slot: DriverSlot;
  /** Counts calls to connect or disconnect: answers to older ones are void. */
  #wish = 0;
  #isLooking = false;
  #isClosed = false;
  readonly #mismatch: DriverMismatch;
  readonly #gate: CommandGate;
  readonly #rateSearch: BaudRateSearch;
  /** Whether listeners were last told that the machine is in doubt. */
  #isShownInDoubt = false;

  constructor(deps: DriverHostDeps) {
    this.#deps = deps;
    this.#listeners = new LinkListeners(deps.log);
    this.#recognition = new Recognition(deps.choice, deps.port, deps.log);
    this.#rateSearch = new BaudRateSearch(this.#recognition, deps.clock);
    this.#slot = new DriverSlot({
      first: this.#recognition.expected,
      create: (name, afterwards) => this.#create(name, afterwards),
      onEvent: (event) => this.#pass(event),
    });
    this.#mismatch = new DriverMismatch(this.#slot, this.#recognition);
    this.#gate = new CommandGate({
      ...{ slot: this.#slot, recognition: this.#recognition, mismatch: this.#mismatch },
      isFindingOut: () => this.#isFindingOut,
      isRecognised: () => this.isRecognised,
      onOtherFamily: (name, line) => {
        if (this.#mismatch.isFor(name, line)) this.#tellState();
      },
    });
  }

  get #inner(): Driver {
    return this.#slot.driver;
  }

  get name(): DriverName {
    return this.#inner.name;
  }

  get identity(): Identity {
    return this.#inner.identity;
  }

  get evidence(): Evidence {
    return this.#inner.evidence ?? 'named';
  }

  get window(): number {
    return this.#inner.window;
  }

  get isStrict(): boolean {
    return this.#inner.isStrict;
  }

  get tellsPosition(): Driver['tellsPosition'] {
    return this.#inner.tellsPosition;
  }

  get isOpen(): boolean {
    return this.#inner.isOpen;
  }

  get portPath(): string {
    return this.#inner.portPath;
  }

  effectOf(command: string): Effect {
    return this.#inner.effectOf(command);
  }

  acknowledgementOf(command: string): string {
    return this.#inner.acknowledgementOf(command);
  }

  refusalOf(terminalLine: string): RefusalCode {
    return this.#inner.refusalOf(terminalLine);
  }

  endHold(): void {
    this.#inner.endHold();
  }

  get choice(): DriverChoice {
    return this.#recognition.choice;
  }

  /** Whether the machine certainly needs this driver. */
  get isRecognised(): boolean {
    const { state } = this;
    if ('cause' in state && state.cause.code === 'wrong-machine') return false;
    if (this.isOpen && this.#mismatch.isUnidentified) return false;
    // The machine may have answered in its driver's way.
    return this.#recognition.isCertain || this.identity.firmware !== null;
  }

  get family(): Family {
    return families[this.#inner.name];
  }

  get facts(): MachineFacts {
    return this.#slot.facts;
  }

  get state(): LinkState {
    if (this.#isLooking) return opening;
    return this.#mismatch.state ?? this.#slot.state;
  }

  get session(): number {
    return this.#slot.session;
  }

  configure(profile: Profile): void {
    const isOtherPlace = this.#slot.configure(profile);
    if (isOtherPlace) this.#listeners.tell({ type: 'told', told: { position: null } });
  }

  begin(command: string, options: SendOptions): CommandHandle {
    return this.#gate.begin(command, options);
  }

  send(command: string, options: SendOptions): Promise<Reply> {
    return this.#gate.send(command, options);
  }

  withdraw(): void {
    this.#gate.fail('aborted', (command) => ({ code: 'abandoned-unsent', command }));
    this.#inner.withdraw();
  }

  stop(onWritten?: () => void): Promise<Reply> {
    this.#gate.fail('aborted', () => ({ code: 'stopped-unsent' }));
    return this.#inner.stop(onWritten);
  }

  connect(): void {
    if (this.#isClosed) return;
    const { usbIds } = this.#recognition.port;
    if (usbIds === undefined || !isDown(this.#inner.state)) {
      this.#inner.connect();
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
    this.#inner.connect();
    this.#gate.release();
  }

  /** Opened as a board of our own language, but may still identify as a different one. */
  get #isFindingOut(): boolean {
    if (this.#isLooking) return true;
    const { state } = this.#inner.state;
    const isStarting = state === 'opening' || state === 'settling';
    return isStarting && this.#recognition.asksVersion(this.name) !== 'never';
  }

  async disconnect(): Promise<void> {
    this.#leave();
    this.#recognition.forget();
    await Promise.all([this.#inner.disconnect(), this.#rateSearch.ended]);
  }

  async usePort(port: LinkPort): Promise<void> {
    this.#leave();
    this.#recognition.forget();
    this.#recognition.port = port;
    const gone = this.#inner.usePort(this.#portOf(Promise.resolve()));
    this.#use(this.#recognition.expected);
    await gone;
  }

  /** The user confirmed that the machine at this port needs this driver. */
  confirm(driver: DriverName): void {
    this.#recognition.confirm(driver);
    this.#tellDoubt();
  }

  /** Uses this family from now on. Disconnects if that changes the driver; reconnecting is left to the caller. */
  async useDriver(choice: DriverChoice): Promise<void> {
    if (choice === this.name) {
      this.#recognition.choice = choice;
      // If the machine was not asked before, it is asked when its port is reopened.
      const isAsked = this.evidence !== 'none' || !this.#mismatch.isUnidentified;
      if (isAsked || !this.isOpen) {
        this.#tellDoubt();
        return;
      }
    }
    this.#leave();
    this.#recognition.forget();
    const gone = this.#inner.disconnect();
    this.#recognition.choice = choice;
    this.#use(this.#recognition.expected);
    await gone;
  }

  /**
   * Identifies the machine at a user's request. Opens its port, which resets most boards, and disconnects afterwards.
   * The recognised driver is used from the next `connect()`, unless one is chosen.
   */
  async detect(): Promise<Detected> {
    await this.disconnect();
    const wish = this.#wish;
    const { clock } = this.#deps;
    const { port } = this.#recognition;
    const ids = await port.usbIds?.().catch(() => undefined);
    const byIds = ids && recogniseUsb(ids);
    const found = byIds === undefined ? await detect(port, clock) : { driver: byIds, lines: [] };
    if (wish !== this.#wish || found.driver === undefined) return found;
    this.#recognition.baudRate = found.baudRate;
    this.#recognition.recognised(found.driver, this.name);
    if (this.choice === 'auto') this.#use(found.driver);
    return found;
  }

  /** Call before the first connection: the driver last used at a port is tried first. */
  remember(memory: PortMemory): void {
    this.#recognition.remember(memory);
    this.#use(this.#recognition.expected);
  }

  subscribe(listener: (event: LinkEvent) => void): () => void {
    return this.#listeners.add(listener);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#leave();
    await Promise.all([this.#slot.close(), this.#rateSearch.ended]);
    this.#listeners.clear();
  }

  #leave(): void {
    this.#wish++;
    this.#gate.fail('closed', () => ({ code: 'disconnected' }));
    this.#mismatch.forget();
    this.#isLooking = false;
    this.#rateSearch.forget();
  }

  #pass(event: LinkEvent): void {
    if (event.type === 'state' && this.#isLooking) return;
    if (event.type === 'state' && event.state.state === 'ready' && this.#rateSearch.isDue) {
      this.#rateSearch.run(() => this.#findRate());
      return;
    }
    if (event.type === 'session') {
      this.#mismatch.forget();
      this.#rateSearch.forget();
    }
    if (event.type === 'state') this.#tellState();
    else this.#listeners.tell(event);
    if (event.type === 'received') this.#heard(event.line);
    // The machine may have identified itself meanwhile.
    else if (this.#isShownInDoubt) this.#tellDoubt();
    if (event.type === 'state') this.#gate.release();
  }

  /** Commands wait meanwhile; none was sent before. */
  async #findRate(): Promise<void> {
    const wish = ++this.#wish;
    const isWanted = () => wish === this.#wish;
    this.#isLooking = true;
    this.#listeners.tell({ type: 'state', state: opening });
    await this.#slot.replace(this.name, true);
    const found = await this.#rateSearch.find(isWanted);
    if (!isWanted()) return;
    if (found?.driver !== undefined) {
      const { driver, baudRate } = found;
      this.#deps.log.info({ driver, baudRate }, 'the machine is recognised');
      this.#recognition.baudRate = baudRate;
      this.#recognition.recognised(driver, this.name);
      void this.#slot.replace(driver, true);
      this.#listeners.tell({ type: 'recognised' });
    }
    this.#isLooking = false;
    this.#connectInner();
  }

  /** The machine may identify as a different kind than assumed. */
  #heard(line: string): void {
    this.#rateSearch.heard(line);
    const name = recogniseLine(line);
    if (this.choice !== 'auto') {
      const other = name ?? (this.#isFindingOut ? recogniseRefusal(line)?.name : undefined);
      if (other !== undefined && this.#mismatch.isFor(other, line)) this.#tellState();
      return;
    }
    if (name === undefined) return;
    this.#recognition.recognised(name, this.name);
    if (name === this.name) return;
    this.#deps.log.info({ line, driver: name }, 'the machine is recognised');
    // Not in the middle of a chunk that the driver is reading. Waiting commands keep waiting.
    const wish = ++this.#wish;
    this.#isLooking = this.#isFindingOut;
    queueMicrotask(() => {
      if (wish !== this.#wish) return;
      this.#replace(name);
      this.#isLooking = false;
      this.#connectInner();
    });
  }

  #tellDoubt(): void {
    if (this.#isShownInDoubt !== (this.#mismatch.state !== undefined)) this.#tellState();
  }

  #tellState(): void {
    this.#isShownInDoubt = this.#mismatch.state !== undefined;
    this.#listeners.tell({ type: 'state', state: this.state });
  }

  #use(name: DriverName): void {
    if (name !== this.name) this.#replace(name);
  }

  #replace(name: DriverName): void {
    // No command of a caller was sent, so waiting ones continue with the new driver.
    const isSameSession = this.#isFindingOut && this.#inner.isOpen;
    void this.#slot.replace(name, isSameSession);
    if (isSameSession) {
      this.#listeners.tell({ type: 'recognised' });
      return;
    }
    const reason = { code: 'port-reopened' } as const;
    this.#listeners.tell({ type: 'session', session: this.session, reason, owed: [] });
    this.#tellState();
  }

  #create(name: DriverName, afterwards: Promise<void>): Driver {
    const { clock, log, times = {} } = this.#deps;
    const asksVersion = () => this.#recognition.asksVersion(name);
    const memory = this.#recognition.memoryOf(name);
    return families[name].create({
      ...{ ...this.#portOf(afterwards), clock, log, times, asksVersion, memory },
      questionAfter: (refusal) => recogniseRefusal(refusal)?.question,
    });
  }

  /** `afterwards`: the port cannot be reopened while the previous driver is closing it. */
  #portOf(afterwards: Promise<void>): LinkPort {
    return this.#rateSearch.listening(this.#recognition.guarded(this.#recognition.port), afterwards);
  }
}

const isDown = ({ state }: LinkState) => state === 'closed' || state === 'waiting';
