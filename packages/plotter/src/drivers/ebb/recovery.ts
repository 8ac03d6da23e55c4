import { because, type PlainLinkReason } from '@stationery/contract';
import type { Logger } from '@stationery/core';
import { type CommandQueue, tellUnanswered } from '../kernel/queue.ts';
import type { Session } from '../kernel/session.ts';
import { acknowledgementOf } from '../language/our-language.ts';
import { LinkError, type Reply } from '../link.ts';
import type { EbbCommand } from './ebb-language.ts';
import type { Greeting } from './greeting.ts';
import type { Plotting, Trouble } from './plotting.ts';
import type { Board } from './protocol/board.ts';
import { NoReply } from './protocol/board-line.ts';
import type { WorkLoop } from './work-loop.ts';

export interface RecoveryParts {
  log: Logger;
  port: Session;
  board: Board;
  plotting: Plotting;
  queue: CommandQueue<EbbCommand>;
  greeting: Greeting;
  loop: WorkLoop;
  /** The port is left: it is opened again. */
  endSession: (reason: PlainLinkReason, owed: readonly string[]) => void;
}

const resyncAttempts = 3;

/** Brings the board back to where commands can be sent: after an opening, a restart, a stop, or a reply that did not come. */
export class Recovery {
  readonly #parts: RecoveryParts;

  constructor(parts: RecoveryParts) {
    this.#parts = parts;
  }

  /** Finds out who is there. */
  greet(current: AbortSignal): Promise<void> {
    const { port, greeting, loop } = this.#parts;
    return this.guarded(current, async () => {
      if (!(await greeting.run(current))) return;
      port.proven();
      loop.ready();
    });
  }

  /** A board that does not answer as it should is resynchronised; any other failure is a defect. */
  async guarded(current: AbortSignal, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (current.aborted) return;
      this.#logDefect(error);
      await this.resynchronise(error instanceof Error ? error.message : String(error));
    }
  }

  async resynchronise(message: string): Promise<void> {
    const { log, port, board, plotting, loop, endSession } = this.#parts;
    const current = loop.interrupt();
    log.warn({ message }, 'the link is suspect');
    const reason: PlainLinkReason = { code: 'reply-owed' };
    port.become({ state: 'suspect', ...because(reason) });
    plotting.halted();
    for (let attempt = 1; attempt <= resyncAttempts; attempt++) {
      try {
        await board.resynchronise();
        if (!(await this.#isSame(current))) return;
        await plotting.rest(() => !current.aborted);
        await plotting.locate();
        if (current.aborted) return;
        this.#failDoubtful(reason);
        loop.ready();
        return;
      } catch (error) {
        if (current.aborted) return;
        this.#logDefect(error);
      }
    }
    endSession({ code: 'port-reopened' }, this.#failDoubtful(reason));
    port.reopen();
  }

  /** Ends the session and begins a new one at the current position of the board. */
  async beginAgain(trouble: Trouble, before: AbortSignal): Promise<void> {
    const { port, board, plotting, queue, greeting, loop } = this.#parts;
    if (before.aborted) return;
    const current = loop.interrupt();
    const reason: PlainLinkReason = { code: trouble };
    const owed = queue.end({ sent: { kind: 'reset', reason }, unsent: { kind: 'other-session', reason } });
    this.#tellUnanswered(owed);
    plotting.halted();
    const isRestart = trouble === 'board-restarted' || trouble === 'board-reset';
    // Motors that get power again must not continue with the moves in the buffer of the board.
    if (!isRestart) board.line.tell('ES');
    if (trouble !== 'limit-switch') plotting.forgetPlace();
    plotting.restarted();
    port.newSession(reason);
    if (isRestart) port.tell({ type: 'reset', banner: `EBB ${greeting.firmware}` });
    port.tellSession(owed);
    port.become({ state: 'settling' });
    await this.greet(current);
  }

  /** The board stops, and says where; then the pen is lifted. */
  async halt(current: AbortSignal): Promise<Reply> {
    const { board, plotting, loop } = this.#parts;
    const { line } = board;
    const reply: Reply = {
      sent: 'STOP',
      ok: true,
      terminalLine: acknowledgementOf('STOP'),
      lines: [acknowledgementOf('STOP')],
    };
    try {
      if (line.isInStep) {
        await board.ask('ES');
      } else {
        line.tell('ES');
        await board.resynchronise();
      }
      if (current.aborted || !(await this.#isSame(current))) return reply;
      plotting.halted();
      await plotting.rest(() => !current.aborted);
      await plotting.locate();
      await plotting.liftPen(() => !current.aborted);
      if (!current.aborted) loop.ready();
      return reply;
    } catch (error) {
      if (!current.aborted && error instanceof NoReply) void this.resynchronise(error.message);
      throw new LinkError(
        error instanceof NoReply && error.kind === 'ended' ? 'lost' : 'timeout',
        { code: 'unanswered', command: 'STOP' },
        'STOP',
      );
    }
  }

  /** Returns whether this board was greeted and has not restarted since. Otherwise, greets it or begins a new session. */
  async #isSame(current: AbortSignal): Promise<boolean> {
    const { plotting, greeting } = this.#parts;
    if (greeting.isDone && (await plotting.isSame())) return !current.aborted;
    if (greeting.isDone)
      await this.beginAgain(plotting.isHoming ? 'homing-unfinished' : 'board-restarted', current);
    else await this.greet(current);
    return false;
  }

  #failDoubtful(reason: PlainLinkReason): string[] {
    const owed = this.#parts.queue.end({
      sent: (command) => ({ kind: 'timeout', reason: { code: 'unanswered', command } }),
      unsent: { kind: 'not-ready', reason: { code: 'resynchronising', because: reason } },
    });
    this.#tellUnanswered(owed);
    return owed;
  }

  #tellUnanswered(owed: readonly string[]): void {
    tellUnanswered((event) => this.#parts.port.tell(event), owed);
  }

  #logDefect(error: unknown): void {
    if (!(error instanceof NoReply)) this.#parts.log.error({ err: error }, 'the EBB driver failed');
  }
}
