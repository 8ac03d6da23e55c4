import type { RefusalCode } from '@stationery/contract';
import type { CommandHandle, Driver, DriverName, Evidence, Identity } from '../driver.ts';
import { DriverLink, LinkedDriver } from '../kernel/driver-link.ts';
import { Ledger } from '../kernel/ledger.ts';
import { CommandQueue, type Endings, stopped } from '../kernel/queue.ts';
import type { Effect } from '../language/effect.ts';
import type { Reply, SendOptions } from '../link.ts';
import type { MachineFacts, Profile } from '../profile.ts';
import { BoardSession } from './board-session.ts';
import { CommandMeaning } from './command-meaning.ts';
import { KnownBoard } from './known-board.ts';
import { LineCommand, type LineLedger } from './line-command.ts';
import { LineReceiver } from './line-receiver.ts';
import { LineSender } from './line-sender.ts';
import { defaultLinkTimes, type LinesDeps, type LinesState, type LinkTimes } from './lines-deps.ts';
import { OpeningQuestion } from './opening-question.ts';
import { Resync } from './resync.ts';
import { refusalCodeOf } from './terminal-line.ts';

const ahead = { isAhead: true };

/** Drives boards that end each reply with a line that begins with `OK` or `ERR`. */
export class LinesDriver extends LinkedDriver implements Driver {
  readonly name: DriverName;
  protected readonly link: DriverLink;
  readonly #board: KnownBoard;
  readonly #question: OpeningQuestion;
  readonly #meaning: CommandMeaning;
  readonly #queue: CommandQueue<LineCommand>;
  readonly #ledger: LineLedger = new Ledger();
  readonly #sender: LineSender;
  readonly #receiver: LineReceiver;
  readonly #session: BoardSession;
  readonly #stopMs: number;

  constructor(deps: LinesDeps) {
    super();
    const { clock, log, dialect, maxLineBytes, asksVersion = () => 'never' as const } = deps;
    const times = { ...defaultLinkTimes, ...deps.times };
    this.name = dialect.name;
    this.#stopMs = times.stopMs;
    this.#question = new OpeningQuestion(dialect.answersAlways, deps.questionAfter);
    this.#board = new KnownBoard(dialect);
    this.#meaning = new CommandMeaning(dialect);
    this.link = new DriverLink({
      port: deps,
      clock,
      log,
      times,
      firstSession: deps.firstSession,
      onOpened: () => this.#session.opened(),
      onBytes: (chunk) => this.#receiver.receive(chunk),
      onLost: (reason) => this.#session.lost(reason),
      onEvent: deps.onEvent,
    });
    this.#queue = new CommandQueue({
      clock,
      tell: (event) => this.link.tell(event),
      // Until the reply comes, `LineCommand` runs the timer, from the writing of the line.
      isTimed: ({ reply }) => reply !== undefined,
      onLate: (entry) => {
        this.#sender.giveUp(entry, 'timeout');
        return true;
      },
    });
    const state: LinesState = {
      clock,
      log,
      times,
      asksVersion,
      question: this.#question,
      link: this.link,
      board: this.#board,
      ledger: this.#ledger,
      queue: this.#queue,
      resync: this.#createResync(deps, times),
    };
    const sender = new LineSender({
      ...state,
      isReading: () => this.#receiver.isReading,
      silences: () => this.#receiver.silences,
      believeHeld: () => this.#receiver.believeHeld(),
    });
    const receiver = new LineReceiver({
      ...state,
      sender,
      meaning: this.#meaning,
      maxLineBytes,
      onBanner: (line) => this.#session.restarted(line),
      willRestart: () => this.#session.willRestart(),
    });
    this.#sender = sender;
    this.#receiver = receiver;
    this.#session = new BoardSession({ ...state, sender, receiver });
  }

  #createResync({ clock }: LinesDeps, times: LinkTimes): Resync {
    return new Resync({
      clock,
      times,
      quiet: () => {
        const { quietMs, maxMs } = this.link.settle;
        return { quietMs, maxMs: Math.max(maxMs, quietMs) };
      },
      sendBarrier: () => this.#sender.sendBarrier(),
      synced: () => {
        // While a STOP sent meanwhile is unanswered, silence does not prove that the line is in step; a
        // barrier does.
        if (this.#board.isOurFirmware || this.#ledger.size === 0) this.#board.trusted();
        this.#board.buffer.atRest();
        if (this.#queue.underWay !== undefined) this.#receiver.atRest();
        this.#sender.advance();
      },
      reopen: (isOtherFirmware) => this.#session.reopen(isOtherFirmware),
    });
  }

  get identity(): Identity {
    return { model: null, firmware: this.#board.firmware ?? null };
  }

  get evidence(): Evidence {
    if (this.#board.firmware !== undefined) return 'named';
    return this.#question.isAnswered ? 'answered' : 'none';
  }

  get facts(): MachineFacts {
    return this.#board.facts;
  }

  get window(): number {
    return this.#board.buffer.window;
  }

  get isStrict(): boolean {
    return this.#board.isOurFirmware;
  }

  get tellsPosition(): Driver['tellsPosition'] {
    return this.#board.isOurFirmware ? 'yes' : 'unknown';
  }

  configure(profile: Profile): void {
    this.#meaning.configure(profile);
    this.#board.buffer.configure(profile);
  }

  effectOf(command: string): Effect {
    return this.#meaning.effectOf(command);
  }

  refusalOf(terminalLine: string): RefusalCode {
    return refusalCodeOf(terminalLine);
  }

  /** With buffered motion, a reply means that the command was queued. Otherwise it means that it was carried out. */
  protected beginCommand(line: string, options: SendOptions): CommandHandle {
    const isAhead = options.isAwaited !== true && this.#board.buffer.isWanted;
    const command = new LineCommand(line, options, isAhead ? ahead : undefined);
    command.session = options.session ?? this.link.session;
    if (options.signal !== undefined) command.onAbort(() => this.#sender.giveUp(command, 'aborted'));
    this.#queue.add(command);
    this.#sender.advance();
    return command;
  }

  withdraw(): void {
    this.#queue.withdraw(({ isAhead }) => isAhead);
  }

  protected endCommands(endings: Endings): string[] {
    return this.#queue.end(endings);
  }

  protected stopMachine(onWritten: () => void): Promise<Reply> {
    this.#queue.failWhere(({ isSent }) => (isSent ? undefined : stopped.unsent));
    const command = new LineCommand('STOP', { timeoutMs: this.#stopMs });
    // Firmware that reads ahead may answer an unknown STOP before the running command.
    if (!this.#board.isOurFirmware) this.#board.doubted({ code: 'stop-unknown' });
    this.#receiver.stopping();
    this.#sender.write(command, onWritten);
    return command.accepted;
  }

  async disconnect(): Promise<void> {
    this.#session.disconnected();
    await this.link.disconnect();
  }
}
