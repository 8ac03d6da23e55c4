import type { DriverPort } from '../driver-port.ts';
import type { Reply } from '../link.ts';
import type { CommandMeaning } from './command-meaning.ts';
import type { Exchange } from './exchange.ts';
import type { Executions } from './executions.ts';
import type { KnownBoard } from './known-board.ts';
import type { OpeningQuestion } from './opening-question.ts';
import type { SendQueue } from './send-queue.ts';

export interface ReplyEffectsParts {
  port: DriverPort;
  board: KnownBoard;
  meaning: CommandMeaning;
  queue: SendQueue;
  executions: Executions;
  question: OpeningQuestion;
  /** The board says that it will restart. */
  willRestart: () => void;
  /** The board is certainly one of ours, and has not said its name. */
  wantName: () => void;
}

/** What follows from the reply to a command: for its caller, for those who listen, and for what is known of the board. */
export class ReplyEffects {
  readonly #parts: ReplyEffectsParts;

  constructor(parts: ReplyEffectsParts) {
    this.#parts = parts;
  }

  answered(exchange: Exchange, line: string, ok: boolean): void {
    const { port, board, meaning, question, queue, executions, willRestart, wantName } = this.#parts;
    if (this.#isTooEarly(exchange) && exchange.repeat()) {
      queue.putBack(exchange);
      return;
    }
    const reply = exchange.succeed(line, ok);
    board.greeting.replied(reply?.lines ?? []);
    if (reply === undefined) return;
    if (ok && exchange.verb === 'STATUS') board.buffer.statusTold(reply.lines);
    if (exchange.isOwn) {
      this.#answeredOwn(exchange, reply);
      return;
    }
    if (exchange.verb === 'STOP' && ok) this.#stopped();
    // A caller that sends ahead may not want the next commands any more.
    if (exchange.isAhead && !ok) queue.withdraw();
    if (port.isHeard) port.tell({ type: 'accepted', reply });
    const told = meaning.toldBy(reply);
    if (exchange.verb === 'VERSION' || exchange.verb === 'STATUS') question.answered();
    if (told !== undefined) board.told(told);
    // Only firmware with buffered motion says this.
    if (told?.cornerDeviationSteps !== undefined && board.firmware === undefined) wantName();
    const isUnderWay = executions.size > 0;
    this.#follow(exchange, reply);
    // The place of a machine that is on its way is none to count from.
    if (told !== undefined && !isUnderWay) port.tell({ type: 'told', told });
    if (ok && exchange.verb === 'RESET') willRestart();
  }

  /** In the order of the commands. */
  carriedOut(reply: Reply): void {
    const { port } = this.#parts;
    if (port.isHeard) port.tell({ type: 'reply', reply });
  }

  /** All motion has ended: what was not carried out by now was dropped. */
  atRest(): void {
    const { port, executions } = this.#parts;
    for (const line of executions.atRest()) port.tell({ type: 'unanswered', line });
  }

  /** A query is answered when the machine is at rest; while it moves, the driver repeats the query. */
  #isTooEarly({ verb, isAhead, isOwn }: Exchange): boolean {
    return this.#parts.board.buffer.isDraining && verb === 'STATUS' && !isAhead && !isOwn;
  }

  /** A command has been carried out when its reply comes, unless it was queued, or others before it are. */
  #follow(exchange: Exchange, reply: Reply): void {
    const { executions } = this.#parts;
    const { outcome, signal, timeoutMs, number } = exchange;
    const isQueued = reply.ok && number !== undefined;
    if (outcome === undefined || (!isQueued && executions.size === 0)) {
      outcome?.resolve();
      this.carriedOut(reply);
      return;
    }
    executions.add({ reply, number: isQueued ? number : undefined, timeoutMs, signal, outcome });
  }

  #answeredOwn({ verb, line }: Exchange, { ok }: Reply): void {
    const { board, executions } = this.#parts;
    if (verb === 'SYNC' && ok) board.buffer.atRest();
    if (verb !== 'BUFFER') return;
    executions.restart();
    board.buffer.switched(line, ok);
  }

  #stopped(): void {
    this.#parts.board.buffer.doubted();
    this.atRest();
  }
}
