import type { Ledger } from '../kernel/ledger.ts';
import { type Ending, Pending } from '../kernel/pending.ts';
import { verbOf } from '../language/our-language.ts';
import type { LinkError, Reply, SendOptions } from '../link.ts';
import type { PendingLine } from './reply-assignment.ts';

interface LineCommandOptions {
  /** Whether other commands may be sent before this one was carried out. */
  isAhead?: boolean;
  /** Whether the driver itself sends it; not reported to listeners. */
  isOwn?: boolean;
  /** Called with the command's reply, or why it has none, before the next line is handled. */
  ended?: (end: Reply | LinkError['kind']) => void;
}

export class LineCommand extends Pending implements PendingLine {
  readonly isBarrier = false;
  readonly verb: string;
  readonly isAhead: boolean;
  readonly isOwn: boolean;
  /** Whether an acknowledgement arrived meanwhile that seems to belong to a different command. */
  hadStrayAcknowledgement = false;
  /** Number of silences on the line before the command was written. */
  silencesBefore = 0;
  /** The number assigned by a board with buffered motion. */
  number: number | undefined;
  readonly #ended: LineCommandOptions['ended'];
  #isRepeated = false;

  constructor(
    line: string,
    options: SendOptions,
    { isAhead = false, isOwn = false, ended }: LineCommandOptions = {},
  ) {
    super(line, options);
    this.verb = verbOf(line);
    this.isAhead = isAhead;
    this.isOwn = isOwn;
    this.#ended = ended;
  }

  get line(): string {
    return this.command;
  }

  override accept(terminalLine: string, ok: boolean): Reply {
    this.stopTimer();
    const reply = super.accept(terminalLine, ok);
    this.#ended?.(reply);
    return reply;
  }

  override fail(ending: Ending): void {
    const { isLive } = this;
    super.fail(ending);
    if (isLive) this.#ended?.(ending.kind);
  }

  /** Ignores the reply and sends the command once more. Returns false if that was already done. */
  repeat(): boolean {
    if (this.#isRepeated) return false;
    this.#isRepeated = true;
    this.forgetLines();
    this.stopTimer();
    return true;
  }
}

/** When its word returns, all earlier lines were answered or never will be. */
export class Barrier implements PendingLine {
  readonly isBarrier = true;
  readonly isLive = false;
  readonly verb = 'SYNC';
  readonly line: string;

  constructor(number: number) {
    this.line = `SYNC ${number}`;
  }
}

export type LineLedger = Ledger<LineCommand | Barrier>;
