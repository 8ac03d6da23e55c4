import { type Begun, notBegun } from '../driver.ts';
import type { DriverPort } from '../driver-port.ts';
import type { Reply, SendOptions } from '../link.ts';
import { Exchange } from './exchange.ts';
import type { Executions, Outcome } from './executions.ts';
import type { KnownBoard } from './known-board.ts';
import type { SendQueue } from './send-queue.ts';
import type { Sending } from './sending.ts';

export interface CommandIntakeParts {
  port: DriverPort;
  board: KnownBoard;
  queue: SendQueue;
  executions: Executions;
  sending: Sending;
  /** How long a stop may go unanswered before it is reported to the caller. */
  stopMs: number;
}

/** Takes the commands of callers: they wait in the queue, and a stop is written at once. */
export class CommandIntake {
  readonly #parts: CommandIntakeParts;

  constructor(parts: CommandIntakeParts) {
    this.#parts = parts;
  }

  begin(line: string, options: SendOptions, isAhead: boolean): Begun {
    // A line end inside would make it two commands with two replies.
    if (line.trim() === '' || /[\r\n]/.test(line))
      return notBegun(new TypeError('A command is one line that is not empty'));
    const { timeoutMs, signal, session = this.#parts.port.session } = options;
    let outcome: Outcome | undefined;
    const executed = new Promise<void>((resolve, reject) => {
      outcome = { resolve, reject };
    });
    executed.catch(() => undefined);
    const accepted = new Promise<Reply>((resolve, reject) => {
      const parts = { line, timeoutMs, session, signal, isAhead, resolve, reject };
      this.#take(new Exchange(outcome === undefined ? parts : { ...parts, outcome }));
    });
    accepted.catch(() => undefined);
    return { accepted, executed };
  }

  stop(onWritten: () => void): Promise<Reply> {
    const { port, board, queue, executions, sending, stopMs } = this.#parts;
    return new Promise((resolve, reject) => {
      queue.failAll('aborted', { code: 'stopped-unsent' });
      const { session } = port;
      const exchange = new Exchange({ line: 'STOP', timeoutMs: stopMs, session, resolve, reject });
      if (!port.isOpen) {
        exchange.fail('closed', port.whyClosed);
        onWritten();
        return;
      }
      // Firmware that looks ahead may answer a STOP that it does not know before the command it is busy with.
      if (!board.isOurFirmware) board.doubted({ code: 'stop-unknown' });
      executions.stopped();
      sending.write(exchange, onWritten);
    });
  }

  #take(exchange: Exchange): void {
    const { port, queue, sending } = this.#parts;
    const { line, session, signal } = exchange;
    const { state } = port.state;
    if (signal?.aborted) exchange.fail('aborted', { code: 'abandoned-unsent', command: line });
    else if (session !== port.session) exchange.fail('other-session', port.whyOther);
    else if (state === 'closed' || state === 'waiting') exchange.fail('closed', port.whyClosed);
    else {
      if (signal !== undefined) exchange.onAbort(() => sending.giveUp(exchange, 'aborted'));
      queue.add(exchange);
      sending.advance();
    }
  }
}
