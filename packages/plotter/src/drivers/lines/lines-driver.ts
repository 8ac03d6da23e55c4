import type { RefusalCode } from '@stationery/contract';
import {
  type Begun,
  type Driver,
  type DriverName,
  type Evidence,
  type Identity,
  sendAndWait,
} from '../driver.ts';
import { DriverPort } from '../driver-port.ts';
import type { Effect } from '../language/effect.ts';
import { acknowledgementOf } from '../language/our-language.ts';
import type { Reply, SendOptions } from '../link.ts';
import { PortDriver } from '../port-driver.ts';
import type { MachineFacts, Profile } from '../profile.ts';
import { BoardSession } from './board-session.ts';
import { CommandIntake } from './command-intake.ts';
import { CommandMeaning } from './command-meaning.ts';
import type { LineLedger } from './exchange.ts';
import { Executions } from './executions.ts';
import { KnownBoard } from './known-board.ts';
import { Ledger } from './ledger.ts';
import { defaultLinkTimes, type LinesParts, type LinkTimes } from './lines-parts.ts';
import { Opening } from './opening.ts';
import { OpeningQuestion } from './opening-question.ts';
import { Reception } from './reception.ts';
import { ReplyAssignment } from './reply-assignment.ts';
import { ReplyEffects } from './reply-effects.ts';
import { Resync } from './resync.ts';
import { SendQueue } from './send-queue.ts';
import { Sending } from './sending.ts';
import { refusalCodeOf } from './terminal-line.ts';

/** `closed` until `connect()` is called. */
export function createLinesDriver(parts: LinesParts): Driver {
  return new LinesDriver(parts);
}

/** Boards that are sent one line at a time, and answer with lines of which the last begins with `OK` or `ERR`. */
class LinesDriver extends PortDriver implements Driver {
  readonly name: DriverName;
  protected readonly port: DriverPort;
  readonly #board: KnownBoard;
  readonly #question: OpeningQuestion;
  readonly #meaning: CommandMeaning;
  readonly #queue: SendQueue;
  readonly #ledger: LineLedger = new Ledger();
  readonly #executions: Executions;
  readonly #resync: Resync;
  readonly #opening: Opening;
  readonly #sending: Sending;
  readonly #replies: ReplyAssignment;
  readonly #effects: ReplyEffects;
  readonly #reception: Reception;
  readonly #session: BoardSession;
  readonly #intake: CommandIntake;

  constructor(parts: LinesParts) {
    super();
    const { clock, log, dialect, maxLineBytes } = parts;
    const times = { ...defaultLinkTimes, ...parts.times };
    const asksVersion = parts.asksVersion ?? (() => 'never');
    const question = new OpeningQuestion(dialect.answersAlways, parts.questionAfter);
    this.#question = question;
    const advance = () => this.#sending.advance();
    const believeHeld = () => this.#replies.believeHeld();
    this.name = dialect.name;
    this.#board = new KnownBoard(dialect);
    this.#meaning = new CommandMeaning(dialect);
    this.#queue = new SendQueue(clock);
    this.port = new DriverPort({
      ...{ port: parts, clock, log, times },
      opened: () => this.#session.opened(),
      bytes: (chunk) => this.#reception.receive(chunk),
      lost: (reason) => this.#session.lost(reason),
    });
    this.#executions = this.#createExecutions(parts);
    this.#resync = this.#createResync(parts, times);
    const shared = {
      ...{ clock, log, question, advance, port: this.port, board: this.#board, ledger: this.#ledger },
      ...{ queue: this.#queue, executions: this.#executions, resync: this.#resync },
    };
    this.#sending = new Sending({
      ...{ ...shared, times, believeHeld },
      isFree: () => this.port.isOpen && !this.#opening.isUnderWay && !this.#reception.isReading,
      silences: () => this.#reception.silences,
    });
    this.#opening = new Opening({
      ...{ ...shared, asksVersion, believeHeld },
      put: (line) => this.#sending.put(line),
    });
    this.#effects = new ReplyEffects({
      ...{ ...shared, meaning: this.#meaning },
      willRestart: () => this.#session.willRestart(),
      wantName: () => this.#sending.wantName(),
    });
    this.#replies = new ReplyAssignment({
      ...{ ...shared, holdMs: times.holdMs },
      answered: (exchange, line, ok) => this.#effects.answered(exchange, line, ok),
      askVersion: (line) => this.#opening.ask(line),
    });
    this.#reception = new Reception({
      ...{ ...shared, opening: this.#opening, maxLineBytes },
      onBanner: (line) => this.#session.restarted(line),
      onLastLine: (last) => this.#replies.heard(last),
    });
    this.#session = new BoardSession({
      ...{ ...shared, asksVersion, opening: this.#opening },
      ...{ reception: this.#reception, replies: this.#replies },
    });
    this.#intake = new CommandIntake({ ...shared, sending: this.#sending, stopMs: times.stopMs });
  }

  #createExecutions({ clock }: LinesParts): Executions {
    return new Executions({
      clock,
      carriedOut: (reply) => this.#effects.carriedOut(reply),
      givenUp: (reason) => {
        this.#board.doubted(reason);
        this.port.tell({ type: 'unanswered', line: reason.command });
        this.#sending.advance();
      },
      silent: () => this.#sending.askWhatIsDone(),
    });
  }

  #createResync({ clock }: LinesParts, times: LinkTimes): Resync {
    return new Resync({
      ...{ clock, times },
      quiet: () => {
        const { quietMs, maxMs } = this.port.settle;
        return { quietMs, maxMs: Math.max(maxMs, quietMs) };
      },
      sendBarrier: () => this.#sending.sendBarrier(),
      synced: () => {
        // Silence proves nothing while a STOP sent meanwhile is still to be answered; a barrier does.
        if (this.#board.isOurFirmware || this.#ledger.size === 0) this.#board.trusted();
        this.#board.buffer.atRest();
        if (this.#executions.size > 0) this.#effects.atRest();
        this.#sending.advance();
      },
      reopen: (isForeign) => this.#session.reopen(isForeign),
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

  acknowledgementOf(command: string): string {
    return acknowledgementOf(command);
  }

  refusalOf(terminalLine: string): RefusalCode {
    return refusalCodeOf(terminalLine);
  }

  /** With buffered motion a reply means that the command was queued; else, that it was carried out. */
  begin(line: string, options: SendOptions): Begun {
    return this.#intake.begin(line, options, this.#board.buffer.isWanted);
  }

  send(line: string, options: SendOptions): Promise<Reply> {
    return sendAndWait({ begin: () => this.#intake.begin(line, options, false) }, line, options);
  }

  withdraw(): void {
    this.#queue.withdraw();
  }

  stop(onWritten: () => void = () => {}): Promise<Reply> {
    return this.#intake.stop(onWritten);
  }

  endHold(): void {}

  async disconnect(): Promise<void> {
    this.#session.disconnected();
    await this.port.disconnect();
  }
}
