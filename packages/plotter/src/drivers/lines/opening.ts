import { type SettleTimes, Settling } from '../../link/settling.ts';
import type { Ending } from '../kernel/pending.ts';
import type { LinkError, Reply, SendOptions } from '../link.ts';
import { LineCommand } from './line-command.ts';
import type { LinesState } from './lines-deps.ts';
import { openingQuestionMs } from './opening-question.ts';

export interface OpeningDeps extends LinesState {
  put: (line: string) => void;
  /** Accepts a held line as the reply. Returns false if none is held. */
  believeHeld: () => boolean;
  advance: () => void;
}

/** The phase from opening the port, or a restart, until the board accepts commands. */
export class Opening {
  readonly #deps: OpeningDeps;
  #settling: { wait: Settling; forBanner: boolean } | undefined;

  constructor(deps: OpeningDeps) {
    this.#deps = deps;
  }

  /** The board may still be starting. */
  get isSettling(): boolean {
    return this.#settling !== undefined;
  }

  /** The board has not sent its greeting yet. */
  get isForBanner(): boolean {
    return this.#settling?.forBanner === true;
  }

  /** Nothing else is sent meanwhile. */
  get isUnderWay(): boolean {
    return this.isSettling || this.#deps.question.isAsked;
  }

  /** Called when bytes arrived. */
  heard(): void {
    this.#settling?.wait.heard();
  }

  settle(times: SettleTimes, forBanner: boolean): void {
    this.cancel();
    const wait = new Settling(this.#deps.clock, times, () => this.settled());
    this.#settling = { wait, forBanner };
    this.#deps.port.become({ state: 'settling' });
  }

  cancel(): void {
    this.#settling?.wait.cancel();
    this.#settling = undefined;
  }

  settled(): void {
    const { port, board, question, resync, asksVersion, advance } = this.#deps;
    this.cancel();
    board.greeting.settled();
    port.proven();
    if (board.doubt === undefined) resync.rest();
    const isUnknown = board.firmware === undefined && board.doubt === undefined;
    const first = isUnknown && asksVersion() !== 'never' ? question.first() : undefined;
    if (first === undefined) advance();
    else this.ask(first);
  }

  /** Asks the board to identify itself. */
  ask(line: string): void {
    const { clock, port, ledger, question, put, believeHeld, advance } = this.#deps;
    const command = new OpeningCommand(
      line,
      { timeoutMs: openingQuestionMs, session: port.session },
      (end) => {
        if (typeof end !== 'string') {
          const next = question.next(line, end.terminalLine);
          if (next !== undefined) this.ask(next);
          // After a restart, its handler decides on the next question.
        } else if (end !== 'reset') question.over();
      },
    );
    ledger.add(command);
    command.startTimer(clock, () => {
      while (command.isLive && believeHeld());
      if (!command.isLive) return;
      ledger.drop((entry) => entry === command);
      command.fail({ kind: 'timeout', reason: { code: 'unanswered', command: line } });
      const next = question.notAnswered(line);
      if (next === undefined) advance();
      else this.ask(next);
    });
    put(line);
  }
}

/** Reports its end before the next line is handled. */
class OpeningCommand extends LineCommand {
  readonly #ended: (end: Reply | LinkError['kind']) => void;

  constructor(line: string, options: SendOptions, ended: (end: Reply | LinkError['kind']) => void) {
    super(line, options, { isOwn: true });
    this.#ended = ended;
  }

  override accept(terminalLine: string, ok: boolean): Reply {
    const reply = super.accept(terminalLine, ok);
    this.#ended(reply);
    return reply;
  }

  override fail(ending: Ending): void {
    const { isLive } = this;
    super.fail(ending);
    if (isLive) this.#ended(ending.kind);
  }
}
