import { because, type PlainLinkReason, type RefusalCode, type SendReason } from '@stationery/contract';
import { type CommandHandle, type Driver, type Identity, notBegun } from '../driver.ts';
import { BriefMemory } from '../family.ts';
import type { Ending } from '../kernel/pending.ts';
import { CommandQueue, type Endings, tellUnanswered } from '../kernel/queue.ts';
import { Session, SessionDriver } from '../kernel/session.ts';
import type { Effect } from '../language/effect.ts';
import { refusalCodeOf } from '../lines/terminal-line.ts';
import { LinkError, type LinkEvent, type Reply, type SendOptions } from '../link.ts';
import type { MachineFacts, Profile } from '../profile.ts';
import { defaultDeviationMm, defaultTimes, type EbbDriverDeps, ebbStepsPerMm } from './ebb-deps.ts';
import { EbbCommand, effectOfLine, readCommand } from './ebb-language.ts';
import { Plotting } from './plotting.ts';
import { Procedures } from './procedures.ts';
import { Board } from './protocol/board.ts';

/** AxiDraw, NextDraw and other machines with an EiBotBoard. Plans moves and sends the board short segments of them. */
export class EbbDriver extends SessionDriver implements Driver {
  readonly name = 'ebb';
  /** Enough for the longest braking distance of a fast machine. */
  readonly window = 512;
  readonly isStrict = false;
  readonly tellsPosition = 'yes';
  protected readonly port: Session;
  readonly #board: Board;
  readonly #queue: CommandQueue<EbbCommand>;
  readonly #plotting: Plotting;
  readonly #procedures: Procedures;

  constructor(deps: EbbDriverDeps) {
    super();
    const { clock, log, settings = {}, memory = new BriefMemory() } = deps;
    const tell = (event: LinkEvent) => this.port.tell(event);
    this.port = new Session({
      ...{ port: deps, clock, log },
      times: { ...defaultTimes, ...deps.times },
      opened: () => void this.#procedures.opened(),
      bytes: (chunk) => this.#board.line.receive(chunk),
      lost: (reason) => this.#lost(reason),
    });
    this.#board = new Board({
      clock,
      random: deps.random ?? Math.random,
      write: (bytes) => void this.port.write(bytes),
      events: {
        sent: (line) => tell({ type: 'sent', line }),
        received: (line) => {
          this.#procedures.received(line);
          tell({ type: 'received', line });
        },
        stray: (line) => {
          tell({ type: 'desync', line });
          this.#procedures.stray(line);
        },
      },
    });
    this.#queue = new CommandQueue({
      ...{ clock, tell },
      isTimed: ({ isAwaited }) => isAwaited,
      late: (entry) => this.#late(entry),
    });
    this.#plotting = new Plotting({
      ...{ clock, board: this.#board, queue: this.#queue, memory, tell },
      travelAcceleration:
        settings.travelAccelerationMmS2 === undefined
          ? undefined
          : settings.travelAccelerationMmS2 * ebbStepsPerMm,
      deviation: defaultDeviationMm * ebbStepsPerMm,
    });
    this.#procedures = new Procedures({
      ...{ clock, log, port: this.port, board: this.#board, queue: this.#queue, plotting: this.#plotting },
      motorsOffAfterMs: settings.motorsOffAfterMs ?? 600_000,
      end: (endings) => this.#end(endings),
      refuse: (reason) => this.#refuse(reason),
      endSession: (reason, owed) => this.#endSession(reason, owed),
    });
  }

  /** The board does not know its machine. */
  get identity(): Identity {
    const { firmware } = this.#procedures;
    return { model: firmware === null ? null : 'EiBotBoard', firmware };
  }

  get facts(): MachineFacts {
    return { coordinates: 'absolute', penHeightLimits: this.#plotting.penHeightLimits };
  }

  configure(profile: Profile): void {
    this.#plotting.configure(profile);
  }

  effectOf(command: string): Effect {
    const effect = effectOfLine(command);
    return effect.isHoming && this.#plotting.findsOrigin ? { ...effect, confirmsOrigin: true } : effect;
  }

  refusalOf(terminalLine: string): RefusalCode {
    return refusalCodeOf(terminalLine);
  }

  protected beginCommand(command: string, options: SendOptions, isAwaited: boolean): CommandHandle {
    const { state } = this;
    if (state.state === 'suspect') return notBegun(new LinkError('not-ready', whyNot(state.cause), command));
    const action = readCommand(command);
    if (action.kind === 'stop') return this.#beginStop();
    const entry = new EbbCommand(command, action, options, isAwaited);
    entry.onAbort(() => this.#queue.abandon(entry));
    this.#queue.add(entry);
    this.port.tell({ type: 'begun', command });
    this.#procedures.wake();
    return entry;
  }

  withdraw(): void {
    this.#queue.withdraw();
  }

  stop(onWritten: () => void = () => {}): Promise<Reply> {
    if (!this.isOpen) {
      onWritten();
      return Promise.reject(this.port.closedError('STOP'));
    }
    const current = this.#procedures.interrupt();
    this.#end({
      sent: (command) => ({ kind: 'aborted', reason: { code: 'stopped-unfinished', command } }),
      unsent: { kind: 'aborted', reason: { code: 'stopped-unsent' } },
    });
    const stopped = this.#procedures.halt(current);
    void this.port.write(new Uint8Array()).then(onWritten, onWritten);
    return stopped;
  }

  async disconnect(): Promise<void> {
    const reason: PlainLinkReason = { code: 'disconnected' };
    const owed = this.#endLost(reason);
    // Restore the legacy syntax for programs that do not support the future one.
    if (this.isOpen && this.#board.isThree) this.#board.line.tell('CU,10,0');
    this.#endSession(reason, owed);
    this.#procedures.forgetBoard();
    await this.port.disconnect();
  }

  #refuse(reason: PlainLinkReason): void {
    const ending: Ending = { kind: 'not-ready', reason: whyNot(reason) };
    this.#end({ sent: ending, unsent: ending });
    this.port.become({ state: 'suspect', ...because(reason) });
  }

  #beginStop(): CommandHandle {
    const accepted = this.stop();
    accepted.catch(() => undefined);
    const executed = accepted.then(() => undefined);
    executed.catch(() => undefined);
    return { accepted, executed };
  }

  #lost(reason: PlainLinkReason): void {
    this.#endSession(reason, this.#endLost(reason));
  }

  #endLost(reason: PlainLinkReason): string[] {
    return this.#end({ sent: { kind: 'lost', reason }, unsent: { kind: 'closed', reason } });
  }

  #end(endings: Endings): string[] {
    const owed = this.#queue.end(endings);
    this.#plotting.halted();
    tellUnanswered((event) => this.port.tell(event), owed);
    return owed;
  }

  /** The command timed out; its remaining part is still carried out. */
  #late(entry: EbbCommand): boolean {
    const { command } = entry;
    if (this.#queue.remove(entry)) entry.fail({ kind: 'not-ready', reason: { code: 'reply-owed' } });
    else {
      this.port.tell({ type: 'unanswered', line: command });
      entry.fail({ kind: 'timeout', reason: { code: 'unanswered', command } });
    }
    return true;
  }

  #endSession(reason: PlainLinkReason, owed: readonly string[]): void {
    this.#procedures.interrupt();
    this.#board.line.giveUp();
    this.#plotting.lost();
    if (!this.port.leave()) return;
    this.port.newSession(reason);
    this.port.tellSession(owed);
  }
}

/** A machine of a different kind cannot be resynchronised. */
function whyNot(cause: PlainLinkReason): SendReason {
  const isOther = cause.code === 'wrong-machine' || cause.code === 'firmware-too-old';
  return isOther ? cause : { code: 'resynchronising', because: cause };
}
