import { because, type PlainLinkReason, type RefusalCode } from '@stationery/contract';
import { type Begun, type Driver, type Identity, sendAndWait } from '../driver.ts';
import { Session, SessionDriver } from '../kernel/session.ts';
import type { Effect } from '../language/effect.ts';
import { acknowledgementOf, isOurCommand } from '../language/our-language.ts';
import type { Reply, SendOptions } from '../link.ts';
import type { MachineFacts, Profile } from '../profile.ts';
import { Arrival } from './arrival.ts';
import { CommandIntake } from './command-intake.ts';
import { Conversation } from './conversation.ts';
import { effectOf, refusalOf } from './grbl-language.ts';
import { defaultTimes, type GrblParts } from './grbl-parts.ts';
import { KnownCondition } from './known-condition.ts';
import { MachineSession } from './machine-session.ts';
import { MachineSetup } from './machine-setup.ts';
import { MachineTalk } from './machine-talk.ts';
import { Polling } from './polling.ts';
import { Readiness } from './readiness.ts';
import { Reception } from './reception.ts';
import type { SharedParts } from './shared-parts.ts';
import { showState } from './shown-state.ts';
import { Stopping } from './stopping.ts';
import { WorkPosition } from './work-position.ts';

/** Machines with Grbl 1.1 or firmware that speaks like it. `closed` until `connect()` is called. */
export function createGrblDriver(parts: GrblParts): Driver {
  return new GrblDriver(parts);
}

/** Lines that may wait in the receive buffer, beside the blocks of the planner: so far a job may be ahead. */
const linesAhead = 26;

class GrblDriver extends SessionDriver implements Driver {
  readonly name = 'grbl';
  readonly isStrict = false;
  readonly tellsPosition = 'yes';
  readonly #parts: SharedParts;
  protected readonly port: Session;
  readonly #reception: Reception;
  readonly #intake: CommandIntake;
  readonly #session: MachineSession;
  readonly #arrival: Arrival;
  readonly #stopping: Stopping;

  constructor(parts: GrblParts) {
    super();
    const { clock, log } = parts;
    const times = { ...defaultTimes, ...parts.times };
    this.port = new Session({
      ...{ port: parts, clock, log, times },
      opened: () => this.#opened(),
      bytes: (chunk) => this.#reception.receive(chunk),
      lost: (reason) => this.#session.end(reason),
    });
    const { port } = this;
    const write = (bytes: string) => void port.write(Buffer.from(bytes, 'latin1'));
    const ask = () => write('?');
    const changed = () => showState(this.#parts);
    const readiness = new Readiness();
    const isReady = () => readiness.isReady;
    const setup = new MachineSetup();
    const talk = new MachineTalk(clock, write);
    const position = new WorkPosition(setup, talk);
    const condition = new KnownCondition({
      clock,
      oldReportsMs: times.pollMs / 2,
      hasHoming: () => setup.machine.hasHoming,
      locked: (isLocked) => {
        setup.isLocked = isLocked;
      },
    });
    const conversation: Conversation = new Conversation({
      clock,
      state: setup.translation,
      mayWrite: isReady,
      receiveBytes: () => setup.machine.receiveBytes,
      blocksBehind: () => setup.machine.blocksBehind,
      write: (text) => {
        write(`${text}\n`);
        if (port.isHeard) port.tell({ type: 'sent', line: text });
      },
      ask,
      restart: () => void this.#stopping.restart(),
      tell: (event) => port.tell(event),
      changed,
      later: () => polling.soon(),
      settingsChanged: () => this.#arrival.readSettings(),
      toldBy: (report) => position.toldBy(report),
    });
    const polling = new Polling({
      ...{ clock, times, conversation, isReady, ask },
      isHeld: () => condition.isHeld,
      onSilence: () => this.#session.reopen({ code: 'port-reopened' }),
      onLoss: () => this.#resynchronise(),
    });
    this.#parts = {
      ...{ clock, log, times, port, readiness, setup, talk, position, condition, conversation, polling },
      ...{ write, changed },
    };
    this.#reception = new Reception({
      ...{ ...this.#parts, isReady, ask },
      onBanner: (line) => this.#onBanner(line),
      onAlarm: (alarm) => void this.#stopping.alarmed(alarm),
      onReport: (before) => this.#session.conditionChanged(before),
    });
    this.#intake = new CommandIntake(this.#parts);
    this.#session = new MachineSession({
      ...this.#parts,
      ended: () => {
        this.#arrival.cancel();
        this.#reception.reset();
      },
    });
    this.#arrival = new Arrival({
      ...{ ...this.#parts, session: this.#session },
      refuseWaiting: () => this.#intake.refuseWaiting(),
    });
    this.#stopping = new Stopping({ ...this.#parts, session: this.#session, arrival: this.#arrival });
  }

  get identity(): Identity {
    return this.#parts.setup.machine.identity;
  }

  get facts(): MachineFacts {
    return this.#parts.setup.facts;
  }

  get window(): number {
    return this.#parts.setup.machine.blocksBehind + linesAhead;
  }

  configure(profile: Profile): void {
    this.#parts.setup.configure(profile);
  }

  effectOf(command: string): Effect {
    return effectOf(command, this.#parts.setup.machine.hasHoming);
  }

  acknowledgementOf(command: string): string {
    return isOurCommand(command) ? acknowledgementOf(command) : 'ok';
  }

  refusalOf(terminalLine: string): RefusalCode {
    return refusalOf(terminalLine);
  }

  begin(command: string, options: SendOptions): Begun {
    return this.#intake.begin(command, options, false);
  }

  send(command: string, options: SendOptions): Promise<Reply> {
    return sendAndWait({ begin: () => this.#intake.begin(command, options, true) }, command, options);
  }

  endHold(): void {
    this.#intake.endHold();
  }

  withdraw(): void {
    this.#parts.conversation.withdraw();
  }

  stop(onWritten: () => void = () => undefined): Promise<Reply> {
    return this.#stopping.stop(onWritten);
  }

  async disconnect(): Promise<void> {
    this.#session.end({ code: 'disconnected' });
    this.#parts.setup.machine.forget();
    this.#parts.condition.problem = undefined;
    await this.port.disconnect();
  }

  #opened(): void {
    this.#reception.reset();
    this.#parts.condition.problem = undefined;
    this.#arrival.greet(this.port.settle.bannerWaitMs);
  }

  #onBanner(line: string): void {
    const { log, readiness, talk, condition } = this.#parts;
    condition.started();
    if (talk.isExpectingBanner) {
      talk.greeted(line);
      return;
    }
    // Nobody told it to: whatever was known of its position is void.
    log.info({ banner: line }, 'the board started');
    readiness.outdate();
    this.#session.beginNext({ code: 'board-restarted' }, 'reset');
    this.#arrival.greet(0);
    talk.greeted(line);
  }

  #resynchronise(): void {
    const { log, conversation } = this.#parts;
    log.warn({}, 'a reply was lost; the machine is reset');
    const command = conversation.current?.command ?? '';
    const reason: PlainLinkReason = { code: 'unanswered', command };
    const unsent = { kind: 'not-ready', reason: { code: 'resynchronising', because: reason } } as const;
    this.#session.tellUnanswered(conversation.end({ sent: { kind: 'timeout', reason }, unsent }));
    this.port.become({ state: 'suspect', ...because(reason) });
    this.#arrival.greet(0);
  }
}
