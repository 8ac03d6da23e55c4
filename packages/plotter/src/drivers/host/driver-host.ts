import { type Clock, type Logger, patientClock } from '@stationery/core';
import type { LinkPort } from '../../link/link-port.ts';
import { type CommandHandle, type Driver, type DriverName, notBegun, sendAndWait } from '../driver.ts';
import { families } from '../families.ts';
import type { DriverDeps } from '../family.ts';
import { LinkListeners } from '../kernel/driver-link.ts';
import { isOurCommand } from '../language/our-language.ts';
import {
  isConnected,
  isStarting,
  type LinkEvent,
  type LinkState,
  type Reply,
  type SendOptions,
} from '../link.ts';
import type { Profile } from '../profile.ts';
import { BaudRateSearch } from './baud-rate-search.ts';
import { DeferredCommands } from './deferred-commands.ts';
import { type Detected, detect } from './detect.ts';
import { DriverInUse } from './driver-in-use.ts';
import { DriverMismatch } from './driver-mismatch.ts';
import { recogniseLine, recogniseRefusal, recogniseUsb } from './recognise.ts';
import { type DriverChoice, type PortMemory, Recognition } from './recognition.ts';

interface DriverHostDeps {
  choice: DriverChoice;
  port: LinkPort;
  clock: Clock;
  log: Logger;
  times?: DriverDeps['times'];
}

type OtherFamily = NonNullable<ReturnType<typeof recogniseRefusal>>;

const opening: LinkState = { state: 'opening' };
const askTimeoutMs = 1_000;

/**
 * A machine is recognised by its port (a simulator, a USB device) before anything is sent, and by the lines it sends.
 * If needed, it is asked a question that moves no machine; commands wait until then. If a driver was chosen for a
 * different machine, nothing is sent that could move it (`driver-mismatch.ts`). Session numbers continue across drivers.
 */
export class DriverHost extends DriverInUse implements Driver {
  readonly #deps: DriverHostDeps;
  readonly #listeners: LinkListeners;
  readonly #recognition: Recognition;
  #unsubscribe: () => void;
  #firstSession = 1;
  /** Counts calls to connect or disconnect; results for older calls are ignored. */
  #wish = 0;
  #isLooking = false;
  #isClosed = false;
  readonly #mismatch: DriverMismatch;
  readonly #early = new DeferredCommands();
  /** Number of the session in which another family's question was sent because the machine refused a command. */
  #askedIn = 0;
  readonly #rateSearch: BaudRateSearch;
  /** Whether listeners were last told that the machine is in doubt. */
  #isShownInDoubt = false;

  constructor({ clock, ...deps }: DriverHostDeps) {
    super();
    this.#deps = { ...deps, clock: patientClock(clock) };
    this.#listeners = new LinkListeners(deps.log);
    this.#recognition = new Recognition(deps.choice, deps.port, deps.log);
    this.#rateSearch = new BaudRateSearch(this.#recognition, this.#deps.clock);
    this.#mismatch = new DriverMismatch(() => this.driver, this.#recognition);
    this.driver = this.#create(this.#recognition.expected, Promise.resolve());
    this.#unsubscribe = this.follow((event) => this.#pass(event));
  }

  get choice(): DriverChoice {
    return this.#recognition.choice;
  }

  get isRecognised(): boolean {
    const { state } = this;
    if ('cause' in state && state.cause.code === 'wrong-machine') return false;
    if (this.isOpen && this.#mismatch.isUnidentified) return false;
    // An answer that the driver expects also identifies the machine.
    return this.#recognition.isCertain || this.identity.firmware !== null;
  }

  get state(): LinkState {
    if (this.#isLooking) return opening;
    return this.#mismatch.state ?? this.turnedState;
  }

  configure(profile: Profile): void {
    if (this.apply(profile)) this.#listeners.tell({ type: 'reported', reported: { position: null } });
  }

  begin(command: string, options: SendOptions): CommandHandle {
    // Later commands wait with earlier ones, so that the order is kept.
    if (!this.#isFindingOut && this.#early.isEmpty) return this.#beginNow(command, options);
    const begun = this.#early.wait(command, options, () => this.#beginNow(command, options));
    const accepted = begun.then(({ accepted }) => accepted);
    const executed = begun.then(({ executed }) => executed);
    accepted.catch(() => undefined);
    executed.catch(() => undefined);
    return { accepted, executed };
  }

  async send(command: string, options: SendOptions): Promise<Reply> {
    const reply = await sendAndWait(this, command, options);
    const other = this.#refusingFamily(command, reply);
    // The refused command moved nothing. The other driver takes over if the machine proves to be of its family.
    if (other === undefined || this.isRecognised || !(await this.#isOf(other))) return reply;
    while (this.#isFindingOut || isStarting(this.driver.state))
      await this.#early.wait(command, options, () => undefined);
    // The new driver has its own session: commands bound to the previous one are refused.
    return sendAndWait({ begin: (...args) => this.beginTurned(...args) }, command, options);
  }

  #beginNow(command: string, options: SendOptions): CommandHandle {
    // The driver refuses commands of earlier sessions.
    const isOld = options.session !== undefined && options.session < this.#firstSession;
    const refused = isOld ? undefined : this.#mismatch.refusalOf(command);
    if (refused !== undefined) return notBegun(refused);
    const begun = this.beginTurned(command, options);
    // After a refusal in words of a different family, a job is not continued, because it was made for a
    // different machine. The question only identifies the machine.
    if (options.isAwaited !== true && (!this.isRecognised || this.choice !== 'auto'))
      begun.accepted.then(
        (reply) => {
          const other = this.#refusingFamily(command, reply);
          return other && this.#isOf(other);
        },
        () => undefined,
      );
    return begun;
  }

  /** Returns the family whose machines refuse commands in these words. */
  #refusingFamily(command: string, { ok, terminalLine }: Reply): OtherFamily | undefined {
    const other = ok ? undefined : recogniseRefusal(terminalLine);
    if (other !== undefined && this.choice !== 'auto' && isOurCommand(command))
      this.#heardOther(other.name, terminalLine);
    return other;
  }

  /** Asks the question of a family, once per opening. After the right answer, the driver of that family takes over. */
  async #isOf({ name, question }: OtherFamily): Promise<boolean> {
    const { session } = this;
    if (this.choice !== 'auto' || this.#askedIn === session) return false;
    this.#askedIn = session;
    // The other driver takes over as soon as the answer arrives.
    await this.driver.send(question, { timeoutMs: askTimeoutMs }).catch(() => undefined);
    return this.name === name;
  }

  withdraw(): void {
    this.#early.fail('aborted', (command) => ({ code: 'abandoned-unsent', command }));
    this.driver.withdraw();
  }

  stop(onWritten?: () => void): Promise<Reply> {
    this.#early.fail('aborted', () => ({ code: 'stopped-unsent' }));
    return this.driver.stop(onWritten);
  }

  connect(): void {
    if (this.#isClosed) return;
    const { usbIds } = this.#recognition.port;
    if (usbIds === undefined || isConnected(this.driver.state)) {
      this.driver.connect();
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
          this.#useFamily(name);
        }
        this.#isLooking = false;
        this.#connectInner();
      });
  }

  #connectInner(): void {
    this.driver.connect();
    this.#release();
  }

  #release(): void {
    if (!this.#isFindingOut) this.#early.release();
  }

  /** Whether the machine may still identify as a different one than assumed when its port was opened. */
  get #isFindingOut(): boolean {
    if (this.#isLooking) return true;
    return isStarting(this.driver.state) && this.#recognition.asksVersion(this.name) !== 'never';
  }

  async disconnect(): Promise<void> {
    this.#leave();
    this.#recognition.forget();
    await Promise.all([this.driver.disconnect(), this.#rateSearch.ended]);
  }

  async usePort(port: LinkPort): Promise<void> {
    this.#leave();
    this.#recognition.forget();
    this.#recognition.port = port;
    const gone = this.driver.usePort(this.#portOf(Promise.resolve()));
    this.#useFamily(this.#recognition.expected);
    await gone;
  }

  confirm(driver: DriverName): void {
    this.#recognition.confirm(driver);
    this.#tellDoubt();
  }

  /** Uses this family from now on. Disconnects if that changes the driver; reconnecting is left to the caller. */
  async useDriver(choice: DriverChoice): Promise<void> {
    if (choice === this.name) {
      this.#recognition.choice = choice;
      // An unidentified machine is identified when its port is reopened, so continue and disconnect.
      const isAsked = this.evidence !== 'none' || !this.#mismatch.isUnidentified;
      if (isAsked || !this.isOpen) {
        this.#tellDoubt();
        return;
      }
    }
    this.#leave();
    this.#recognition.forget();
    const gone = this.driver.disconnect();
    this.#recognition.choice = choice;
    this.#useFamily(this.#recognition.expected);
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
    if (this.choice === 'auto') this.#useFamily(found.driver);
    return found;
  }

  /** Call before the first connection: the driver last used at a port is tried first. */
  remember(memory: PortMemory): void {
    this.#recognition.remember(memory);
    this.#useFamily(this.#recognition.expected);
  }

  subscribe(listener: (event: LinkEvent) => void): () => void {
    return this.#listeners.add(listener);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#leave();
    await Promise.all([this.driver.close(), this.#rateSearch.ended]);
    this.#unsubscribe();
    this.#listeners.clear();
  }

  #leave(): void {
    this.#wish++;
    this.#early.fail('closed', () => ({ code: 'disconnected' }));
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
    if (event.type === 'state') this.#release();
  }

  /** Tries other baud rates. Commands wait meanwhile; none was sent before. */
  async #findRate(): Promise<void> {
    const wish = ++this.#wish;
    const isWanted = () => wish === this.#wish;
    this.#isLooking = true;
    this.#listeners.tell({ type: 'state', state: opening });
    await this.#swap(this.name, true);
    const found = await this.#rateSearch.find(isWanted);
    if (!isWanted()) return;
    if (found?.driver !== undefined) {
      const { driver, baudRate } = found;
      this.#deps.log.info({ driver, baudRate }, 'the machine is recognised');
      this.#recognition.baudRate = baudRate;
      this.#recognition.recognised(driver, this.name);
      void this.#swap(driver, true);
      this.#listeners.tell({ type: 'recognised' });
    }
    this.#isLooking = false;
    this.#connectInner();
  }

  #heard(line: string): void {
    this.#rateSearch.heard(line);
    const name = recogniseLine(line);
    if (this.choice !== 'auto') {
      const other = name ?? (this.#isFindingOut ? recogniseRefusal(line)?.name : undefined);
      if (other !== undefined) this.#heardOther(other, line);
      return;
    }
    if (name === undefined) return;
    this.#recognition.recognised(name, this.name);
    if (name === this.name) return;
    this.#deps.log.info({ line, driver: name }, 'the machine is recognised');
    // Replaces the driver only after it has read the current chunk. Waiting commands keep waiting.
    const wish = ++this.#wish;
    this.#isLooking = this.#isFindingOut;
    queueMicrotask(() => {
      if (wish !== this.#wish) return;
      this.#replace(name);
      this.#isLooking = false;
      this.#connectInner();
    });
  }

  #heardOther(name: DriverName, line: string): void {
    if (this.#mismatch.isFor(name, line)) this.#tellState();
  }

  #tellDoubt(): void {
    if (this.#isShownInDoubt !== (this.#mismatch.state !== undefined)) this.#tellState();
  }

  #tellState(): void {
    this.#isShownInDoubt = this.#mismatch.state !== undefined;
    this.#listeners.tell({ type: 'state', state: this.state });
  }

  #useFamily(name: DriverName): void {
    if (name !== this.name) this.#replace(name);
  }

  #replace(name: DriverName): void {
    // No command of a caller was sent, so waiting ones continue with the new driver.
    const isSameSession = this.#isFindingOut && this.driver.isOpen;
    void this.#swap(name, isSameSession);
    if (isSameSession) {
      this.#listeners.tell({ type: 'recognised' });
      return;
    }
    const reason = { code: 'port-reopened' } as const;
    this.#listeners.tell({ type: 'session', session: this.session, reason, owed: [] });
    this.#tellState();
  }

  /** `isSameSession`: no command of a caller was sent; the next driver continues with begun ones. */
  #swap(name: DriverName, isSameSession: boolean): Promise<void> {
    this.#unsubscribe();
    this.#firstSession = this.session + (isSameSession ? 0 : 1);
    const gone = this.driver.close();
    this.use(this.#create(name, gone));
    this.#unsubscribe = this.follow((event) => this.#pass(event));
    return gone;
  }

  #create(name: DriverName, afterwards: Promise<void>): Driver {
    const { clock, log, times = {} } = this.#deps;
    const asksVersion = () => this.#recognition.asksVersion(name);
    const memory = this.#recognition.memoryOf(name);
    return families[name].create({
      ...this.#portOf(afterwards),
      clock,
      log,
      times,
      asksVersion,
      memory,
      firstSession: this.#firstSession,
      questionAfter: (refusal) => recogniseRefusal(refusal)?.question,
    });
  }

  /** `afterwards` resolves when the previous driver has closed the port, which cannot be reopened earlier. */
  #portOf(afterwards: Promise<void>): LinkPort {
    return this.#rateSearch.listening(this.#recognition.guarded(this.#recognition.port), afterwards);
  }
}
