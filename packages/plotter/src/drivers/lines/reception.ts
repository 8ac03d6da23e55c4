import { isGarbled, LineFramer } from '../../link/line-framer.ts';
import { type CheckedCount, firmwareCommands, isBanner, ourName, parseCheckedLine } from './grammar.ts';
import type { LastLine } from './held-reply.ts';
import { LineCommand } from './line-command.ts';
import type { LinesState } from './lines-deps.ts';
import type { Opening } from './opening.ts';
import { parseTerminal } from './terminal-line.ts';

export interface ReceptionDeps extends LinesState {
  opening: Opening;
  maxLineBytes: number | undefined;
  onBanner: (line: string) => void;
  onLastLine: (last: LastLine) => void;
  /** Called when the board has carried out commands. */
  onDone: () => void;
  /** Called when a chunk was read. */
  advance: () => void;
}

/** Reads the board's lines and dispatches each. */
export class Reception {
  readonly #deps: ReceptionDeps;
  readonly #framer: LineFramer;
  #isReading = false;
  #silences = 0;
  #heardMs = Number.NEGATIVE_INFINITY;

  constructor(deps: ReceptionDeps) {
    const { maxLineBytes } = deps;
    this.#deps = deps;
    this.#framer = new LineFramer(maxLineBytes === undefined ? {} : { maxLineBytes });
  }

  /** The rest of a chunk is read before anything is sent, because it may contain a second last line. */
  get isReading(): boolean {
    return this.#isReading;
  }

  /** Number of times bytes arrived after a silence longer than any board's greeting takes. */
  get silences(): number {
    return this.#silences;
  }

  reset(): void {
    this.#framer.reset();
  }

  receive(chunk: Uint8Array): void {
    const { clock, port, opening, advance } = this.#deps;
    opening.heard();
    const nowMs = clock.nowMs();
    if (nowMs - this.#heardMs >= port.settle.quietMs) this.#silences++;
    this.#heardMs = nowMs;
    this.#isReading = true;
    this.#framer.push(chunk, this.#onLine);
    this.#isReading = false;
    advance();
  }

  readonly #onLine = (line: string): void => {
    const { port, onBanner, onLastLine } = this.#deps;
    // A listener may have disconnected within a chunk.
    if (!port.isOpen) return;
    if (port.isHeard) port.tell({ type: 'received', line });
    const count = parseCheckedLine(line);
    if (count !== undefined) {
      this.#onCount(count);
      return;
    }
    if (this.#isRestart(line)) {
      onBanner(line);
      return;
    }
    const terminal = isGarbled(line) ? undefined : parseTerminal(line);
    if (terminal !== undefined) onLastLine({ line, terminal });
    else this.#onOther(line);
  };

  #onCount({ word, count }: CheckedCount): void {
    const { board, ledger, queue, resync, onDone } = this.#deps;
    board.counted();
    if (word === 'DONE') {
      board.buffer.heardDone(count);
      onDone();
    }
    const { oldest } = ledger;
    if (word === 'QUEUED' && oldest instanceof LineCommand) {
      oldest.number = count;
      // Earlier counts may have had a different start.
      if (!board.buffer.isOn && queue.underWay === undefined) board.buffer.restartCount();
      board.buffer.numbered();
    }
    resync.heardProgress();
  }

  /** Whether the line means that the board has started. */
  #isRestart(line: string): boolean {
    const { board, ledger, question, opening } = this.#deps;
    const { oldest } = ledger;
    const asked = oldest instanceof LineCommand && oldest.isLive ? oldest.verb : undefined;
    // A board that restarts within a line writes its banner right after the fragment; and noise may leave only the
    // name of the banner, which is otherwise sent only in reply to VERSION.
    const isAnswer = asked === 'VERSION' || question.isLate;
    if (line.includes(`READY ${ourName}`) || (line.includes(ourName) && !isAnswer)) return true;
    if (opening.isSettling) return isBanner(line);
    if (board.greeting.isOfSystem(line)) return true;
    // The reply to a query may contain anything, including startup lines.
    if (asked !== undefined && !moving.has(asked)) return false;
    // Our firmware is recognised by its name; lines at an opening may have been the rest of an older reply.
    if (!board.isOurFirmware && board.greeting.isRestart(line, asked !== undefined)) return true;
    return asked === undefined && isBanner(line) && !board.greeting.isPrompt(line);
  }

  /** Handles a line that is neither a banner nor the last line of a reply. */
  #onOther(line: string): void {
    const { port, board, ledger, question, opening } = this.#deps;
    const { oldest } = ledger;
    if (opening.isForBanner && oldest === undefined && !isGarbled(line)) board.greeting.heard(line);
    const isLateAnswer = question.isLate && line.includes(ourName);
    if (isLateAnswer) board.introduced(line);
    if (isLateAnswer || !(oldest instanceof LineCommand) || !oldest.isLive) {
      port.tell({ type: 'unsolicited', line });
      return;
    }
    oldest.take(line);
    // Behind a serial server the banner was missed; the name is only in the answer to VERSION.
    if (line.includes(ourName) && oldest.verb === 'VERSION') board.introduced(line);
    if (oldest.verb === 'STATUS') board.buffer.heardInStatus(line);
  }
}

/** Commands answered with a single line by all known firmware. */
const moving = new Set(firmwareCommands.map(({ verb }) => verb));
for (const question of ['STATUS', 'VERSION']) moving.delete(question);
