import { isGarbled, LineFramer } from '../../link/line-framer.ts';
import { type CheckedCount, firmwareCommands, isBanner, ourName, parseCheckedLine } from './grammar.ts';
import type { LastLine } from './held-reply.ts';
import { LineCommand } from './line-command.ts';
import type { LinesState } from './lines-parts.ts';
import type { Opening } from './opening.ts';
import { parseTerminal } from './terminal-line.ts';

export interface ReceptionParts extends LinesState {
  opening: Opening;
  maxLineBytes: number | undefined;
  onBanner: (line: string) => void;
  onLastLine: (last: LastLine) => void;
  /** The board has carried out commands. */
  onDone: () => void;
  /** A chunk was read. */
  advance: () => void;
}

/** Reads what the board sends, and passes each line to the part that it is for. */
export class Reception {
  readonly #parts: ReceptionParts;
  readonly #framer: LineFramer;
  #isReading = false;
  #silences = 0;
  #heardMs = Number.NEGATIVE_INFINITY;

  constructor(parts: ReceptionParts) {
    const { maxLineBytes } = parts;
    this.#parts = parts;
    this.#framer = new LineFramer(maxLineBytes === undefined ? {} : { maxLineBytes });
  }

  /** The rest of a chunk is read before anything is sent: it may hold a second last line. */
  get isReading(): boolean {
    return this.#isReading;
  }

  /** How often bytes came after the line had been silent for as long as no board takes to say its banner. */
  get silences(): number {
    return this.#silences;
  }

  reset(): void {
    this.#framer.reset();
  }

  receive(chunk: Uint8Array): void {
    const { clock, port, opening, advance } = this.#parts;
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
    const { port, onBanner, onLastLine } = this.#parts;
    // A listener may have disconnected in the middle of a chunk.
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
    const { board, ledger, queue, resync, onDone } = this.#parts;
    board.counted();
    if (word === 'DONE') {
      board.buffer.heardDone(count);
      onDone();
    }
    const { oldest } = ledger;
    if (word === 'QUEUED' && oldest instanceof LineCommand) {
      oldest.number = count;
      // What was counted before may have been counted from elsewhere.
      if (!board.buffer.isOn && queue.underWay === undefined) board.buffer.restartCount();
      board.buffer.numbered();
    }
    resync.heardProgress();
  }

  /** Whether the board says that it has started. */
  #isRestart(line: string): boolean {
    const { board, ledger, question, opening } = this.#parts;
    const { oldest } = ledger;
    const asked = oldest instanceof LineCommand && oldest.isLive ? oldest.verb : undefined;
    // A board that restarts in the middle of a line writes its banner right behind the piece; and noise in the banner
    // may leave no more of it than the name, which else is said only to VERSION.
    const isAnswer = asked === 'VERSION' || question.isLate;
    if (line.includes(`READY ${ourName}`) || (line.includes(ourName) && !isAnswer)) return true;
    if (opening.isSettling) return isBanner(line);
    if (board.greeting.isOfSystem(line)) return true;
    // A question may be answered with anything, also with what the board says when it starts.
    if (asked !== undefined && !moving.has(asked)) return false;
    // Ours is known by its name; what it said at an opening may have been the rest of an older reply.
    if (!board.isOurFirmware && board.greeting.isRestart(line, asked !== undefined)) return true;
    return asked === undefined && isBanner(line) && !board.greeting.isPrompt(line);
  }

  /** Neither a banner nor the last line of a reply. */
  #onOther(line: string): void {
    const { port, board, ledger, question, opening } = this.#parts;
    const { oldest } = ledger;
    if (opening.isForBanner && oldest === undefined && !isGarbled(line)) board.greeting.heard(line);
    const isLateAnswer = question.isLate && line.includes(ourName);
    if (isLateAnswer) board.introduced(line);
    if (isLateAnswer || !(oldest instanceof LineCommand) || !oldest.isLive) {
      port.tell({ type: 'unsolicited', line });
      return;
    }
    oldest.take(line);
    // Behind a serial server the banner was missed; the name comes only in the answer to VERSION.
    if (line.includes(ourName) && oldest.verb === 'VERSION') board.introduced(line);
    if (oldest.verb === 'STATUS') board.buffer.heardInStatus(line);
  }
}

/** Commands that are answered with their last line alone, wherever they are known. */
const moving = new Set(firmwareCommands.map(({ verb }) => verb));
for (const question of ['STATUS', 'VERSION']) moving.delete(question);
